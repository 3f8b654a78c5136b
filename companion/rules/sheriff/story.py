"""What an evening tells once it is over: who fooled whom, by its log alone, which everybody may read.

Whether a bag is false is known as soon as it has passed: legal goods of another kind lie open, and what may
never be declared lies face down (I2), a known number of cards. Which kinds those were is known only of what
was promised by its kind (I8): what a reveal turns over lay on a stand, and nobody can tell by which bag it
came. An opened bag is false if its merchant pays: Royal Summons with all else as declared are not (I12).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import starmap

from companion.rules.evenings import Evening, evening_of
from companion.rules.ledger import GOLD, Goods, Move, net
from companion.rules.past import known_now, minutes
from companion.rules.sheriff.bags import Deal, Promise
from companion.rules.sheriff.booty import BootyShared
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.rules.sheriff.inspection import Bag
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.past import Log, replayed
from companion.rules.sheriff.replaying import promises
from companion.rules.sheriff.rotation import BadgePassed, CountBegun
from companion.rules.sheriff.scoring import PlayerCount
from companion.rules.sheriff.tally import SheetCounted

MOST_HONOURS = 6


class Outcome(StrEnum):
    """What became of a bag: an honest one passed or was opened, a false one got through or was caught."""

    PASSED = "passed"
    OPENED = "opened"
    THROUGH = "through"
    CAUGHT = "caught"


@dataclass(frozen=True, slots=True)
class BagTold:
    """A bag as it is known now: the number of its entry, its round, what became of it, how many of its cards
    are contraband, and what anybody gave whoever has a badge (I9), with the bag goods that were there (I8).
    """

    entry: int
    round: int
    bag: BagPassed | BagOpened
    outcome: Outcome
    contraband: int
    bribes: tuple[Deal, ...]

    @property
    def contents(self) -> Goods:
        """Its cards as far as everybody knows them, the others face down."""
        there = self.bag.there if isinstance(self.bag, BagPassed) else Goods()
        return self.bag.contents - {FACE_DOWN: there.total} + there

    @property
    def own(self) -> tuple[Deal, ...]:
        """The bribes of its merchant."""
        return tuple(deal for deal in self.bribes if deal.giver == self.bag.merchant)


@dataclass(frozen=True, slots=True)
class Bribes:
    """How many bribes a player gave or took, their gold, and how many had goods, and words, in them. What two
    Deputies share counts for the one whom it was promised.
    """

    number: int
    gold: int
    goods: int
    words: int


@dataclass(frozen=True, slots=True)
class Term:
    """A round with a badge: the bags that the player opened, alone or as one of two, how many of them were
    false, and how many passed; and the gold that all bags and the Booty brought, less what they cost. Where
    the table keeps its coins nobody knows what a Booty brought.
    """

    round: int
    opened: int
    hits: int
    passed: int
    profit: int


@dataclass(frozen=True, slots=True)
class PlayerTold:
    """A player: the `count`, None before the result, and of which goods they are King or Queen. How many bags
    were `brought`, `opened`, honest or not, `caught`, false and `through`, and let pass for `nothing`; how
    much contraband was in them, and was `smuggled`. How much was `promised` with bags, and marked as `kept`
    and `broken`. What was `paid` and `received` of fines, in gold or in goods for it, and what was `forgiven`
    of the own ones; of a fine for two Deputies each receives half, and the one drawn first the odd coin.
    """

    count: PlayerCount | None
    kings: tuple[str, ...]
    queens: tuple[str, ...]
    brought: int
    opened: int
    caught: int
    through: int
    nothing: int
    contraband: int
    smuggled: int
    given: Bribes
    taken: Bribes
    promised: int
    kept: int
    broken: int
    paid: int
    received: int
    forgiven: int
    terms: tuple[Term, ...]

    @property
    def false(self) -> int:
        """How many bags held other cards than were declared."""
        return self.caught + self.through


@dataclass(frozen=True, slots=True)
class Point:
    """Everybody's gold after a round, by seat; None for who joined later."""

    round: int
    gold: tuple[int | None, ...]


class Feat(StrEnum):
    """What honours are for, the most telling first, and what each counts of how many."""

    SMUGGLER = "smuggler"  # contraband that got through, of all in the own bags
    BLUFF = "bluff"  # contraband in a bag that passed, of all its cards; of two the one for less
    CAUGHT = "caught"  # caught bags, of all that were false
    EYE = "eye"  # opened bags that were false, of all that were opened: the largest share
    BRIBE = "bribe"  # gold for one bag, the own or another's, of all that was given for bags
    FOOL = "fool"  # honest bags, of all: the largest share
    ROUND = "round"  # gold of a round with a badge, of all such rounds that brought some
    TRUSTED = "trusted"  # bags let pass for nothing, of all: the largest share


