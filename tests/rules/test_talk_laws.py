"""Laws over random talk: whatever is said, nobody promises more than they have, and a tap counts once."""

from dataclasses import replace

from hypothesis import given

from companion.rules.kinds import decide
from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff.bags import MOST_DEALS, Deal, Declaration, Promise
from companion.rules.sheriff.declaring import Declare, LetBe, MarkKept, TakeBackDeclaration, Threaten
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.proposals import (
    MOST_OPEN,
    Answer,
    Change,
    OnTheTable,
    Propose,
    Withdraw,
    deals_of,
    is_bribed,
    on_the_table,
)
from companion.rules.sheriff.refusals import ContrabandExceeded, SupplyExceeded
from companion.rules.sheriff.replaying import evolve
from companion.rules.sheriff.saying import say
from companion.rules.sheriff.talk import Ask, ProposalState, Talk, proposal_of, silence, talk_of
from tests.rules.asking import spoiled
from tests.rules.dice import Dice
from tests.rules.evenings import LONG, SHORT, evenings, rendered, throws
from tests.rules.given import Table


def an_ask(game: Game, talk: Talk, dice: Dice) -> Ask:
    """Something that could be said, mostly as it should be."""
    merchant = dice.pick(game.merchants)
    numbers = [proposal.number for proposal in talk.proposals[-4:]] or [0]
    match dice.below(10):
        case 0 | 1:
            return Declare(merchant, Declaration(dice.pick(game.legal_goods), 1 + dice.below(game.cards.bag)))
        case 2:
            plain: tuple[Ask, ...] = (TakeBackDeclaration(merchant), Threaten(merchant), LetBe())
            return dice.pick(plain)
        case 3:
            said = [proposal.deal for proposal in talk.proposals] or [a_deal(game, merchant, dice)]
            deal = dice.pick(said)
            return MarkKept(
                Promise(game.round, deal.giver, deal.receiver, deal.promise), kept=not dice.chance(3)
            )
        case 4 | 5:
            return Propose(merchant, a_deal(game, merchant, dice), demanded=dice.chance(4))
        case 6 | 7:
            number = dice.pick(numbers)
            known = proposal_of(talk, number)
            deal = known.deal if known else a_deal(game, merchant, dice)
            other = Deal(deal.giver, deal.receiver, dice.below(60), deal.stand, deal.bag, deal.promise)
            return Withdraw(number) if dice.chance(4) else Change(number, other)
        case _:
            return Answer(dice.pick(numbers), accepts=not dice.chance(3))


def a_deal(game: Game, merchant: int, dice: Dice) -> Deal:
    giver = dice.pick((merchant, dice.pick(game.here)))
    return Deal(
        giver,
        dice.pick([seat for seat in game.here if seat != giver]),
        gold=dice.below(40),
        stand=dice.handful(game.stand(giver), 2),
        bag=dice.handful({dice.pick(game.legal_goods): 3, FACE_DOWN: 1}, 3) if giver == merchant else Goods(),
        promise=dice.pick(("", "", "Lunch")),
    )


def talked(game: Game, dice: Dice) -> Talk:
    """A round's talk by these dice; every step of it keeps the laws."""
    talk, number = silence(game), 0
    speakers = frozenset(seat for seat in game.here if not dice.chance(4))
    while dice.left:
        number += 1
        ask = an_ask(game, talk, dice)
        ask = spoiled(ask, dice) if dice.chance(8) else ask
        talk = stepped(game, talk, ask, f"tap {number}", speakers)
    return talk


def stepped(game: Game, talk: Talk, ask: Ask, action_id: str, speakers: frozenset[int]) -> Talk:
    """The talk one ask later; as it was, with a sentence, when it was refused."""
    try:
        said = say(game, talk, ask, action_id, speakers)
    except Refusal as refusal:
        rendered(refusal)
        return talk
    assert say(game, said, ask, action_id, speakers) == said
    check(game, said)
    return said


def check(game: Game, talk: Talk) -> None:
    """What holds of the talk at every moment at a table at which nothing was booked since."""
    for seat in range(len(game.seats)):
        offers = [
            proposal.deal
            for proposal in talk.proposals
            if proposal.deal.giver == seat and proposal.state in {ProposalState.OPEN, ProposalState.ACCEPTED}
            if not proposal.demanded or proposal.state is ProposalState.ACCEPTED
        ]
        gold, goods = sum(deal.gold for deal in offers), sum((deal.stand for deal in offers), Goods())
        assert on_the_table(game, talk, seat) == OnTheTable(gold, goods)
        assert game.options.coins_on_table or gold <= game.gold(seat)
        assert goods <= game.stand(seat)
        open_ones = [
            proposal
            for proposal in talk.proposals
            if proposal.deal.giver == seat and proposal.state is ProposalState.OPEN
        ]
        assert len(open_ones) <= MOST_OPEN
    numbers = [proposal.number for proposal in talk.proposals]
    assert numbers == sorted(set(numbers))
    assert set(talk.declarations) <= set(game.waiting)
    for merchant in game.waiting:
        assert len(deals_of(game, talk, merchant)) <= MOST_DEALS
    assert talk.threatened is None or not is_bribed(game, talk, talk.threatened)


@given(evenings(SHORT), throws(2 * LONG))
def test_whatever_is_said_nobody_offers_what_they_do_not_have(table: Table, dice: Dice) -> None:
    """D5, I6; checked after every ask, each of which counts once."""
    game = table.game
    if game.stage is not Stage.ROUNDS:
        refuses_everything(game, dice)
        return
    every_bag_is_booked_with_its_deals(game, talked(game, dice))


def refuses_everything(game: Game, dice: Dice) -> None:
    merchant = dice.below(len(game.seats))
    stepped_none = stepped(
        game, silence(game), Propose(merchant, Deal(merchant, 0, 1)), "tap", frozenset(game.here)
    )
    assert stepped_none == silence(game)


def every_bag_is_booked_with_its_deals(game: Game, talk: Talk) -> None:
    """I7: one bag after the other, as far as the box has the cards that were declared."""
    for merchant in game.waiting:
        declared = talk.declarations.get(merchant, Declaration("apples", 1))
        contents = Goods({declared.good: declared.number})
        bag = PassBag(merchant, declared, contents, deals_of(game, talk, merchant))
        try:
            game = evolve(game, decide(game, bag))
        except (SupplyExceeded, ContrabandExceeded):
            continue
    assert talk_of(game, talk) == talk
    assert talk_of(replace(game, round=game.round + 1), talk).proposals == ()
