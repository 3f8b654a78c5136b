"""The stage: what the table view shows, one thing at a time, to be read from three metres away."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from markupsafe import Markup

from companion.places import Viewer
from companion.rules.goods import GOLD, Goods
from companion.rules.sheriff import debts, declaring, events
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.talk import OF_A_SEAT, SILENT, ProposalState, decision_of, proposal_of
from companion.rules.stages import Stage as Phase
from companion.web.http.language import gettext as _
from companion.web.phone.sheriff.phone_context import PhoneContext
from companion.web.phone.sheriff.table import Table
from companion.web.screens.door import DoorView
from companion.web.screens.parts import Seat, Status, seat_of, shared
from companion.web.screens.sheriff.board import Bar, Board, SeatRow
from companion.web.screens.sheriff.merchants import Merchant
from companion.web.screens.sheriff.race import Race, race
from companion.web.screens.sheriff.stocks import Stock, Timer, kind_of, stocks
from companion.web.screens.sheriff.talk_panel import Offered
from companion.web.screens.sheriff.turns import next_for, next_of
from companion.web.words.people import say
from companion.web.words.sheriff.event_words import Report, report
from companion.web.words.sheriff.sentences import Words

MOST_OFFERS, MOST_WORDS = 2, 240
"""How many offers are shown at once, and how long they may be together; the latest one always is."""
MOST_PAYMENTS = 2
MOST_CARDS = 10
"""More cards are shown as a number of each kind."""
NO_GOODS = Goods()
LONG, LONGEST = 70, 170
"""The length of sentences from which they are written smaller, so that they fit."""


@dataclass(frozen=True, slots=True)
class StagePlayer:
    """A player at the foot of the stage, and what is known of the bag; the one all wait for `is_next`. Before
    the game begins it says whether there is a phone.
    """

    row: SeatRow
    bag: Merchant | None
    is_next: bool
    has_phone: bool | None = None


@dataclass(frozen=True, slots=True)
class Gathering:
    """Before anything is said or booked: the way in, while the door is open."""

    door: DoorView | None


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said or happened; the `size` of its letters is "", "long" or "longest"."""

    words: Markup
    size: str
    answer: Status | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies open; `out` if it went to a discard pile or the Sheriff's hand. Its `key` stays while
    it lies there.
    """

    key: str
    word: str
    kind: str
    out: bool = False


@dataclass(frozen=True, slots=True)
class Haggle:
    """A bag before it is booked: what was declared, what is offered over it, the cards once it is open."""

    seat: Seat
    head: Sentence
    declared: Stock | None
    cards: tuple[Card, ...]
    offers: tuple[Sentence, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Payment:
    """Gold that went from one to the other; nobody is the bank."""

    giver: Seat | None
    receiver: Seat | None
    gold: int


@dataclass(frozen=True, slots=True)
class Moment:
    """What happened last: to whom, in a word and in a sentence; the cards, one by one or by kind, what they
    are `worth` together if they were turned over in the end, and the gold that moved.
    """

    icon: str
    sentence: Sentence
    seat: Seat | None = None
    verdict: Status | None = None
    cards: tuple[Card, ...] = ()
    kinds: tuple[Stock, ...] = ()
    worth: int = 0
    payments: tuple[Payment, ...] = ()


@dataclass(frozen=True, slots=True)
class Badge:
    """A round begins: who is Sheriff in it."""

    sheriff: Seat
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Stage:
    """What sheriff/stage/_stage.html shows: exactly one of `gathering`, `haggle`, `moment`, `badge` and
    `race`, below that whom all wait for, and everybody's purse. `onward` leads to the rematch, `code` lets
    latecomers in.
    """

    game: str
    bar: Bar
    players: tuple[StagePlayer, ...]
    timer: Timer | None
    waits: Markup | str
    besides: Markup | str
    code: str
    onward: str
    gathering: Gathering | None = None
    haggle: Haggle | None = None
    moment: Moment | None = None
    badge: Badge | None = None
    race: Race | None = None


def is_stage(me: Viewer) -> bool:
    """Whether a phone shows the stage and not a board: the table view, if it plays no part."""
    return me.table_view and not me.plays


def stage(table: Table, phone: PhoneContext, board: Board, onward: str) -> Stage:
    """The stage now; `board` is what this phone would see as a board, `onward` the way to the rematch."""
    bags, turn = {bag.number: bag for bag in board.merchants}, _turn(table.game, phone)
    whole = Stage(
        game=table.id,
        bar=board.bar,
        players=tuple(
            StagePlayer(row, bags.get(row.number), is_next=row.number == turn) for row in board.seats
        ),
        timer=board.timer if board.timer and board.timer.was_started else None,
        waits="" if board.closed else board.next.words,
        besides="" if board.closed else board.next.besides,
        code=board.door.code if board.door and not board.closed else "",
        onward=onward,
    )
    if (result := table.game.result) is not None:
        return replace(whole, race=race(table.game, result))
    if board.undone is not None:
        return replace(whole, moment=Moment(board.undone.icon, sized(board.undone.sentence)))
    if (merchant := _on_stage(table, phone)) is not None:
        return replace(whole, haggle=_haggle(table.game, phone, board, merchant))
    if table.latest is None:
        people = tuple(replace(one, has_phone=one.row.number in phone.phones) for one in whole.players)
        return replace(whole, gathering=Gathering(board.door), players=people, code="")
    if isinstance(table.latest.event, events.BadgePassed | events.SheriffMended | events.TurnSkipped):
        return replace(whole, badge=shared(table, "badge", _badge))
    return replace(whole, moment=shared(table, "moment", _moment))


def sized(words: Markup, answer: Status | None = None) -> Sentence:
    """A sentence in letters that fit."""
    length = len(words.striptags())
    return Sentence(words, "longest" if length > LONGEST else "long" if length > LONG else "", answer)


def _turn(game: Game, phone: PhoneContext) -> int | None:
    """Whose declaration, bag or cards come next."""
    following = next_for(game, phone, next_of(game))
    if following.seat is None or following.seat.number not in {*game.waiting, *_in_count(game)}:
        return None
    return following.seat.number


def _in_count(game: Game) -> tuple[int, ...]:
    return game.circle if game.stage is Phase.COUNT else ()


def _on_stage(table: Table, phone: PhoneContext) -> int | None:
    """Whose bag all look at: the one about which something was said since the last entry or, once all have
    declared, the next to be dealt with; None if nothing was said.
    """
    game, talk = table.game, phone.talk
    booked = table.latest.seq if table.latest else 0
    if game.stage is not Phase.ROUNDS or talk.latest == SILENT or talk.said_on < booked or not game.waiting:
        return None
    merchant = _spoken_of(phone)
    is_done = declaring.next_speaker(game, talk, phone.phones) is None
    if merchant not in game.waiting or (is_done and talk.latest[0] in {"declared", "unsaid"}):
        return game.waiting[0]
    return merchant


def _spoken_of(phone: PhoneContext) -> int | None:
    what, of = phone.talk.latest
    if what in OF_A_SEAT:
        return of
    proposal = proposal_of(phone.talk, of)
    return proposal.merchant if proposal else None


def _haggle(game: Game, phone: PhoneContext, board: Board, merchant: int) -> Haggle:
    said = phone.talk.declarations.get(merchant)
    bags = board.talk.bags if board.talk else ()
    is_open = decision_of(phone.talk, merchant) is None
    offers = [offer for bag in bags if is_open and bag.seat.number == merchant for offer in bag.offers]
    latest = _latest(sorted(offers, key=lambda offer: _weight(phone, offer)))
    turned = phone.talk.decisions[merchant].turned if merchant in phone.talk.decisions else Goods()
    return Haggle(
        seat=seat_of(game, merchant),
        head=sized(_head(game, phone, merchant)),
        declared=Stock(said.good, said.number, kind_of(game, said.good)) if said else None,
        cards=tuple(_cards(game, _key(game, merchant), turned)),
        offers=latest,
        more=len(offers) - len(latest),
    )


def _weight(phone: PhoneContext, offer: Offered) -> int:
    """What was accepted counts more than what is open, and that more than what was refused."""
    proposal = proposal_of(phone.talk, offer.number)
    states = (ProposalState.REFUSED, ProposalState.OPEN, ProposalState.ACCEPTED)
    return states.index(proposal.state) if proposal else 0


def _latest(offers: Sequence[Offered]) -> tuple[Sentence, ...]:
    """The last of these offers, as many as there is room for."""
    lengths = accumulate(len(offer.sentence.striptags()) for offer in reversed(offers))
    room = sum(length <= MOST_WORDS for length in lengths)
    shown = offers[-min(MOST_OFFERS, max(1, room)) :]
    return tuple(sized(offer.sentence, offer.answer) for offer in shown)


def _head(game: Game, phone: PhoneContext, merchant: int) -> Markup:
    words, talk = Words(game.seats), phone.talk
    decision = decision_of(talk, merchant)
    if decision is Decision.PASSES:
        sentence = _("%(sheriff)s lets %(name)s’s bag pass.")
    elif decision is Decision.OPENS:
        sentence = _("%(sheriff)s opens %(name)s’s bag.")
    elif declaring.threatened(game, talk) == merchant:
        sentence = _("%(sheriff)s threatens to open %(name)s’s bag.")
    elif merchant in talk.declarations:
        sentence = _("%(name)s declares")
    else:
        sentence = _("%(name)s’s bag")
    return say(sentence, name=words.name(merchant), sheriff=words.name(game.sheriff))


def _key(game: Game, merchant: int) -> str:
    """The cards of a bag that was opened stay the same ones when it is booked."""
    return f"bag-{game.round}-{merchant}"


def _cards(game: Game, key: str, goods: Goods, lost: Goods = NO_GOODS) -> Iterator[Card]:
    """One by one, with those that were `lost` last of their kind."""
    number = 0
    for word, count in goods.items():
        kept = count - lost.get(word, 0)
        for index in range(count):
            yield Card(f"{key}-{number}", word, kind_of(game, word), index >= kept)
            number += 1


def _badge(table: Table) -> Badge:
    return Badge(seat_of(table.game, table.game.sheriff), sized(_told(table).words))


def _told(table: Table) -> Sentence:
    event = table.standing[-1].event
    return sized(report(Words(table.game.seats), event).sentence)


def _moment(table: Table) -> Moment:
    """The last entry; what it has besides its sentence is shown for a bag, a payment, and cards that were
    turned over in the end.
    """
    game, event = table.game, table.standing[-1].event
    told = _told_briefly(game, event)
    moment = Moment(told.icon, sized(told.sentence), payments=_payments(game, event))
    match event:
        case events.BagOpened():
            verdict = Status(_("honest"), "bag_open") if event.is_true else Status(_("caught"), "ui-close")
            lost = event.confiscated + event.to_hand
            cards = _cards(game, _key(game, event.merchant), event.contents, lost)
        case events.BagPassed():
            verdict = Status(_("passed"), "ui-check")
            cards = _cards(game, _key(game, event.merchant), event.contents)
        case events.ContrabandRevealed():
            return _revealed(table, moment, event.seat)
        case _:
            return moment
    return replace(moment, seat=seat_of(game, event.merchant), verdict=verdict, cards=tuple(cards))


def _told_briefly(game: Game, event: events.Event) -> Report:
    """An entry in words; of a bag with many deals only what became of it."""
    told = report(Words(game.seats), event)
    if isinstance(event, events.BagPassed | events.BagOpened) and len(told.sentence.striptags()) > LONGEST:
        return report(Words(game.seats), replace(event, deals=()))
    return told


def _revealed(table: Table, moment: Moment, seat: int) -> Moment:
    """All that a player turned over, entry by entry."""
    game, every = table.game, (line.event for line in table.standing)
    told = [one for one in every if isinstance(one, events.ContrabandRevealed) and one.seat == seat]
    goods = sum((one.goods for one in told), Goods())
    is_few = goods.total <= MOST_CARDS
    return replace(
        moment,
        seat=seat_of(game, seat),
        cards=tuple(_cards(game, f"reveal-{seat}", goods)) if is_few else (),
        kinds=() if is_few else stocks(game, goods),
        worth=debts.worth(game.cards, goods),
    )


def _payments(game: Game, event: events.Event) -> tuple[Payment, ...]:
    """The gold that went from purse to purse, the largest amounts first."""
    gold: Counter[tuple[int | None, int | None]] = Counter()
    for move in event.moves:
        if move.what == GOLD:
            gold[move.source.seat, move.target.seat] += move.amount
    return tuple(
        Payment(
            None if giver is None else seat_of(game, giver),
            None if receiver is None else seat_of(game, receiver),
            amount,
        )
        for (giver, receiver), amount in gold.most_common(MOST_PAYMENTS)
    )