LEAST = dict(zip(Feat, (2, 2, 2, 2, 3, 3, 5, 3), strict=True))
"""The smallest number that is an honour."""
BY_SHARE = frozenset({Feat.EYE, Feat.FOOL, Feat.TRUSTED})


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has an honour: `number` of how many; if it is for one round or bag, which (0 if not); and the gold,
    the cards and the promises that a bluff cost.
    """

    seat: int
    number: int
    of: int
    round: int = 0
    entry: int = 0
    gold: int = 0
    cards: int = 0
    promises: int = 0


@dataclass(frozen=True, slots=True)
class Honour:
    """An honour, and all who share it."""

    feat: Feat
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """An evening: players by seat; bags by entry; its `rounds`; everybody's gold before the first of them,
    after each and, for the last one, in the end, empty where the table keeps its coins; at most six honours;
    the minutes it took. A counted sheet has the counts of its players alone.
    """

    players: tuple[PlayerTold, ...]
    bags: tuple[BagTold, ...]
    rounds: tuple[int, ...]
    curve: tuple[Point, ...]
    honours: tuple[Honour, ...]
    minutes: int


def story(
    log: Log, recorded_at: Iterable[int], kept: Iterable[Promise] = (), broken: Iterable[Promise] = ()
) -> Story:
    """What the entries that stand tell, as corrected, and when they were recorded (milliseconds since 1970);
    `kept` and `broken` are the promises marked so, which no entry says (I10).
    """
    (_, opening, first), game = log[0], log[-1][2]
    played, legal = not isinstance(opening, SheetCounted), frozenset(game.legal_goods)
    gold: dict[int, tuple[int | None, ...]] = {}
    purses, profits, bags = Counter[int](), Counter[tuple[int, int]](), list[BagTold]()
    for entry in replayed(log, known_now(log)):
        event, moves, then = entry.event, entry.moves, entry.before or first
        _post(purses, moves)
        gold[then.round if entry.before else then.round - 1] = _purses(purses, then, game)
        if isinstance(event, BagPassed | BagOpened):
            bags.append(_bag(entry.number, then, event, legal))
        if isinstance(event, Bag | BootyShared | BadgePassed | CountBegun):
            earned = Counter[int]()
            _post(earned, (*moves, *(event.by_hand if isinstance(event, Bag) else ())))
            profits.update({(then.round, seat): earned[seat] for seat in then.sheriffs})
    gold[game.round] = _purses(purses, game, game)
    marks = {**dict.fromkeys(kept, True), **dict.fromkeys(broken, False)}
    players = tuple(_player(game, seat, bags, profits, marks) for seat in range(len(game.seats)))
    return Story(
        players=players,
        bags=tuple(bags),
        rounds=tuple(range(first.round, game.round + 1)) if played else (),
        curve=tuple(starmap(Point, gold.items())) if played and not game.options.coins_on_table else (),
        honours=tuple(_honours(players, bags))[:MOST_HONOURS],
        minutes=minutes(recorded_at),
    )


def numbers(told: PlayerTold) -> dict[str, int]:
    """What a player did, as numbers by their words; those of several evenings can be added up."""
    return {
        "brought": told.brought,
        "false": told.false,
        "caught": told.caught,
        "through": told.through,
        "given": told.given.number,
        "gold_given": told.given.gold,
        "taken": told.taken.number,
        "gold_taken": told.taken.gold,
        "inspected": sum(term.opened for term in told.terms),
        "hits": sum(term.hits for term in told.terms),
    }


def evening(log: Log, recorded_at: Iterable[int]) -> Evening:
    """What a finished game tells its groups."""
    return evening_of(log[-1][2], story(log, recorded_at), numbers)


def _post(purses: Counter[int], moves: Iterable[Move]) -> None:
    for (account, what), change in net(moves).items():
        if account.seat is not None and what == GOLD:
            purses[account.seat] += change


def _purses(purses: Mapping[int, int], then: Game, now: Game) -> tuple[int | None, ...]:
    """Everybody's gold; 0 where an older past gave away what was not there."""
    there = len(then.seats)
    return tuple(max(0, purses[seat]) if seat < there else None for seat in range(len(now.seats)))


def _bag(entry: int, game: Game, bag: BagPassed | BagOpened, legal: frozenset[str]) -> BagTold:
    if isinstance(bag, BagOpened):
        outcome = Outcome.OPENED if bag.is_true else Outcome.CAUGHT
    else:
        outcome = Outcome.PASSED if bag.contents == bag.declaration.goods else Outcome.THROUGH
    badges = game.sheriffs
    given = (deal for deal in bag.delivered() if deal.receiver in badges and deal.giver not in badges)
    contraband = sum(count for word, count in bag.contents.items() if word not in legal)
    return BagTold(entry, game.round, bag, outcome, contraband, tuple(given))


