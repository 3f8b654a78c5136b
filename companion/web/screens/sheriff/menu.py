"""What can be done at a table besides bags, and how this phone wants its pages."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.rules.sheriff import commands as ask
from companion.rules.sheriff import corrections, rotation
from companion.rules.sheriff.events import SatOut
from companion.rules.sheriff.game import OUT, Game
from companion.rules.sheriff.past import known_now
from companion.rules.sheriff.steps import Step
from companion.rules.stages import Stage
from companion.web.phone.sheriff.permit import Permit
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.phone.sheriff.table import Table
from companion.web.screens.parts import Seat, seat_of, seats_of
from companion.web.screens.sheriff.changes import changeable
from companion.web.words.sheriff.sentences import Words
from companion.web.words.sheriff.turn_words import uneven_turns


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Who sat out the last round by this entry, and may have had a bag."""

    entry: int
    seat: Seat
    round: int


@dataclass(frozen=True, slots=True)
class Menu:
    """What sheriff/menu/_menu.html shows: who may sit out, who does, who did in the last round; who may
    leave, and what promises lapse then; how many rounds the rule `book` has for those who `began` (T3), and
    how many may be chosen; and which of these this phone may do; it `leads` if it is the bank. Bags still
    `out` have to be recorded before the game ends; on a phone that is `ending` it, that comes first.
    """

    game: str
    edition: str
    rounds: int
    over: bool
    merchants: tuple[Seat, ...]
    away: tuple[Seat, ...]
    forgotten: tuple[Forgotten, ...]
    seats: tuple[Seat, ...]
    lapsing: tuple[Markup, ...]
    began: int
    book: int
    fewest: int
    most: int
    unequal: tuple[Markup, ...]
    pays: bool
    changes: bool
    leads: bool
    sets_rounds: bool
    ends: bool
    out: tuple[Seat, ...]
    ending: bool


def menu(table: Table, phone: PhoneContext, *, ending: bool) -> Menu:
    """What rules and rights now allow this phone besides bags; `ending` while it is ending the game."""
    game, permit = table.game, phone.permit
    seats = game.circle
    leavers = [seat for seat in seats if permit.allows(ask.Leave, seat)]
    sets_rounds = permit.allows(ask.SetRounds)
    return Menu(
        game=table.id,
        edition=game.cards.word,
        rounds=game.rounds,
        over=game.stage is not Stage.ROUNDS,
        merchants=seats_of(game, [seat for seat in seats if permit.allows(ask.SitOut, seat)]),
        away=seats_of(
            game,
            [
                seat
                for seat in game.merchants
                if game.done.get(seat) == OUT and permit.lets(Step(ask.PassBag, seat))
            ],
        ),
        forgotten=tuple(_forgotten(table, permit)),
        seats=seats_of(game, leavers),
        lapsing=tuple(_lapsing(game, leavers)),
        began=game.began,
        book=rotation.rounds_of(game.cards, game.began) if sets_rounds else game.round,
        fewest=game.round,
        most=rotation.most_rounds(game) if sets_rounds else game.round,
        unequal=uneven_turns(Words(game.seats), rotation.end_game(game).turns),
        pays=any(map(permit.may_pay, (*seats, None))),
        changes=changeable(permit),
        leads=phone.me.bank,
        sets_rounds=sets_rounds,
        ends=permit.lets(Step(ask.EndGame)),
        out=seats_of(game, rotation.bags_out(game, phone.talk.declarations)),
        ending=ending,
    )


def _lapsing(game: Game, leavers: Iterable[int]) -> Iterator[Markup]:
    """Each promise once, also where both may leave (I10)."""
    words = Words(game.seats)
    for given in dict.fromkeys(given for seat in leavers for given in rotation.lapsing(game, seat)):
        yield words.promise(given.giver, given.receiver, given.text)


def _forgotten(table: Table, permit: Permit) -> Iterator[Forgotten]:
    """Whose bag of the last round can have been forgotten: the badge waits for all who did not sit out."""
    game = table.game
    last = game.round - (game.stage is Stage.ROUNDS)
    rounds = {entry: state.round for entry, _, state in table.log}
    for entry, event in known_now(table.log).items():
        if not isinstance(event, SatOut) or rounds[entry] != last or not permit.may_correct(event):
            continue
        if corrections.may_correct(game, event) is None:
            yield Forgotten(entry, seat_of(game, event.merchant), last)
