"""Deals: what players give each other over a bag (I6 to I11)."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from companion.rules.kinds import may_act
from companion.rules.ledger import BOOTY, Goods
from companion.rules.refusals import Refusal, allow
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import LONGEST_PROMISE, MOST_CARDS, Deal, Decision
from companion.rules.sheriff.deputies import acting, on_booty
from companion.rules.sheriff.game import FACE_DOWN, Game, check_gold
from companion.rules.sheriff.posting import Posting, Side, check_in_play


def is_bribe(game: Game, merchant: int, deal: Deal) -> bool:
    """Whether a merchant gives the Sheriff, or either Deputy, something over their own bag: if accepted, the
    bag passes (I7, E12).
    """
    return deal.giver == merchant and deal.receiver in game.sheriffs


def binds(game: Game, merchant: int, deals: Iterable[Deal], alone: int | None = None) -> bool:
    """Whether one of these deals binds those who act to let this merchant's bag pass (I7, E12)."""
    bound = acting(game, alone)
    return any(deal.giver == merchant and deal.receiver in bound for deal in deals)


def as_kept(game: Game, merchant: int, deal: Deal) -> Deal:
    """The deal as it is kept: a merchant's own bribe names no decision, because it is always for passing
    (I7). With two Deputies it names passing, because one of them may still open the bag alone (E11).
    """
    if not is_bribe(game, merchant, deal):
        return deal
    if game.deputies:
        return replace(deal, decision=Decision.PASSES)
    return replace(deal, decision=None) if deal.decision is Decision.PASSES else deal


def choices(game: Game, merchant: int, deal: Deal) -> tuple[Decision | None, ...]:
    """The decisions a deal can be for, None for either; no choice for a merchant's own bribe (I7, I9)."""
    return () if is_bribe(game, merchant, deal) else (None, *Decision)


def promisable(game: Game, merchant: int, giver: int) -> Goods:
    """The cards that a giver can promise out of this merchant's bag: only the merchant can (I6, I8)."""
    words = (*game.legal_goods, FACE_DOWN, *game.contraband) if giver == merchant else ()
    return Goods(dict.fromkeys(words, MOST_CARDS))


def check_deals(game: Game, merchant: int, deals: Iterable[Deal], decision: Decision | None = None) -> None:
    """Refuse deals that make no sense over this merchant's bag, and those for another decision (I9)."""
    for deal in deals:
        allow(may_act(game, deal.giver))
        allow(may_act(game, deal.receiver))
        if deal.giver == deal.receiver:
            raise no.DealWithOneself
        check_gold(deal.gold)
        if not (deal.gold or deal.stand or deal.bag or deal.promise.strip()):
            raise no.EmptyDeal
        if len(deal.promise) > LONGEST_PROMISE:
            raise no.PromiseTooLong(LONGEST_PROMISE)
        check_in_play(game, deal.stand)
        if deal.bag and deal.giver != merchant:
            raise no.BagGoodsFromOthers(merchant)
        if deal.bag.total > game.cards.bag:
            raise no.PromisedOverBag(game.cards.bag)
        check_in_play(game, deal.bag)
        if deal.decision is Decision.OPENS and is_bribe(game, merchant, deal):
            raise no.BribeForOpening(merchant)
        if decision is not None and not deal.is_for(decision):
            raise no.DealForOther(deal.giver)


def check_told_of_bag(game: Game, goods: Goods) -> None:
    """Refuse contraband named by its kind where it can only be a face-down card (I2)."""
    check_in_play(game, goods)
    for word in goods:
        if word != FACE_DOWN and word not in game.legal_goods:
            raise no.KindTold(word)


def check_no_bribe(game: Game, merchant: int, deals: Iterable[Deal], alone: int | None = None) -> None:
    """Refuse to open a bag whose merchant's bribe was accepted by those who act (I7, E12)."""
    if binds(game, merchant, deals, alone):
        raise no.BribeToRemove(merchant)


def may_strike(
    game: Game, merchant: int, deals: Iterable[Deal], decision: Decision, alone: int | None = None
) -> Refusal | None:
    """Whether these deals can be booked with this decision, whatever is in the bag (I6, I7, I9)."""
    struck = tuple(deals)
    try:
        if decision is Decision.OPENS:
            check_no_bribe(game, merchant, struck, alone)
        check_deals(game, merchant, struck, decision)
        strike(Posting(game), struck, on_booty(game, decision, alone))
    except Refusal as refusal:
        return refusal
    return None


def strike(posting: Posting, deals: Iterable[Deal], shared: Container[int]) -> None:
    """Move the gold and the stand goods of all deals (I6, I11), in any order in which all can be paid; what
    is for seats in `shared` goes to the Booty (E8).
    """
    if failed := unpaid(posting, deals, shared):
        raise failed[0][1]


def unpaid(posting: Posting, deals: Iterable[Deal], shared: Container[int]) -> list[tuple[Deal, Refusal]]:
    """Post every deal that can be paid, in any order, and return the others with their refusals."""
    left = list(deals)
    while True:
        failed = [(deal, refusal) for deal in left if (refusal := _unpaid(posting, deal, shared))]
        if len(failed) == len(left):
            return failed
        left = [deal for deal, _ in failed]


def _unpaid(posting: Posting, deal: Deal, shared: Container[int]) -> Refusal | None:
    """Post one deal, or say why it cannot be paid."""
    before, receiver = posting.mark(), _receiver(deal, shared)
    try:
        posting.pay(deal.giver, receiver, deal.gold)
        posting.give(deal.giver, receiver, deal.stand)
    except Refusal as refusal:
        posting.back(before)
        return refusal
    return None


def _receiver(deal: Deal, shared: Container[int]) -> Side:
    return BOOTY if deal.receiver in shared else deal.receiver


def promised_kinds(game: Game, deals: Iterable[Deal]) -> Goods:
    """The contraband promised out of a bag by its kind."""
    promised = sum((deal.bag for deal in deals), Goods())
    return Goods({word: promised[word] for word in game.contraband if word in promised})


def share_out(
    posting: Posting, contents: Goods, deals: Iterable[Deal], there: Goods, shared: Container[int]
) -> Goods:
    """Give promised bag goods to their receivers, as far as they are there (I8), contraband face down (I11);
    what is for seats in `shared` goes to the Booty (E8). Returns what is left.
    """
    left = contents
    for deal, promised in each_due(deals, there):
        due = promised.overlap(left)
        posting.give(None, _receiver(deal, shared), due)
        left -= due
    return left


def each_due(deals: Iterable[Deal], there: Goods) -> Iterator[tuple[Deal, Goods]]:
    """What each deal is due from the bag: contraband by kind as far as it was `there`, as cards face down."""
    left = there
    for deal in deals:
        named = deal.bag.overlap(left)
        left -= named
        yield deal, deal.bag + {FACE_DOWN: named.total}
