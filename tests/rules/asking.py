"""For every step a command that takes it and is accepted, and commands that are slightly wrong."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast, get_type_hints

from companion.rules.kinds import Step, decide
from companion.rules.ledger import Goods
from companion.rules.seats import Stage
from companion.rules.sheriff.bags import Deal, Declaration, Paying, Raid, Share
from companion.rules.sheriff.booty import ShareBooty, divides, even_shares
from companion.rules.sheriff.cards import market, orders
from companion.rules.sheriff.cards.market import TakeMarketCard
from companion.rules.sheriff.cards.orders import FillOrder
from companion.rules.sheriff.cards.other_cards import TakeOtherCard
from companion.rules.sheriff.deals import promised_kinds
from companion.rules.sheriff.debts import Fine, contraband_part, legal_part, proposal, worth
from companion.rules.sheriff.deputies import Pair, heirs, mended_pairs, next_pairs
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.editions.merry_men import MERRY_MEN
from companion.rules.sheriff.ending import CheckStand, ChoosePlates, CountGold, RevealContraband
from companion.rules.sheriff.game import FACE_DOWN, Command, Game
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import BagOpened, OpenBag
from companion.rules.sheriff.passed import PassBag, raider
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.refusals import DebtOpen, KindsNeeded
from companion.rules.sheriff.rotation import EndGame, MendSheriff, PassBadge, SetRounds, bags_out
from companion.rules.sheriff.seating import ComeBack, Join, Rename
from companion.rules.sheriff.switching import SetOptions
from tests.kinds.subjects import subjects
from tests.rules.dice import Dice

Taking = Callable[[Game, int, Dice], Command]
Takes = TypeVar("Takes", bound=Taking)
TAKING: dict[type[Any], Taking] = {}
"""How a step is taken that says more than its seat."""


def takes(taking: Takes) -> Takes:
    """The steps of the command that this function returns are taken so."""
    TAKING[get_type_hints(taking)["return"]] = taking
    return taking


def taken(game: Game, step: Step, dice: Dice) -> Command:
    """A command that takes a step and is accepted."""
    if (*subjects(),) and step.command in TAKING:
        return TAKING[step.command](game, step.seat or 0, dice)
    only: Any = step.command(*(() if step.seat is None else (step.seat,)))
    return cast("Command", only)


def shown(game: Game) -> Counter[str]:
    """The cards on all stands and in the Booty."""
    cards_shown: Counter[str] = Counter(game.booty_cards)
    for seat in range(len(game.seats)):
        cards_shown.update(game.stand(seat))
    return cards_shown


def room(game: Game) -> Counter[str]:
    """The cards that the stands, and what left the game, leave in the box, and under FACE_DOWN how many of
    contraband, told or not.
    """
    on_stands = shown(game)
    left = Counter(game.box.copies)
    left.subtract(on_stands)
    left.subtract(game.out_of_game)
    left[FACE_DOWN] = sum(left[word] for word in game.contraband) - on_stands[FACE_DOWN]
    return left


def cards(game: Game, number: int, dice: Dice, *, face_down: bool) -> Goods:
    """So many cards that can be in a bag, contraband face down or by its kinds."""
    left, bag = room(game), Goods()
    for _ in range(number):
        others = [FACE_DOWN] if face_down else game.contraband
        possible = [word for word in game.legal_goods if left[word]]
        possible += [word for word in others if left[word] and left[FACE_DOWN]]
        card = dice.pick(possible)
        bag += {card: 1}
        left[card] -= 1
        left[FACE_DOWN] -= card in game.contraband
    return bag


def kinds(game: Game, number: int, dice: Dice, lost: Mapping[str, int] | None = None) -> Goods:
    """Kinds that this many face-down cards can be, besides the cards of a bag that did not come in."""
    told, left = Goods(), room(game)
    left.subtract(lost or {})
    for _ in range(number):
        card = dice.pick([word for word in game.contraband if left[word]])
        told += {card: 1}
        left[card] -= 1
    return told


def declared(game: Game, contents: Goods, dice: Dice) -> Declaration:
    """A declaration of this many cards, true if possible and the dice say so."""
    legal = [word for word in contents if word in game.legal_goods]
    good = legal[0] if legal and not dice.chance(3) else dice.pick(game.legal_goods)
    return Declaration(good, contents.total)


@takes
def passed_bag(game: Game, merchant: int, dice: Dice) -> PassBag:
    contents = cards(game, 1 + dice.below(5), dice, face_down=True)
    alone = dice.pick((None, None, *game.deputies)) if game.deputies else None
    deals = struck(game, merchant, dice, bribe=True, contents=contents)
    raids = raided(game, merchant, contents, deals, dice)
    promised = promised_kinds(game, deals).overlap(+room(game))
    there = dice.handful(promised, contents.get(FACE_DOWN, 0) - len(raids))
    return PassBag(merchant, declared(game, contents, dice), contents, deals, raids, there, alone)


@takes
def opened_bag(game: Game, merchant: int, dice: Dice) -> OpenBag:
    """An opened bag; whoever is short pays in one of the ways that D1 leaves open."""
    if dice.chance(2):
        contents = cards(game, 1 + dice.below(5), dice, face_down=False)
    else:
        good = dice.pick([word for word in game.legal_goods if room(game)[word]])
        contents = Goods({good: 1 + dice.below(min(5, room(game)[good]))})
    alone = dice.pick((None, None, *game.deputies)) if game.deputies else None
    deals = struck(game, merchant, dice, bribe=False, contents=contents)
    fine = dice.below(40) if game.this_round.laws and dice.chance(2) else None
    bag = OpenBag(merchant, declared(game, contents, dice), contents, deals, fine=fine, alone=alone)
    for _ in game.sheriffs:
        try:
            event = decide(game, bag)
        except DebtOpen as debt:
            bag = settled(game, bag, debt, dice)
        else:
            if game.options.coins_on_table and isinstance(event, BagOpened):
                return settled_unseen(game, bag, event.fine, dice)
            break
    return bag


def settled_unseen(game: Game, bag: OpenBag, fine: Fine, dice: Dice) -> OpenBag:
    """The same bag of a table that keeps its coins, part of it paid in legal goods if there are any."""
    legal = legal_part(game.cards, stand_at_the_fine(game, bag, fine.payer))
    payment = dice.handful(legal, 3)
    discarded = bool(payment) and dice.chance(3) and not game.cards.receiver_must_keep
    return replace(bag, payment=payment, discarded=discarded) if payment else bag


def settled(game: Game, bag: OpenBag, debt: DebtOpen, dice: Dice) -> OpenBag:
    """The same bag with goods for the debt, chosen by app or debtor, kinds told if they must be; for the
    second debt of the bag where both Deputies owe (E9).
    """
    is_other = bag.alone is None and (debt.player,) == game.deputies[1:]
    stand = stand_at_the_fine(game, bag, debt.player)
    rest = debt.owed - debt.coins
    discarded = dice.chance(3) and not game.cards.receiver_must_keep
    chosen = Paying(payment=choice(game, stand, rest, dice), discarded=discarded)
    try:
        decide(game, paid_by(bag, chosen, is_other=is_other))
    except KindsNeeded as needed:
        lost = bag.contents - Goods({bag.declaration.good: bag.contents.get(bag.declaration.good, 0)})
        told = kinds(game, needed.count, dice, lost + bag.told)
        stand = stand - {FACE_DOWN: needed.count} + told
        chosen = replace(chosen, told=told, payment=choice(game, stand, rest, dice))
    except DebtOpen as other:
        assert other.player != debt.player  # noqa: PT017 - the other half, which is paid next
    return paid_by(bag, chosen, is_other=is_other)


def paid_by(bag: OpenBag, paying: Paying, *, is_other: bool) -> OpenBag:
    """The bag with what its only debtor pays, or one of two."""
    if is_other:
        return replace(bag, other=paying)
    return replace(bag, told=paying.told, payment=paying.payment, discarded=paying.discarded)


def stand_at_the_fine(game: Game, bag: OpenBag, payer: int) -> Goods:
    """What the payer has when it is time to pay: after the deals, and with what came in from the bag."""
    stand = game.stand(payer)
    for deal in bag.deals:
        stand += deal.stand if deal.receiver == payer else {}
    for deal in bag.deals:
        stand -= deal.stand if deal.giver == payer else {}
    good = bag.declaration.good
    return stand + {good: bag.contents.get(good, 0)} if payer == bag.merchant else stand


def choice(game: Game, stand: Goods, rest: int, dice: Dice) -> Goods:
    """The proposed goods, or others within D1: legal goods in any order, then contraband."""
    legal = legal_part(game.cards, stand)
    if dice.chance(2):
        return proposal(game.cards, stand, rest)
    if worth(game.cards, legal) >= rest:
        return paid_with(game, Goods(), legal, rest, dice)
    return paid_with(game, legal, contraband_part(game.cards, stand), rest, dice)


def paid_with(game: Game, already: Goods, goods: Goods, rest: int, dice: Dice) -> Goods:
    """One card after the other until the rest is paid or nothing is left."""
    paid, left = already, goods
    while left and worth(game.cards, paid) < rest:
        card = dice.pick(tuple(left))
        paid, left = paid + {card: 1}, left - {card: 1}
    return paid


def struck(game: Game, merchant: int, dice: Dice, *, bribe: bool, contents: Goods) -> tuple[Deal, ...]:
    """Up to two deals; the merchant's own bribe of the Sheriff only if the bag passes."""
    deals: list[Deal] = []
    for giver in dice.pick(((), (), (merchant,), (dice.pick(game.here),), (merchant, dice.pick(game.here)))):
        others = [seat for seat in game.here if seat != giver]
        sheriff = dice.pick(game.sheriffs) if game.deputies else game.sheriff
        receiver = sheriff if bribe and giver != sheriff else dice.pick(others)
        if not bribe and giver == merchant and receiver in game.sheriffs:
            continue
        first = not deals
        deal = Deal(
            giver,
            receiver,
            gold=dice.below(game.gold(giver) + 1) if first and not game.options.coins_on_table else 0,
            stand=dice.handful(game.stand(giver), 3) if first else Goods(),
            bag=dice.handful(promisable(game, contents, dice), 3) if giver == merchant else Goods(),
            promise="Lunch" if dice.chance(2) else "",
        )
        if deal.gold or deal.stand or deal.bag or deal.promise:
            deals.append(deal)
    return tuple(deals)


