"""Any other card that is worth gold at the end, by the name and the number that it prints (E24)."""

from companion.rules.ledger import BOX, extras
from companion.rules.refusals import CountIsClosed, Refusal, allow
from companion.rules.sheriff.commands import TakeOtherCard
from companion.rules.sheriff.expansion_events import OtherCardTaken
from companion.rules.sheriff.extras import card_name, check_extra_gold, other_card
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.guards import may_hold
from companion.rules.sheriff.posting import Posting
from companion.rules.sheriff.refusals import NotPlayedHere
from companion.rules.stages import Stage


def may_take(game: Game, seat: int) -> Refusal | None:
    """Whether a player can have another card: until the result is final."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return may_hold(game, seat) if game.options.other_cards else NotPlayedHere()


def take(game: Game, command: TakeOtherCard) -> OtherCardTaken:
    """A player has a card that the app knows nothing of but this (E24)."""
    allow(may_take(game, command.seat))
    name = card_name(command.card)
    check_extra_gold(command.gold)
    posting = Posting(game)
    posting.move(BOX, extras(command.seat), other_card(name, command.gold).goods)
    return OtherCardTaken(command.seat, name, command.gold, posting.moves)
