"""What happened last, as the stage shows it: cards one by one, gold from purse to purse, a new Sheriff."""

from collections import Counter
from dataclasses import dataclass, replace

from companion.rules.goods import GOLD, Goods
from companion.rules.ledger import BOOTY, Account
from companion.rules.sheriff import debts
from companion.rules.sheriff.bases import Event
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.ending import ContrabandRevealed, GoldCounted
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.market import MarketCardTaken
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.orders import OrderFilled
from companion.rules.sheriff.other_cards import OtherCardTaken
from companion.rules.sheriff.passed import BagPassed
from companion.rules.sheriff.taking import CardTaken
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.table import Table
from companion.web.screens.parts import Seat, Status, seat_of, seats_of
from companion.web.screens.sheriff.haggle import LONGEST, Sentence, sized
from companion.web.screens.sheriff.open_cards import Card, key_of_bag, shown_cards
from companion.web.screens.sheriff.stocks import Stock, stocks
from companion.web.words.sheriff.event_words import report
from companion.web.words.sheriff.sentences import Words
from companion.web.words.undoing import Report

MOST_PAYMENTS = 5
MOST_CARDS = 10
"""More cards are shown as a number of each kind."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Gold that went from one to the other; nobody is the bank or, where it says so, the Booty."""

    giver: Seat | None
    receiver: Seat | None
    gold: int
    booty: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """What happened last: to whom, in a word and in a sentence; the cards, one by one or by kind, what they
    are `worth` together if they were turned over in the end, or what the card for them counts, and the gold
    that moved. If it `turns` cards over that nobody has seen yet, what they come to waits for the last.
    """

    icon: str
    sentence: Sentence
    seat: Seat | None = None
    verdict: Status | None = None
    cards: tuple[Card, ...] = ()
    kinds: tuple[Stock, ...] = ()
    worth: int = 0
    payments: tuple[Payment, ...] = ()
    turns: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    """A round begins: who is Sheriff in it, or who are its two Deputies."""

    sheriffs: tuple[Seat, ...]
    sentence: Sentence


def badge(table: Table) -> Badge:
    """Who is Sheriff from the last entry on."""
    return Badge(seats_of(table.game, table.game.sheriffs), sized(_told(table).words))


def _told(table: Table) -> Sentence:
    event = table.standing[-1].event
    return sized(report(Words(table.game.seats), event).sentence)


def moment_of(table: Table) -> Moment:
    """The last entry; what it has besides its sentence is shown for a bag, a payment, and cards that were
    turned over in the end.
    """
    game, event = table.game, table.standing[-1].event
    told = _told_briefly(game, event)
    moment = Moment(told.icon, sized(told.sentence), payments=_payments(game, event))
    match event:
        case BagOpened():
            verdict = Status(_("honest"), "bag_open") if event.is_true else Status(_("caught"), "ui-close")
            lost = event.confiscated + event.to_hand
            cards = shown_cards(game, key_of_bag(game, event.merchant), event.contents, lost)
        case BagPassed():
            verdict = Status(_("passed"), "ui-check")
            cards = shown_cards(game, key_of_bag(game, event.merchant), event.contents)
        case MarketCardTaken() | OrderFilled() | OtherCardTaken():
            cards = shown_cards(game, f"card-{table.standing[-1].seq}", *_for_card(event))
            return replace(moment, seat=seat_of(game, event.seat), cards=tuple(cards), worth=event.gold)
        case ContrabandRevealed():
            return _revealed(table, moment, event.seat)
        case _:
            return moment
    turns = isinstance(event, BagOpened)
    whose = seat_of(game, event.merchant)
    return replace(moment, seat=whose, verdict=verdict, cards=tuple(cards), turns=turns)


def _for_card(event: CardTaken) -> tuple[Goods, Goods]:
    """The cards that were shown for one that counts at the end, and those of them that left the game."""
    match event:
        case MarketCardTaken(good=good):
            given = Goods({good: MERRY_MEN.price})
            return given, given
        case OrderFilled(good=good, contraband=contraband):
            return Goods({good: 1, contraband: 1}), Goods()
        case _:
            return Goods(), Goods()


def _told_briefly(game: Game, event: Event) -> Report:
    """An entry in words; of a bag with many deals only what became of it, for a card not what is shown."""
    if isinstance(event, MarketCardTaken | OrderFilled):
        event = replace(event, told=Goods())
    told = report(Words(game.seats), event)
    if isinstance(event, BagPassed | BagOpened) and len(told.sentence.striptags()) > LONGEST:
        return report(Words(game.seats), replace(event, deals=()))
    return told


def _revealed(table: Table, moment: Moment, seat: int) -> Moment:
    """All that a player turned over, entry by entry."""
    game, every = table.game, (line.event for line in table.standing)
    told = [one for one in every if isinstance(one, ContrabandRevealed) and one.seat == seat]
    goods = sum((one.goods for one in told), Goods())
    is_few = goods.total <= MOST_CARDS
    return replace(
        moment,
        seat=seat_of(game, seat),
        cards=tuple(shown_cards(game, f"reveal-{seat}", goods)) if is_few else (),
        turns=is_few,
        kinds=() if is_few else stocks(game, goods),
        worth=debts.worth(game.cards, goods),
    )


def _payments(game: Game, event: Event) -> tuple[Payment, ...]:
    """The gold that went from purse to purse, the largest amounts first; not coins that are only counted."""
    if isinstance(event, GoldCounted):
        return ()
    gold: Counter[tuple[Account, Account]] = Counter()
    for move in event.moves:
        if move.what == GOLD:
            gold[move.source, move.target] += move.amount
    return tuple(
        Payment(_side(game, giver), _side(game, receiver), amount, booty=BOOTY in {giver, receiver})
        for (giver, receiver), amount in gold.most_common(MOST_PAYMENTS)
    )


def _side(game: Game, account: Account) -> Seat | None:
    return None if account.seat is None else seat_of(game, account.seat)
