"""Any other card that is worth gold at the end, by the name and the number that it prints (E24)."""

from dataclasses import dataclass

from companion.rules.kinds import Moves
from companion.rules.ledger import BOX, Goods, extras
from companion.rules.names import LONGEST_NAME, clean_name
from companion.rules.refusals import N_, CountIsClosed, Refusal, allow
from companion.rules.seats import Stage
from companion.rules.sheriff.extras import Extra, check_extra_gold
from companion.rules.sheriff.game import Game, may_hold
from companion.rules.sheriff.posting import Posting
from companion.rules.sheriff.refusals import CardNameRefused, NotPlayedHere
from companion.rules.sheriff.taking import CardTaken, CardWords, TakeCard

OTHER = "other"


def other_card(name: str, gold: int = 0) -> Extra:
    """Any other card, by its name (E24)."""
    return Extra(f"{OTHER}:{name}", gold)


def card_name(name: str) -> str:
    """The name of another card as it is kept, like one of a player (E24)."""
    try:
        return clean_name(name)
    except Refusal as refusal:
        raise CardNameRefused(LONGEST_NAME) from refusal


@dataclass(frozen=True, slots=True)
class TakeOtherCard(TakeCard):
    """A player has another card that counts at the end, by name and number (E24); 0 in corrections alone."""

    word = "take_other_card"
    for_bag = False
    seat: int
    card: str
    gold: int

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether a player can have another card: until the result is final."""
        if game.stage is Stage.CLOSED:
            return CountIsClosed()
        return may_hold(game, seat) if game.options.other_cards else NotPlayedHere()

    def decide(self, game: Game) -> "OtherCardTaken":
        """A player has a card of which the app knows only its name and number (E24)."""
        allow(self.may(game, self.seat))
        name = card_name(self.card)
        check_extra_gold(self.gold)
        posting = Posting(game)
        posting.move(BOX, extras(self.seat), other_card(name, self.gold).goods)
        return OtherCardTaken(self.seat, name, self.gold, posting.moves)


@dataclass(frozen=True, slots=True)
class OtherCardTaken(CardTaken):
    """A player has another card that counts at the end, by its name (E24). With 0 gold it never was there."""

    word = "other_card_taken"
    head, option, printed = OTHER, "other_cards", ()
    takes = TakeOtherCard
    said = CardWords(
        name="%(card)s",
        taken=N_("%(name)s has the card “%(card)s”, of %(gold)s."),
        owner=N_("You have the card “%(card)s”: it counts %(gold)s at the end."),
    )
    parts = ("card",)
    told = Goods()
    seat: int
    card: str
    gold: int
    moves: Moves