def promisable(game: Game, contents: Goods, dice: Dice) -> Goods:
    """What its merchant may promise out of a bag: now and then contraband by its kind."""
    named = Goods({dice.pick(game.contraband): 1}) if dice.chance(3) else Goods()
    return public(game, contents) + named


def public(game: Game, contents: Goods) -> Goods:
    """The cards as they can be promised: contraband as cards face down."""
    legal = Goods({word: count for word, count in contents.items() if word in game.legal_goods})
    return legal + {FACE_DOWN: contents.total - legal.total}


def raided(
    game: Game, merchant: int, contents: Goods, deals: tuple[Deal, ...], dice: Dice
) -> tuple[Raid, ...]:
    """At most one Brimstone Oil shown, at an opponent who has something and gave nothing away."""
    card = raider(game)
    if card is None or FACE_DOWN not in contents or not room(game)[card.word] or dice.chance(2):
        return ()
    givers = {deal.giver for deal in deals}
    for victim in game.here:
        legal = [word for word in game.stand(victim) if word in game.legal_goods]
        if victim not in {merchant, *givers} and legal:
            good = dice.pick(legal)
            return (Raid(victim, good, 1 + dice.below(min(2, game.stand(victim)[good]))),)
    return ()


@takes
def payment(game: Game, _: int, dice: Dice) -> Pay:
    """Something from somebody to somebody else; a card of the box if there is nothing else."""
    holding: list[int | None] = [
        seat for seat in range(len(game.seats)) if game.seats[seat].presence != "gone"
    ]
    giver = dice.pick((*holding, None))
    receiver = dice.pick([seat for seat in (*holding, None) if seat != giver])
    most = 100 if giver is None else game.gold(giver)
    gold = 0 if game.options.coins_on_table else dice.below(most + 1)
    goods = (
        dice.handful(game.stand(giver), 3)
        if giver is not None
        else cards(game, dice.below(3), dice, face_down=True)
    )
    if (gold or goods) and receiver is not None and dice.chance(3):
        back = 0 if game.options.coins_on_table else dice.below(game.gold(receiver) + 1)
        return Pay(giver, receiver, gold, goods, "Trade", back, dice.handful(game.stand(receiver), 3))
    if gold or goods:
        return Pay(giver, receiver, gold, goods, "Bet")
    return Pay(None, holding[0], goods=cards(game, 1, dice, face_down=True))


