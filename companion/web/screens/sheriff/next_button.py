"""The biggest button of the board: how the next thing to do is drawn."""

from dataclasses import dataclass

from companion.rules.sheriff import booty
from companion.rules.sheriff.game import Game
from companion.web.http.language import gettext as _
from companion.web.screens.next_step import NextButton
from companion.web.screens.parts import Link, link
from companion.web.screens.sheriff.turns import Next, Task
from companion.web.words.marks import N_
from companion.web.words.people import say
from companion.web.words.sheriff.sentences import Words


@dataclass(frozen=True, slots=True)
class Look:
    """How a task is drawn at any table, and by its `own` words and `own_under` them, if there are any, on the
    phone of the player who is to do it. Its address names the player whom it is about if it is `of_seat`.
    """

    words: str
    under: str
    icon: str
    link: Link
    of_seat: bool = False
    sends: bool = False
    own: str = ""
    own_under: str = ""


LOOKS = {
    Task.PACK: Look(
        words=N_("Pack your bag"),
        under=N_("and say what is in it"),
        icon="bag",
        link=link("own_bag.own_bag"),
        of_seat=True,
    ),
    Task.DECLARE: Look(
        words=N_("%(name)s declares"),
        under=N_("one good, and how many cards"),
        icon="bag",
        link=link("talking.declaration"),
        of_seat=True,
        own=N_("Say what is in your bag"),
    ),
    Task.BAG: Look(
        words=N_("%(name)s’s bag"),
        under=N_("next, clockwise"),
        icon="bag",
        link=link("sheriff.bag"),
        of_seat=True,
        own=N_("Inspect %(name)s’s bag"),
    ),
    Task.PASSED: Look(
        words=N_("%(name)s’s bag"),
        under=N_("it passes: what was in it?"),
        icon="bag",
        link=link("sheriff.bag"),
        of_seat=True,
        own=N_("Say what was in %(name)s’s bag"),
        own_under=N_("it passes"),
    ),
    Task.OPENED: Look(
        words=N_("%(name)s’s bag"),
        under=N_("it is opened: what was in it?"),
        icon="bag_open",
        link=link("sheriff.bag"),
        of_seat=True,
        own=N_("Say what was in %(name)s’s bag"),
        own_under=N_("it is opened"),
    ),
    Task.GOODS: Look(
        words=N_("Choose the goods"),
        under=N_("there are not enough coins"),
        icon="bag_open",
        link=link("sheriff.bag"),
        of_seat=True,
        own=N_("Choose what you give"),
    ),
    Task.CONTENTS: Look(
        words=N_("%(name)s’s bag"),
        under=N_("time ran out, it passed: what was in it?"),
        icon="bag",
        link=link("sheriff.bag", contents="passed"),
        of_seat=True,
        own=N_("Say what was in %(name)s’s bag"),
        own_under=N_("time ran out, it passed"),
    ),
    Task.LATE: Look(
        words=N_("%(name)s’s bag passes"),
        under=N_("time ran out"),
        icon="bag",
        link=link("deciding.decide"),
        of_seat=True,
        sends=True,
    ),
    Task.SHARE: Look(
        words=N_("Share the Booty"),
        under="",
        icon="gold",
        link=link("deputies.share"),
        sends=True,
    ),
    Task.DIVIDE: Look(
        words=N_("Share the Booty"),
        under="",
        icon="gold",
        link=link("deputies.booty"),
    ),
    Task.PAIR: Look(
        words=N_("Draw two Deputies"),
        under=N_("all bags are done; refill your hands"),
        icon="badge",
        link=link("actions.badge"),
        sends=True,
    ),
    Task.BADGE: Look(
        words=N_("Badge to %(name)s"),
        under=N_("all bags are done; refill your hands"),
        icon="badge",
        link=link("actions.badge"),
        sends=True,
    ),
    Task.END: Look(
        words=N_("Count the stands"),
        under=N_("the last round is over"),
        icon="crown",
        link=link("actions.badge"),
        sends=True,
    ),
    Task.CHECK: Look(
        words=N_("Check the stands"),
        under=N_("against the real cards"),
        icon="ui-check",
        link=link("ending.check"),
    ),
    Task.REVEAL: Look(
        words=N_("%(name)s turns the cards over"),
        under=N_("contraband comes to light"),
        icon="face_down",
        link=link("ending.reveal"),
        of_seat=True,
        own=N_("Turn your cards over"),
    ),
    Task.PLATES: Look(
        words=N_("%(name)s fills the Feast Plates"),
        under=N_("before Kings and Queens are worked out"),
        icon="feast_plate",
        link=link("ending.plates"),
        of_seat=True,
        own=N_("Fill your Feast Plates"),
    ),
    Task.PURSES: Look(
        words=N_("Count the coins"),
        under=N_("every purse, once"),
        icon="gold",
        link=link("ending.purses"),
    ),
    Task.CLOSE: Look(
        words=N_("The result"),
        under=N_("who won, and why"),
        icon="crown",
        link=link("ending.closing"),
        sends=True,
    ),
    Task.RESULT: Look(
        words=N_("The result"),
        under=N_("who won, and why"),
        icon="crown",
        link=link("ending.result"),
    ),
}

_ENDS_ROUND = {Task.BADGE, Task.PAIR, Task.END}


def next_button(game: Game, following: Next, *, own: bool = False) -> NextButton:
    """The next thing to do as this phone finds it; `own` if the player whose phone this is does it."""
    if following.task is Task.WAIT:
        quiet = "" if following.under else _("this screen shows it as it happens")
        return NextButton(following.words, quiet, besides=following.under, is_live=bool(quiet))
    look = LOOKS[Task.BAG if following.task in {Task.DECIDE, Task.CARDS} else following.task]
    who = following.seat.number if following.seat else None
    of_seat = (("seat", who),) if look.of_seat and who is not None else ()
    under = _asked(game, following.task) or _said((own and look.own_under) or look.under)
    return NextButton(
        words=following.words or say(_((own and look.own) or look.words), name=Words(game.seats).name(who)),
        under=following.under or under,
        icon=look.icon,
        link=Link(look.link.view, (*of_seat, *look.link.values)),
        sends=look.sends,
        fields=_fields(game, following),
        waits=following.is_early,
    )


def _fields(game: Game, following: Next) -> tuple[tuple[str, int | str], ...]:
    """What the button was drawn on, and that two Deputies are to be drawn unless they are named (E7)."""
    if following.task is Task.LATE:
        return (("decision", "passed"), ("on", following.on))
    if following.task is Task.SHARE:
        return (("on", booty.words_of(game)),)
    draws = (("draw", 1),) if following.task is Task.PAIR and not following.words else ()
    return (("round", game.round), *draws) if following.task in _ENDS_ROUND else ()


def _asked(game: Game, task: Task) -> str:
    """What two Deputies have to say of a Booty that cannot be halved (E13); "" of anything else."""
    if task is not Task.DIVIDE:
        return ""
    if not booty.has_odd_card(game):
        return _("who takes the odd coin?")
    if not booty.has_odd_coin(game):
        return _("who takes which cards?")
    return _("who takes which cards, and the odd coin?")


def _said(words: str) -> str:
    """Words of the catalogue in the reader's language; none stay none, where the catalogue has its header."""
    return _(words) if words else ""
