"""The end: stands checked, contraband revealed, coins and Feast Plates told, the result (S1, S6)."""

from companion.rules.goods import Goods
from companion.rules.refusals import CountIsClosed, NotInCount, Refusal
from companion.rules.seats import Presence
from companion.rules.sheriff.commands import CheckStand, ChoosePlates, CountGold, RevealContraband
from companion.rules.sheriff.debts import check_told
from companion.rules.sheriff.events import (
    ContrabandRevealed,
    CountClosed,
    GoldCounted,
    PlatesChosen,
    StandChecked,
)
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.guards import check_gold, may_hold
from companion.rules.sheriff.posting import Posting
from companion.rules.sheriff.refusals import (
    CardsUnknown,
    GoldUnknown,
    NotFaceDown,
    NothingTold,
    PlatesMismatch,
    PlatesOutOfTurn,
    PlatesServed,
    PlatesUnknown,
)
from companion.rules.sheriff.scoring import Bonus, count, kings
from companion.rules.sheriff.supply import check_in_play, check_supply
from companion.rules.stages import Stage


def may_reveal(game: Game, seat: int) -> Refusal | None:
    """Whether a player has face-down cards to tell."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return may_hold(game, seat) or (None if game.face_down(seat) else NotFaceDown(seat, 0))


def reveal(game: Game, command: RevealContraband) -> ContrabandRevealed:
    """Face-down cards become the kinds they are (S1)."""
    if not command.goods:
        raise NothingTold
    check_told(game, command.seat, command.goods, game.face_down(command.seat))
    posting = Posting(game)
    posting.tell(command.seat, command.goods)
    check_supply(game, posting.balances)
    return ContrabandRevealed(command.seat, command.goods, posting.moves)


def may_check(game: Game, seat: int) -> Refusal | None:
    """Whether a stand can be checked against its real cards: only during the count (S1)."""
    if game.stage is Stage.CLOSED:
        return CountIsClosed()
    return NotInCount() if game.stage is Stage.ROUNDS else may_hold(game, seat)


def check_stand(game: Game, command: CheckStand) -> StandChecked:
    """The stand becomes what its real cards are; the difference goes to the box or comes from it."""
    check_in_play(game, command.goods)
    booked = game.stand(command.seat)
    posting = Posting(game)
    posting.give(command.seat, None, booked - booked.overlap(command.goods))
    posting.give(None, command.seat, command.goods - booked.overlap(command.goods))
    check_supply(game, posting.balances)
    return StandChecked(command.seat, command.goods, posting.moves)


def may_count_gold(game: Game, seat: int) -> Refusal | None:
    """Whether this player's coins have to be typed: only where the table kept its own (T7)."""
    if game.stage is not Stage.COUNT or not game.options.coins_on_table:
        return NotInCount()
    return may_hold(game, seat)


def count_gold(game: Game, command: CountGold) -> GoldCounted:
    """The coins in front of a player become the purse."""
    check_gold(command.gold)
    more = command.gold - game.gold(command.seat)
    source, target = (None, command.seat) if more > 0 else (command.seat, None)
    posting = Posting(game)
    posting.bank(source, target, abs(more))
    return GoldCounted(command.seat, command.gold, posting.moves)


def plates(game: Game, seat: int) -> int:
    """How many Feast Plates a stand has."""
    return game.feast_plates(seat)


def next_in_turn(game: Game) -> int | None:
    """Who is next to turn cards over or, once all coins are counted, to serve Feast Plates (S6); None if
    nobody.
    """
    order = game.clockwise(game.first_sheriff)
    hidden = next((seat for seat in order if game.face_down(seat)), None)
    if hidden is not None or uncounted(game):
        return hidden
    return next((seat for seat in order if plates(game, seat) != len(game.plates.get(seat, ()))), None)


def may_choose_plates(game: Game, seat: int) -> Refusal | None:
    """Whether it is this player's turn to choose: first Sheriff first, then clockwise (S6). A choice can be
    changed until the next player has chosen.
    """
    if game.stage is not Stage.COUNT:
        return NotInCount()
    if refusal := may_hold(game, seat):
        return refusal
    if not plates(game, seat):
        return PlatesMismatch(0)
    order = game.clockwise(game.first_sheriff)
    return _first_unknown(game, order, seat) or _served_since(game, order, seat)


def _first_unknown(game: Game, order: tuple[int, ...], seat: int) -> Refusal | None:
    for other in order:
        if game.face_down(other):
            return CardsUnknown(other, game.face_down(other))
    for other in order[: order.index(seat)]:
        if plates(game, other) and other not in game.plates:
            return PlatesOutOfTurn(other)
    return None


def _served_since(game: Game, order: tuple[int, ...], seat: int) -> Refusal | None:
    """Whether somebody chose after this player did; a choice that a correction undid is made again."""
    later = (other for other in order[order.index(seat) + 1 :] if other in game.plates)
    return next(map(PlatesServed, later), None) if seat in game.plates else None


def choose_plates(game: Game, command: ChoosePlates) -> PlatesChosen:
    """Each Feast Plate becomes a legal good in play (S6)."""
    number = plates(game, command.seat)
    if len(command.goods) != number or any(word not in game.legal_goods for word in command.goods):
        raise PlatesMismatch(number)
    return PlatesChosen(command.seat, command.goods)


def may_close(game: Game) -> Refusal | None:
    """Refuse while anything is still missing that the count needs, naming whose."""
    if game.stage is not Stage.COUNT:
        return NotInCount()
    for seat in game.clockwise(game.first_sheriff):
        if game.face_down(seat):
            return CardsUnknown(seat, game.face_down(seat))
        if seat in uncounted(game):
            return GoldUnknown(seat)
        if plates(game, seat) and seat not in game.plates:
            return PlatesUnknown(seat)
    return None


def uncounted(game: Game) -> tuple[int, ...]:
    """Whose coins are still to be typed, at a table that kept them (T7); gone players have none."""
    if not game.options.coins_on_table:
        return ()
    holding = (seat for seat, who in enumerate(game.seats) if who.presence is not Presence.GONE)
    return tuple(seat for seat in holding if seat not in game.gold_counted)


def leading(game: Game) -> tuple[Bonus, ...]:
    """Who would be King and Queen of each legal good by what everybody sees on the stands (S2 to S6): without
    cards face down (T8), and without Feast Plates until they are served.
    """
    seats = range(len(game.seats))
    stands = [game.stand(seat) if seat in game.plates else _unserved(game, seat) for seat in seats]
    return kings(game.cards, stands, [game.plates.get(seat, ()) for seat in seats], game.began)


def _unserved(game: Game, seat: int) -> Goods:
    stand = game.stand(seat)
    return Goods({word: number for word, number in stand.items() if not game.becomes_legal(word)})


def close(game: Game) -> CountClosed:
    """The result, with every line of every sum (S1 to S8, E21)."""
    seats = range(len(game.seats))
    stands = [game.stand(seat) for seat in seats]
    gold = [game.gold(seat) for seat in seats]
    plates_chosen = [game.plates.get(seat, ()) for seat in seats]
    extras = [game.extras(seat) for seat in seats]
    return CountClosed(count(game.cards, stands, gold, plates_chosen, game.began, extras))
