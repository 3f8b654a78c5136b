"""The forms that change the table itself: its players, their names, its options."""

from companion.rules.goods import Goods
from companion.rules.names import LONGEST_NAME
from companion.rules.refusals import NameEmpty, NameInvisible, NameRepeated, NameTooLong, Refusal
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.options import MOST_COPIES, Options
from companion.rules.sheriff.refusals import GoldOutOfRange, NoCoinsHere, TableFull, TurnsOutOfRange
from companion.rules.sheriff.seating import ComeBack, Join, Rename
from companion.rules.sheriff.switching import SetOptions, with_switches
from companion.web.forms.beside import fields
from companion.web.forms.reader import Reader
from companion.web.words.sheriff.glossary import OPTIONS

MOST_TURNS = 99
PROMO, COPIES = "promo-", "copies-"


def rename(reader: Reader, seat: int) -> Rename:
    """The command of a line with a name."""
    return Rename(seat, reader.form.get(f"name-{seat}", "")[: LONGEST_NAME + 1])


def come_back(game: Game, reader: Reader, seat: int) -> ComeBack:
    """The command of a line of somebody who went home; in the old place where no other is named."""
    turns, gold = reader.number(f"turns-{seat}", MOST_TURNS), reader.number(f"gold-{seat}")
    field = f"after-{seat}"
    after = reader.seat(field, len(game.seats)) if reader.form.get(field) else None
    return ComeBack(seat, turns, gold, after)


def back_field(refusal: Refusal, seat: int) -> str:
    """The field of that line a refusal is shown beside, "" for above them all."""
    places = {TurnsOutOfRange: "turns", GoldOutOfRange: "gold", NoCoinsHere: "gold"}
    field = places.get(type(refusal), "")
    return f"{field}-{seat}" if field else ""


JOIN_FIELDS = fields(
    {
        "newcomer": (NameEmpty, NameInvisible, NameRepeated, NameTooLong, TableFull),
        "turns": (TurnsOutOfRange,),
        "gold": (GoldOutOfRange, NoCoinsHere),
    }
)


def join(game: Game, reader: Reader) -> Join:
    """The command of the form for a player who comes late."""
    name = reader.form.get("newcomer", "")[: LONGEST_NAME + 1]
    after, turns = reader.seat("after", len(game.seats)), reader.number("turns", MOST_TURNS)
    return Join(name, after, turns, reader.number("gold"))


def coming(game: Game, reader: Reader) -> Join | None:
    """Who comes late, as typed; nobody, if this is not their form."""
    return join(game, reader) if "newcomer" in reader.form else None


def set_options(game: Game, reader: Reader) -> SetOptions:
    """The command of the switches; a promo card without a number is there once."""
    words = [good.word for good in game.cards.of(Kind.PROMO)]
    reader.known(PROMO, words, beside="options")
    promo = {
        word: reader.number(COPIES + word, MOST_COPIES, 1, blank=1)
        for word in words
        if reader.ticked(PROMO + word)
    }
    return SetOptions(with_switches(game.options, Goods(promo), filter(reader.ticked, OPTIONS)))


def options_of(game: Game, reader: Reader) -> Options:
    """The options as typed; as they are, if this is not their form."""
    return set_options(game, reader).options if reader.ticked("switching") else game.options