def another_stand(game: Game, seat: int, dice: Dice) -> Goods:
    """The stand as it is, without some of its cards or with some more."""
    stand = game.stand(seat)
    if dice.chance(2):
        return stand - dice.handful(stand, 3)
    return stand + cards(game, dice.below(3), dice, face_down=dice.chance(2))


@takes
def some_kinds(game: Game, seat: int, dice: Dice) -> RevealContraband:
    """Kinds of some of the cards face down, at least one."""
    return RevealContraband(seat, kinds(game, 1 + dice.below(game.face_down(seat)), dice))


@takes
def some_plates(game: Game, seat: int, dice: Dice) -> ChoosePlates:
    """A legal good for each Feast Plate."""
    return ChoosePlates(seat, tuple(dice.pick(game.legal_goods) for _ in range(game.feast_plates(seat))))


@takes
def some_rounds(game: Game, _: int, dice: Dice) -> SetRounds:
    """At least this round, at most as many as were planned."""
    return SetRounds(game.round + dice.below(game.rounds - game.round + 1))


@takes
def another_name(game: Game, seat: int, dice: Dice) -> Rename:
    """A name that nobody has."""
    known = {who.name for who in game.seats}
    return Rename(seat, dice.pick([name for name in map(str, range(9)) if name not in known]))


