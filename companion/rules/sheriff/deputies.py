"""Deputies: six players have two Sheriffs a round, drawn so that all serve equally often (E6, E7, E16)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from companion.rules.refusals import Refusal
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.options import FEWEST_WITH_DEPUTIES

Pair = tuple[int, int]
_BOTH_WAYS = 2


def pairs(terms: Mapping[int, int]) -> tuple[Pair, ...]:
    """Every pair that can serve next, in the order of drawing: those with the fewest terms, whatever the draw
    among equals. `terms` says how often each seat served, clockwise. A pair that follows by itself is there
    both ways round, clockwise first (E7).
    """
    least = sorted(terms.values())[:2]
    return tuple(
        (first, second)
        for first, second in permutations(terms, 2)
        if sorted((terms[first], terms[second])) == least
    )


def first_pairs(seats: int, served: tuple[int, ...]) -> tuple[Pair, ...]:
    """The pairs that a table can begin with, of those who have not `served` since the cards were shuffled."""
    return pairs({seat: served.count(seat) for seat in range(seats)})


def next_pairs(game: Game) -> tuple[Pair, ...]:
    """The pairs that can serve in the next round (E7, E16); none where one Sheriff serves."""
    if not game.draws_pairs:
        return ()
    return pairs({seat: game.terms[seat] for seat in game.left_of(game.sheriff) if seat in game.here})


def present_pairs(game: Game) -> tuple[Pair, ...]:
    """The pairs that could have been drawn for this round; none where one Sheriff serves."""
    if not game.deputies:
        return ()
    return pairs({seat: game.turns[seat] for seat in game.here})


def mended_pairs(game: Game, seat: int) -> tuple[Pair, ...]:
    """The other pairs that could have been drawn for this round, this seat first (E7)."""
    return tuple(pair for pair in present_pairs(game) if pair[0] == seat and pair != game.deputies)


def follows(possible: tuple[Pair, ...]) -> bool:
    """Whether a pair follows by itself, so that nothing is drawn (E7)."""
    return len(possible) == _BOTH_WAYS


def chosen(possible: tuple[Pair, ...], named: tuple[int, ...]) -> Pair:
    """The pair that was named, or the one that follows by itself. Refuses a pair that cannot be drawn."""
    if len({*named}) < len(named):
        raise no.DeputyTwice
    for pair in possible:
        if named == pair or (not named and follows(possible)):
            return pair
    raise wrong(possible) if named else no.DeputiesUnnamed


def wrong(possible: tuple[Pair, ...]) -> no.WrongDeputies:
    """The refusal that names the players of whom two are next."""
    return no.WrongDeputies(tuple(dict.fromkeys(seat for pair in possible for seat in pair)))


def check_served(served: tuple[int, ...], seats: int, number: int) -> None:
    """Refuse unless `number` players were Deputies since the cards were shuffled, none of them twice (E7)."""
    if len(served) != number or len({*served} & {*range(seats)}) != number:
        raise no.ServedMismatch(number)


def check_none(named: tuple[int, ...]) -> None:
    """Refuse Deputies where one Sheriff serves (E6)."""
    if named:
        raise no.NoDeputiesHere


def acting(game: Game, alone: int | None = None) -> tuple[int, ...]:
    """The seats that act over a bag: the Sheriff, both Deputies, or the one who acts `alone` (E11)."""
    return game.sheriffs if alone is None else (alone,)


def may_act_alone(game: Game, alone: int | None) -> Refusal | None:
    """Whether `alone` is one of two Deputies, or None because nobody acts alone (E11)."""
    return None if alone is None or alone in game.deputies else no.NotDeputy(alone)


def on_booty(game: Game, decision: Decision, alone: int | None = None) -> frozenset[int]:
    """The receivers whose deals go to the Booty: both Deputies, if they let a bag pass (E8)."""
    together = decision is Decision.PASSES and alone is None
    return frozenset(game.deputies if together else ())


def fewest_first(game: Game) -> tuple[int, ...]:
    """The Sheriffs of the rounds to come at a table that began with six and has fewer than five left: fewest
    terms first, then clockwise (E16). Empty where pairs are drawn.
    """
    if game.draws_pairs:
        return ()
    terms, order, last = [*game.terms], list[int](), game.sheriff
    for _ in range(game.rounds - game.round):
        last = _fewest(terms, _clockwise(game, last))
        terms[last] += 1
        order.append(last)
    return tuple(order)


def heirs(game: Game, seat: int) -> tuple[int, ...]:
    """The seats among which a leaving Deputy's badge is drawn: those with the fewest terms (E16). Empty if
    the leaving player has no badge, or if four are left: then the other Deputy serves alone.
    """
    stay = _clockwise(game, seat, besides=seat)
    if seat not in game.deputies or len(stay) < FEWEST_WITH_DEPUTIES:
        return ()
    others = [other for other in stay if other not in game.deputies]
    least = min(game.terms[other] for other in others)
    return tuple(other for other in others if game.terms[other] == least)


def badges_without(game: Game, seat: int, heir: int | None) -> tuple[int, ...]:
    """The seats with a badge once a player has left a table that began with six, first drawn first (E16)."""
    possible = heirs(game, seat)
    if heir is None and len(possible) > 1:
        raise no.HeirUnnamed(possible)
    if heir is not None and heir not in possible:
        raise no.HeirUnnamed(possible) if possible else no.NobodyFollows
    stay = tuple(other for other in game.sheriffs if other != seat)
    if possible:
        return (*stay, possible[0] if heir is None else heir)
    return stay or (_fewest(game.terms, _clockwise(game, seat, besides=seat)),)


def _clockwise(game: Game, last: int, besides: int | None = None) -> tuple[int, ...]:
    """The seats that are here, clockwise from the left of `last`, without `besides`."""
    return tuple(seat for seat in game.left_of(last) if seat in game.here and seat != besides)


def _fewest(terms: Sequence[int], seats: Iterable[int]) -> int:
    """The first of these seats with the fewest terms."""
    return min(seats, key=terms.__getitem__)
