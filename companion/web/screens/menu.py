"""What a table can do besides its bags, and how this phone wants its pages."""

from dataclasses import dataclass

from markupsafe import Markup

from companion.clerk import Table
from companion.rules import commands as ask
from companion.rules import rotation
from companion.rules.game import OUT, Game
from companion.rules.steps import Step
from companion.rules.table import Stage
from companion.web.language import language, names_of_languages, ngettext
from companion.web.look import look
from companion.web.screens.parts import Choice, Seat, seats_of
from companion.web.sight import Sight
from companion.web.words import Words, say


@dataclass(frozen=True, slots=True)
class Menu:
    """What menu/_menu.html shows: who may sit out, who does, who may leave, how many rounds may be chosen;
    and which of it this phone may do: it `leads` if it is the bank. The bags that are `out` are recorded
    before the game ends; somebody is `ending` it, who then sees that first.
    """

    game: str
    round: int
    rounds: int
    over: bool
    merchants: tuple[Seat, ...]
    away: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    fewest: int
    most: int
    unequal: tuple[Markup, ...]
    pays: bool
    leads: bool
    sets_rounds: bool
    ends: bool
    out: tuple[Seat, ...]
    ending: bool


@dataclass(frozen=True, slots=True)
class Preferences:
    """What settings/_preferences.html shows; `back` is where to go on."""

    language: str
    languages: tuple[Choice, ...]
    scheme: str
    awake: bool
    sound: bool
    back: str


def menu(table: Table, sight: Sight, *, ending: bool) -> Menu:
    """What rules and rights allow this phone now besides bags, while it is `ending` the game or not."""
    game, permit = table.game, sight.permit
    seats = range(len(game.seats))
    sets_rounds = permit.allows(ask.SetRounds)
    return Menu(
        game=table.id,
        round=game.round,
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
        seats=seats_of(game, [seat for seat in seats if permit.allows(ask.Leave, seat)]),
        fewest=game.round,
        most=rotation.most_rounds(game) if sets_rounds else game.round,
        unequal=_unequal(game),
        pays=any(map(permit.may_pay, (*seats, None))),
        leads=sight.me.bank,
        sets_rounds=sets_rounds,
        ends=permit.lets(Step(ask.EndGame)),
        out=seats_of(game, rotation.bags_out(game, sight.talk.declarations)),
        ending=ending,
    )


def _unequal(game: Game) -> tuple[Markup, ...]:
    """How often each was Sheriff, if the game ended now and that is not the same for all."""
    turns = rotation.end_game(game).turns
    if len(set(turns)) == 1:
        return ()
    words = Words(game.seats)
    lines = []
    for seat, count in enumerate(turns):
        sentence = ngettext(
            "%(name)s: Sheriff %(num)s time", "%(name)s: Sheriff %(num)s times", count, name="%(name)s"
        )
        lines.append(say(sentence, name=words.name(seat)))
    return tuple(lines)


def preferences(back: str) -> Preferences:
    """How this phone wants its pages now."""
    chosen = look()
    languages = tuple(Choice(code, name) for code, name in names_of_languages().items())
    return Preferences(language(), languages, chosen.scheme, chosen.awake, chosen.sound, back)
