"""The sheet of a delivery or a mission: who, what, how many cards, who lay in ambush, what the cards print.

Fields: seat; what (an object's word or a mission's); cards (3, 4, 5 or more), more (how many, if more);
ambush-<seat>; alone-<mission>, shared-<mission>; seen (the latest entry), in a correction reason and
never instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from companion.rules.nottingham.box import BOX, Numbers
from companion.rules.nottingham.commands import Deliver, Fulfil, NeverHappened
from companion.rules.nottingham.corrections import LONGEST_REASON
from companion.rules.nottingham.events import Delivered, Fulfilled
from companion.rules.nottingham.game import Game
from companion.rules.nottingham.refusals import (
    CorrectionBreaksDelivery,
    CorrectionBreaksMission,
    DeliveredMeanwhile,
    EighthUndecided,
    HomeUndecided,
    LootExceeded,
    MissionTaken,
    MissionTwice,
    MoreThanLeft,
    NeitherSetNorMission,
    NoneLeft,
    NumberOutOfRange,
    NumbersKnown,
    NumbersNeeded,
    NumbersNotFalling,
    OneAmbush,
    OwnAmbush,
    TooFewCards,
    TooManyAmbushes,
    UnknownItem,
    UnknownMission,
)
from companion.rules.refusals import CorrectedMeanwhile, NothingMoved, ReasonTooLong, Refusal
from companion.web.forms import beside
from companion.web.forms.beside import fields
from companion.web.forms.reader import Reader
from companion.web.http.language import gettext as _

MORE = "more"
TILES = range(BOX.fewest_cards, BOX.fewest_cards + 3)
"""The numbers of cards that have a tile; a larger one is typed."""
FIELDS = fields(
    {
        "what": (
            UnknownItem,
            NoneLeft,
            UnknownMission,
            MissionTaken,
            MissionTwice,
            LootExceeded,
            NothingMoved,
        ),
        "cards": (TooFewCards, MoreThanLeft),
        "ambushes": (TooManyAmbushes, OneAmbush, OwnAmbush),
        "numbers": (NumbersNeeded, NumberOutOfRange, NumbersNotFalling, NumbersKnown),
        "reason": (ReasonTooLong,),
        "": (
            HomeUndecided,
            EighthUndecided,
            NeitherSetNorMission,
            CorrectedMeanwhile,
            DeliveredMeanwhile,
            CorrectionBreaksDelivery,
            CorrectionBreaksMission,
        ),
    }
)
"""The field each refusal is shown beside."""


@dataclass(frozen=True, slots=True)
class DeliveryForm:
    """The sheet as typed: the `seat` is -1 and `what` is "" until they are chosen. `ambushes` has a number
    for each seat that laid any; `numbers` are both of the mission that is chosen, if they are typed. In a
    correction, it may `never` have happened.
    """

    seat: int
    what: str
    cards: int
    ambushes: Mapping[int, int]
    numbers: Numbers | None
    reason: str = ""
    never: bool = False

    @property
    def is_mission(self) -> bool:
        """Whether a mission is chosen."""
        return self.what in BOX.mission_words

    @property
    def is_ready(self) -> bool:
        """Whether all is chosen that has to be."""
        return self.never or (self.seat >= 0 and bool(self.what))

    def corrected(self) -> Deliver | Fulfil | NeverHappened:
        """What an entry is corrected to."""
        return NeverHappened() if self.never else self.command()

    def command(self) -> Deliver | Fulfil:
        """What is asked for."""
        if self.is_mission:
            return Fulfil(self.seat, self.what, self.numbers)
        ambushers = tuple(seat for seat, number in self.ambushes.items() for _each in range(number))
        return Deliver(self.seat, self.what, self.cards, ambushers)


def read(reader: Reader, game: Game, *, asks: bool = True) -> DeliveryForm:
    """What is chosen; where it is booked, and not only drawn, the form `asks` for what is missing."""
    words = (*BOX.item_words, *BOX.mission_words)
    form, seats = reader.form, [str(seat) for seat in range(len(game.seats))]
    if asks:
        reader.choice("seat", seats, _("Who delivers? Choose a player."))
        reader.choice("what", words, _("Choose an object or a mission."))
    seat = int(form["seat"]) if form.get("seat") in seats else -1
    what = form["what"] if form.get("what") in words else ""
    return DeliveryForm(
        seat=seat,
        what=what,
        cards=_cards(reader),
        ambushes=_ambushes(reader, game),
        numbers=_numbers(reader, what),
        reason=reader.text("reason", LONGEST_REASON),
        never=reader.ticked("never"),
    )


def of_entry(was: Delivered | Fulfilled, *, never: bool = False) -> MultiDict[str, str]:
    """The fields as they say what was booked."""
    form = MultiDict({"seat": str(was.seat)})
    if never:
        form["never"] = "1"
    if isinstance(was, Fulfilled):
        form["what"] = was.mission
        form[f"alone-{was.mission}"] = str(was.numbers.alone)
        form[f"shared-{was.mission}"] = str(was.numbers.shared)
        return form
    form["what"] = was.item
    form["cards"] = str(was.cards) if was.cards in TILES else MORE
    form[MORE] = "" if was.cards in TILES else str(was.cards)
    for seat in was.ambushers:
        form[f"ambush-{seat}"] = str(was.ambushers.count(seat))
    return form


def with_known(form: DeliveryForm, known: Mapping[str, Numbers]) -> DeliveryForm:
    """The same, with the numbers that are known where none are typed."""
    return replace(form, numbers=form.numbers or known.get(form.what))


def field_of(refusal: Refusal, form: DeliveryForm) -> str:
    """The field that a refusal is shown beside."""
    field = beside.field_of(FIELDS, refusal)
    return f"alone-{form.what}" if field == "numbers" else field


def _cards(reader: Reader) -> int:
    """Three, unless another number is chosen; one that is typed counts where `more` is."""
    chosen = reader.form.get("cards", str(BOX.fewest_cards))
    if chosen != MORE:
        return int(chosen) if chosen in map(str, TILES) else 0
    return reader.number(MORE, BOX.copies, BOX.fewest_cards, blank=None)


def _ambushes(reader: Reader, game: Game) -> dict[int, int]:
    """How many each laid."""
    numbers = {seat: reader.number(f"ambush-{seat}", BOX.copies) for seat in range(len(game.seats))}
    return {seat: number for seat, number in numbers.items() if number}


def _numbers(reader: Reader, what: str) -> Numbers | None:
    """Both numbers of a mission that is chosen; none where nothing is typed."""
    names = [f"{which}-{what}" for which in ("alone", "shared")]
    if what not in BOX.mission_words or not any(reader.form.get(name, "").strip() for name in names):
        return None
    alone, shared = (reader.number(name, BOX.highest_number, 1, blank=None) for name in names)
    return Numbers(alone, shared)
