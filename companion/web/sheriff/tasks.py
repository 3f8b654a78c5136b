"""What a table does next, task by task: what it books, its button, and what is read while others do it."""

from dataclasses import dataclass, replace

from companion.rules.sheriff import ending
from companion.rules.sheriff.booty import ShareBooty
from companion.rules.sheriff.game import Command
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.rotation import PassBadge
from companion.web.parts import N_, Link, link


@dataclass(frozen=True, slots=True)
class Task:
    """What a table does next, by its `word`, and its button; on the phone of the player who does it with its
    `own` words and `own_under` them, if there are any. If `of_seat`, its address names the player whom it is
    about. What is `held` takes more than a tap. The recorder of its `command` says whose it is; if
    `by_player`, only the player who is asked can do it. `waits` is what the other phones say of one who does
    it, and of several.
    """

    word: str
    words: str = ""
    under: str = ""
    icon: str = ""
    link: Link | None = None
    command: type[Command] | None = None
    of_seat: bool = False
    sends: bool = False
    own: str = ""
    own_under: str = ""
    held: bool = False
    by_player: bool = False
    waits: tuple[str, str] | None = None

    @property
    def of_bag(self) -> bool:
        """Whether it is about one merchant's bag."""
        return self.command in {PassBag, OpenBag}

    @property
    def by_sheriff(self) -> bool:
        """Whether it is about one merchant's bag, and the Sheriff's."""
        return self.of_bag and not self.by_player


WAIT = Task("wait")
"""What a phone does that has no part in it."""

PACK = Task(
    "pack",
    words=N_("Pack your bag"),
    under=N_("and say what is in it"),
    icon="bag",
    link=link("own_bag.own_bag"),
    of_seat=True,
)
"""For the own bag of a merchant with a phone, whoever's turn it is to declare."""
DECLARE = Task(
    "declare",
    words=N_("%(name)s declares"),
    under=N_("one good, and how many cards"),
    icon="bag",
    link=link("talking.declaration"),
    of_seat=True,
    own=N_("Say what is in your bag"),
)

BAG = Task(
    "bag",
    words=N_("%(name)s’s bag"),
    under=N_("next, clockwise"),
    icon="bag",
    link=link("bags.bag"),
    command=PassBag,
    of_seat=True,
    own=N_("Inspect %(name)s’s bag"),
)
DECIDE = replace(BAG, word="decide")
"""For a bag that was declared on a phone."""
PASSED = replace(
    BAG,
    word="passed",
    under=N_("it passes: what was in it?"),
    own=N_("Say what was in %(name)s’s bag"),
    own_under=N_("it passes"),
    waits=(N_("%(names)s lets it pass: what was in it?"), N_("%(names)s let it pass: what was in it?")),
)
"""Once decided, if nothing was noted; as `OPENED`."""
CONTENTS = replace(
    PASSED,
    word="contents",
    under=N_("time ran out, it passed: what was in it?"),
    link=link("bags.bag", contents="passed"),
    own_under=N_("time ran out, it passed"),
    waits=(N_("%(names)s inspects the bags"), N_("%(names)s inspect the bags")),
)
"""For a bag that passed because time ran out."""
LATE = replace(
    BAG,
    word="late",
    words=N_("%(name)s’s bag passes"),
    under=N_("time ran out"),
    link=link("deciding.decide"),
    sends=True,
    own="",
)
"""The same, if one tap says so of a declared bag."""
OPENED = replace(
    PASSED,
    word="opened",
    under=N_("it is opened: what was in it?"),
    icon="bag_open",
    command=OpenBag,
    own_under=N_("it is opened"),
    waits=(N_("%(names)s opens it: what was in it?"), N_("%(names)s open it: what was in it?")),
)
CARDS = replace(
    BAG,
    word="cards",
    command=OpenBag,
    waits=(N_("%(names)s looks at the cards"), N_("%(names)s look at the cards")),
)
"""For what was turned over."""
TURN = Task(
    "turn",
    words=N_("%(name)s opens the bag"),
    under=N_("or turn the cards over here"),
    icon="bag_open",
    link=link("deciding.turns"),
    command=OpenBag,
    of_seat=True,
    sends=True,
)
"""For who need not wait for the merchant to turn the own cards."""
SHOW = replace(
    TURN,
    word="show",
    words=N_("Open your bag"),
    under=N_("hold: all see your cards"),
    held=True,
    by_player=True,
)
"""For a merchant who turns the own cards of an opened bag."""
GOODS = Task(
    "goods",
    words=N_("Choose the goods"),
    under=N_("there are not enough coins"),
    icon="bag_open",
    link=link("bags.bag"),
    command=OpenBag,
    of_seat=True,
    own=N_("Choose what you give"),
    by_player=True,
)
"""For the payer who was asked which goods go."""

SHARE = Task(
    "share",
    words=N_("Share the Booty"),
    icon="gold",
    link=link("badge.share"),
    command=ShareBooty,
    sends=True,
    waits=(N_("%(names)s share the Booty"), N_("%(names)s share the Booty")),
)
"""Two Deputies share with one tap."""
DIVIDE = replace(SHARE, word="divide", link=link("badge.booty"), sends=False)
"""The same, if something cannot be halved."""
BADGE = Task(
    "badge",
    words=N_("Badge to %(name)s"),
    under=N_("all bags are done; refill your hands"),
    icon="badge",
    link=link("badge.badge"),
    command=PassBadge,
    sends=True,
    waits=(N_("%(names)s ends the round"), N_("%(names)s end the round")),
)
PAIR = replace(BADGE, word="pair", words=N_("Draw two Deputies"))
"""Names the next two Deputies."""
END = replace(
    BADGE,
    word="end",
    words=N_("Count the stands"),
    under=N_("the last round is over"),
    icon="crown",
)
"""The end of the last round."""

CHECK = Task(
    "check",
    words=N_("Check the stands"),
    under=N_("against the real cards"),
    icon="ui-check",
    link=link("ending.check"),
    command=ending.CheckStand,
)
REVEAL = Task(
    "reveal",
    words=N_("%(name)s turns the cards over"),
    under=N_("contraband comes to light"),
    icon="face_down",
    link=link("ending.reveal"),
    command=ending.RevealContraband,
    of_seat=True,
    own=N_("Turn your cards over"),
)
PLATES = Task(
    "plates",
    words=N_("%(name)s fills the Feast Plates"),
    under=N_("before Kings and Queens are worked out"),
    icon="feast_plate",
    link=link("ending.plates"),
    command=ending.ChoosePlates,
    of_seat=True,
    own=N_("Fill your Feast Plates"),
)
PURSES = Task(
    "purses",
    words=N_("Count the coins"),
    under=N_("every purse, once"),
    icon="gold",
    link=link("ending.purses"),
    command=ending.CountGold,
)
RESULT = Task(
    "result",
    words=N_("The result"),
    under=N_("who won, and why"),
    icon="crown",
    link=link("ending.result"),
)
CLOSE = replace(RESULT, word="close", link=link("ending.closing"), command=ending.CloseCount, sends=True)