@takes
def some_options(game: Game, _: int, dice: Dice) -> SetOptions:
    """Something else than before: the clock, crowns, royal goods, or another promo card."""
    options = game.options
    words = [good.word for good in game.cards.of(Kind.PROMO) if good.word not in options.promo]
    more = [replace(options, promo=options.promo + {word: 1 + dice.below(3)}) for word in words]
    more += [replace(options, timer=not options.timer), replace(options, crowns=not options.crowns)]
    more += [] if options.royal_goods else [replace(options, royal_goods=True)]
    return SetOptions(dice.pick(more))


@takes
def some_return(game: Game, seat: int, dice: Dice) -> ComeBack:
    """For a turn or none, with some gold where gold is kept, in the old place or in another."""
    gold = 0 if game.options.coins_on_table else dice.below(60)
    place = dice.pick([None, *(other for other in game.circle if other != seat)])
    return ComeBack(seat, dice.below(3), gold, place)


@takes
def a_newcomer(game: Game, _: int, dice: Dice) -> Join:
    """Somebody with a name that nobody has, beside anybody, with some gold where gold is kept."""
    known = {who.name for who in game.seats}
    name = dice.pick([name for name in map(str, range(9)) if name not in known])
    gold = 0 if game.options.coins_on_table else dice.below(60)
    return Join(name, dice.below(len(game.seats)), dice.below(3), gold)


@takes
def some_departure(game: Game, seat: int, dice: Dice) -> Leave:
    """With or without the count; one of those who can takes a Deputy's badge over."""
    possible = heirs(game, seat) if game.stage is Stage.ROUNDS else ()
    return Leave(seat, dice.chance(2), dice.pick(possible) if possible else None)