def _player(
    game: Game,
    seat: int,
    bags: Iterable[BagTold],
    profits: Mapping[tuple[int, int], int],
    marks: Mapping[Promise, bool],
) -> PlayerTold:
    own = [told for told in bags if told.bag.merchant == seat]
    passed = [told for told in own if isinstance(told.bag, BagPassed)]
    outcomes, bonuses = Counter(told.outcome for told in own), game.result.bonuses if game.result else ()
    given_for = [deal for told in bags for deal in told.bribes]
    given = [said for told in bags for said in promises(told.round, told.bag.deals) if said.giver == seat]
    fines = [fine for told in bags if isinstance(told.bag, BagOpened) for fine in _fines(told.bag)]
    return PlayerTold(
        count=game.result.players[seat] if game.result else None,
        kings=tuple(bonus.good for bonus in bonuses if seat in bonus.king),
        queens=tuple(bonus.good for bonus in bonuses if seat in bonus.queen),
        brought=len(own),
        opened=len(own) - len(passed),
        caught=outcomes[Outcome.CAUGHT],
        through=outcomes[Outcome.THROUGH],
        nothing=sum(not told.bribes for told in passed),
        contraband=sum(told.contraband for told in own),
        smuggled=sum(told.contraband for told in passed),
        given=bribes(deal for deal in given_for if deal.giver == seat),
        taken=bribes(deal for deal in given_for if deal.receiver == seat),
        promised=len(given),
        kept=sum(marks.get(promise) is True for promise in given),
        broken=sum(marks.get(promise) is False for promise in given),
        paid=sum(paid for payer, _, paid, _ in fines if payer == seat),
        received=sum(paid for _, receiver, paid, _ in fines if receiver == seat),
        forgiven=sum(forgiven for payer, _, _, forgiven in fines if payer == seat),
        terms=tuple(_terms(seat, bags, profits)),
    )


def bribes(deals: Iterable[Deal]) -> Bribes:
    """What these bribes come to."""
    every = tuple(deals)
    return Bribes(
        number=len(every),
        gold=sum(deal.gold for deal in every),
        goods=sum(bool(deal.stand or deal.bag) for deal in every),
        words=sum(bool(deal.promise.strip()) for deal in every),
    )


def _fines(bag: BagOpened) -> Iterator[tuple[int, int, int, int]]:
    """Yield payer and receiver, what was paid, and what was forgiven; of two halves in the second alone."""
    for fine, debt in bag.fines:
        forgiven = debt.forgiven if debt else 0
        *others, last = bag.actors if fine.receiver is None else (fine.receiver,)
        half = (fine.amount - forgiven) // (len(others) + 1)
        for first in others:
            yield fine.payer, first, fine.amount - forgiven - half, 0
        yield fine.payer, last, half, forgiven


def _terms(seat: int, bags: Iterable[BagTold], profits: Mapping[tuple[int, int], int]) -> Iterator[Term]:
    served = [told for told in bags if seat in told.bag.makers]
    for number in dict.fromkeys(told.round for told in served):
        own = [told for told in served if told.round == number and seat in told.bag.actors]
        opened = sum(isinstance(told.bag, BagOpened) for told in own)
        hits = sum(told.outcome is Outcome.CAUGHT for told in own)
        yield Term(number, opened, hits, len(own) - opened, profits[number, seat])


def _honours(players: Sequence[PlayerTold], bags: Iterable[BagTold]) -> Iterator[Honour]:
    claims = tuple(_claims(players, bags))
    for feat in Feat:
        ranks = [
            (_rank(feat, claim), claim)
            for what, claim in claims
            if what is feat and claim.number >= LEAST[feat]
        ]
        best = max((rank for rank, _ in ranks), default=())
        holders = {claim.seat: claim for rank, claim in reversed(ranks) if rank == best}
        if holders:
            yield Honour(feat, tuple(holders[seat] for seat in sorted(holders)))


def _claims(players: Sequence[PlayerTold], bags: Iterable[BagTold]) -> Iterator[tuple[Feat, Holder]]:
    for seat, player in enumerate(players):
        yield Feat.SMUGGLER, Holder(seat, player.smuggled, player.contraband)
        yield Feat.CAUGHT, Holder(seat, player.caught, player.false)
        opened, hits = sum(term.opened for term in player.terms), sum(term.hits for term in player.terms)
        yield Feat.EYE, Holder(seat, hits, opened)
        yield Feat.FOOL, Holder(seat, player.brought - player.false, player.brought)
        won = sum(max(0, term.profit) for term in player.terms)
        for term in player.terms:
            yield Feat.ROUND, Holder(seat, term.profit, won, term.round)
        yield Feat.TRUSTED, Holder(seat, player.nothing, player.brought)
    for told in bags:
        seat, where = told.bag.merchant, (told.round, told.entry)
        for giver in dict.fromkeys(deal.giver for deal in told.bribes):
            gold = sum(deal.gold for deal in told.bribes if deal.giver == giver)
            yield Feat.BRIBE, Holder(giver, gold, players[giver].given.gold, *where)
        if isinstance(told.bag, BagPassed):
            paid, cards = bribes(told.own), sum(deal.stand.total + deal.bag.total for deal in told.own)
            cost = (paid.gold, cards, paid.words)
            yield Feat.BLUFF, Holder(seat, told.contraband, told.contents.total, *where, *cost)


def _rank(feat: Feat, claim: Holder) -> tuple[float, ...]:
    share = claim.number / claim.of
    if feat in BY_SHARE:
        return share, claim.number
    if feat is Feat.SMUGGLER or feat is Feat.BLUFF:
        return claim.number, -claim.gold, -claim.cards, -claim.promises, share
    return (claim.number,)
