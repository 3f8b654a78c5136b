"""What only a merchant knows: the cards of their own bags, noted round by round (I2, I11, T8).

A note is checked against the box and what everybody sees, nothing else: the check must leak nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.rules.ledger import Goods
from companion.rules.refusals import CountIsClosed, Refusal, allow
from companion.rules.seats import Stage
from companion.rules.sheriff.bags import FEWEST_CARDS, MOST_CARDS
from companion.rules.sheriff.deals import promised_kinds
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.rules.sheriff.passed import BagPassed, PassBag, as_passed
from companion.rules.sheriff.posting import check_in_play
from companion.rules.sheriff.refusals import NumberOutOfBag, SupplyExceeded

ELSEWHERE = 0
"""The round of cards that came to a stand in another way: as its first cards, in a deal, by hand."""


@dataclass(frozen=True, slots=True)
class Smuggled:
    """A seat's bag that passed in this round: how many cards lie face down on its own stand, what contraband
    was `given` away by its kind, and how many cards `unseen` (I8).
    """

    round: int
    face_down: int
    given: Goods = field(default_factory=Goods)
    unseen: int = 0

    def left(self, noted: Goods) -> Goods:
        """The noted contraband that lies on the stand. Empty if the note does not fit the bag, or if cards
        were given unseen and could be of several kinds.
        """
        if not self.given <= noted or noted.total != self.face_down + self.given.total + self.unseen:
            return Goods()
        left = noted - self.given
        if self.unseen and len(left) > 1:
            return Goods()
        return Goods({word: count - self.unseen for word, count in left.items()})


def smuggled(bags: Iterable[tuple[int, BagPassed]], seat: int) -> tuple[Smuggled, ...]:
    """A seat's bags that passed with contraband, picked from all bags and their rounds."""
    mine = (_smuggled(number, bag) for number, bag in bags if bag.merchant == seat)
    return tuple(bag for bag in mine if bag.face_down)


def _smuggled(number: int, bag: BagPassed) -> Smuggled:
    """What the merchant kept of a bag; nothing if a card of it was shown, because then it is unknown."""
    hidden = 0 if bag.raids else bag.contents.get(FACE_DOWN, 0)
    unnamed = max(0, hidden - bag.there.total)
    unseen = min(sum(deal.bag.get(FACE_DOWN, 0) for deal in bag.deals), unnamed)
    return Smuggled(number, unnamed - unseen, bag.there, unseen)


def received(bags: Iterable[BagPassed], seat: int) -> Goods:
    """The contraband that the bags of others gave a seat by its kind, as their merchants said (I8)."""
    came = Goods()
    for bag in bags:
        left = bag.there
        for deal in bag.deals:
            named = deal.bag.overlap(left)
            left -= named
            came += named if deal.receiver == seat and seat not in bag.together else {}
    return came


def proposed(game: Game, cards: Goods) -> str:
    """The good that these cards' merchant would likely declare (I1): the most frequent legal one, or ""."""
    most = max(game.legal_goods, key=lambda good: cards.get(good, 0))
    return most if most in cards else ""


def known(
    game: Game,
    seat: int,
    bags: Iterable[Smuggled],
    notes: Mapping[int, Goods],
    told: Iterable[Goods],
) -> Goods:
    """The kinds of a seat's face-down cards as far as its notes tell them: those of each bag that passed with
    as much contraband as was noted, less what was given away, and of cards that came another way, less what
    the seat has told since.
    Empty if the notes name more cards than are there: then somebody has to look.
    """
    contraband = {number: _contraband(game, noted) for number, noted in notes.items()}
    fitting = [contraband.get(ELSEWHERE, Goods())]
    fitting += [bag.left(contraband[bag.round]) for bag in bags if bag.round in contraband]
    cards = sum(fitting, Goods())
    for goods in told:
        cards -= cards.overlap(goods)
    return cards if cards.total <= game.face_down(seat) else Goods()


def stayed(game: Game, bag: Smuggled, noted: Goods) -> Goods:
    """A bag's note as it is read later: without the contraband that was given away, if that is known."""
    contraband = _contraband(game, noted)
    left = bag.left(contraband)
    return noted - contraband + left if left else noted


def noted_as(game: Game, bag: BagPassed, noted: Goods) -> PassBag | None:
    """The bag that passed as its note says it; None if nothing was noted, or if it was recorded like that, as
    far as it is public (I2).
    """
    contents = as_passed(game, noted)
    if not noted or contents == bag.contents:
        return None
    there = noted.overlap(promised_kinds(game, bag.deals))
    return PassBag(bag.merchant, bag.declaration, contents, bag.deals, bag.raids, there, bag.alone)


def may_note(game: Game) -> Refusal | None:
    """Whether notes still make sense: once the count is closed, everything is told."""
    return CountIsClosed() if game.stage is Stage.CLOSED else None


def check_note(game: Game, number: int, noted: Goods) -> None:
    """Refuse a note that comes too late, or of impossible cards: more than a bag holds, or more contraband
    than the box has left after what lies face up on all stands and what left the game.
    """
    allow(may_note(game))
    check_in_play(game, noted)
    if number != ELSEWHERE and noted.total > MOST_CARDS:
        raise NumberOutOfBag(FEWEST_CARDS, MOST_CARDS)
    gone = game.out_of_game
    for word, count in _contraband(game, noted).items():
        open_cards = sum(game.stand(seat).get(word, 0) for seat in range(len(game.seats)))
        shown = count + open_cards + gone.get(word, 0)
        if shown > game.copies(word):
            raise SupplyExceeded(word, shown, game.copies(word))


def _contraband(game: Game, noted: Goods) -> Goods:
    return Goods({word: count for word, count in noted.items() if word in game.contraband})