@takes
def some_shares(game: Game, _: int, dice: Dice) -> ShareBooty:
    """Evenly, by itself where it divides, or as the Deputies agree."""
    if divides(game) and dice.chance(2):
        return ShareBooty()
    if dice.chance(2):
        return ShareBooty(even_shares(game))
    shares, gold, left = list[Share](), game.booty_gold, game.booty_cards
    for _ in game.sheriffs:
        taken = Share(dice.below(gold + 1), dice.handful(left, 4))
        shares, gold, left = [*shares, taken], gold - taken.gold, left - taken.goods
    return ShareBooty(tuple(shares))


def some_pair(possible: Sequence[Pair], dice: Dice) -> tuple[int, ...]:
    """One of these pairs, if there are any."""
    return dice.pick(possible) if possible else ()


@takes
def a_market_card(game: Game, seat: int, dice: Dice) -> TakeMarketCard:
    """The top card of one of the piles that can be paid, with its number or another."""
    good = dice.pick([good for good in MERRY_MEN.piles if market.may_take(game, seat, good) is None])
    return TakeMarketCard(seat, good, dice.pick((market.pile(game, good)[0], 1, 99)))


@takes
def an_order(game: Game, seat: int, dice: Dice) -> FillOrder:
    """One of the orders that the bag fills, with its number or another."""
    every = [(order.good, order.contraband) for order in MERRY_MEN.orders]
    both = dice.pick([goods for goods in every if orders.may_fill(game, seat, *goods) is None])
    return FillOrder(seat, *both, dice.pick((orders.proposed(*both), 1, 99)))


@takes
def next_badge(game: Game, _: int, dice: Dice) -> PassBadge:
    """To two of those who can be next, where two serve."""
    return PassBadge(some_pair(next_pairs(game), dice))


@takes
def an_early_end(game: Game, _: int, dice: Dice) -> EndGame:
    """There are no more bags if any would be forgotten, else perhaps."""
    return EndGame(no_more_bags=bool(bags_out(game)) or dice.chance(2))


@takes
def mended_badge(game: Game, seat: int, dice: Dice) -> MendSheriff:
    """From the first round on."""
    return MendSheriff(seat, some_pair(mended_pairs(game, seat), dice))


@takes
def little_john(_game: Game, seat: int, dice: Dice) -> TakeOtherCard:
    """Any card by its name."""
    return TakeOtherCard(seat, "Little John", 1 + dice.below(99))


@takes
def checked(game: Game, seat: int, dice: Dice) -> CheckStand:
    """Some cards more, or fewer."""
    return CheckStand(seat, another_stand(game, seat, dice))


@takes
def counted(_game: Game, seat: int, dice: Dice) -> CountGold:
    """Any gold."""
    return CountGold(seat, dice.below(10_000))


STRAY_NUMBERS = (-1, 0, 1, 2, 3, 5, 6, 51, 9_999, 10_000, 10**9, 10**309)
STRAY_WORDS = ("", "apples", "bread", "silk", "feast_plate", "gold", FACE_DOWN, "dragon", "x" * 200, " ")


def spoiled(value: Any, dice: Dice) -> Any:  # noqa: ANN401, PLR0911 - whatever a command can hold
    """The value with something about it changed, so that it is probably wrong."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return dice.pick((value - 1, value + 1, *STRAY_NUMBERS))
    if isinstance(value, str):
        return dice.pick(STRAY_WORDS)
    if isinstance(value, Goods):
        return dice.handful(value, 3) + {dice.pick(STRAY_WORDS): dice.pick((0, 1, 1, 2, 60, 10**9))}
    if isinstance(value, tuple):
        return spoiled_tuple(value, dice)
    if is_dataclass(value) and not isinstance(value, type) and fields(value):
        field = dice.pick(fields(value))
        return replace(value, **{field.name: spoiled(getattr(value, field.name), dice)})
    return value


def spoiled_tuple(value: tuple[Any, ...], dice: Dice) -> tuple[Any, ...]:
    """One element less, one twice, or one spoiled."""
    if not value:
        return value
    place = dice.below(len(value))
    middle = dice.pick(((), (value[place],) * 2, (spoiled(value[place], dice),)))
    return (*value[:place], *middle, *value[place + 1 :])
