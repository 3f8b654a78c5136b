"""Inspection: a bag passes, or it is opened (I1 to I5, I12, E8 to E12)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules.goods import Goods
from companion.rules.refusals import NotInRounds, Refusal, allow
from companion.rules.sheriff.bags import FEWEST_CARDS, Decision, Declaration, Paying, Raid
from companion.rules.sheriff.box import FACE_DOWN
from companion.rules.sheriff.commands import OpenBag, PassBag
from companion.rules.sheriff.deals import (
    check_deals,
    check_no_bribe,
    check_told_of_bag,
    promised_kinds,
    share_out,
    strike,
)
from companion.rules.sheriff.debts import OpenDebt, owing, settle
from companion.rules.sheriff.deputies import acting, may_act_alone, on_booty
from companion.rules.sheriff.editions import Edition, EffectKind, Good
from companion.rules.sheriff.events import BagOpened, BagPassed, Fine, FineLine, SatOut
from companion.rules.sheriff.game import OUT, Game
from companion.rules.sheriff.guards import may_act
from companion.rules.sheriff.posting import Posting
from companion.rules.sheriff.refusals import (
    BagAlreadyDone,
    ContentsMismatch,
    DeputyBringsNoBag,
    KindUntold,
    NoDebt,
    NoRaider,
    NotDeclarable,
    NotDeputy,
    NumberOutOfBag,
    PromisedNotFaceDown,
    RaidNotPossible,
    SheriffBringsNoBag,
    SitsOutAlready,
    Undeclared,
)
from companion.rules.sheriff.round_laws import under_law
from companion.rules.sheriff.supply import check_in_play, check_supply
from companion.rules.stages import Stage


def may_inspect(game: Game, merchant: int) -> Refusal | None:
    """Whether this merchant's bag is still to be recorded this round; one who sat out may come back."""
    if game.stage is not Stage.ROUNDS:
        return NotInRounds()
    if refusal := may_act(game, merchant):
        return refusal
    if refusal := brings_no_bag(game, merchant):
        return refusal
    return BagAlreadyDone(merchant) if game.done.get(merchant, OUT) != OUT else None


def brings_no_bag(game: Game, seat: int) -> Refusal | None:
    """Why this player has no bag this round: the badge, or one of the two (T4, E6)."""
    if seat in game.deputies:
        return DeputyBringsNoBag(seat)
    return SheriffBringsNoBag(seat) if seat == game.sheriff else None


def may_sit_out(game: Game, merchant: int) -> Refusal | None:
    """Whether this merchant can still sit the round out."""
    refusal = may_inspect(game, merchant)
    return SitsOutAlready(merchant) if refusal is None and merchant in game.done else refusal


def sit_out(merchant: int) -> SatOut:
    """A merchant brings no bag."""
    return SatOut(merchant)


def as_passed(game: Game, contents: Goods) -> Goods:
    """A bag's cards as they lie once it has passed: contraband is a number of face-down cards (I2, T8)."""
    legal = Goods({word: count for word, count in contents.items() if word in game.legal_goods})
    return legal + {FACE_DOWN: contents.total - legal.total}


def raider(game: Game) -> Good | None:
    """The card in play that discards goods when shown as it passes: Brimstone Oil."""
    goods = (game.cards.good(word) for word in game.contraband)
    return next((good for good in goods if good.does(EffectKind.RAID)), None)


def most_raids(game: Game, contents: Goods) -> int:
    """How many Brimstone Oils there can be among the cards that pass face down."""
    card = raider(game)
    return 0 if card is None else min(contents.get(FACE_DOWN, 0), game.copies(card.word))


def raids(game: Game, merchant: int) -> tuple[Raid, ...]:
    """What one of this merchant's Brimstone Oils can discard, opponent by opponent, clockwise."""
    most = _most_raided(game)
    return tuple(
        Raid(victim, good, count)
        for victim in game.left_of(merchant)[:-1]
        if victim in game.here
        for good in game.legal_goods
        for count in range(1, min(most, game.stand(victim).get(good, 0)) + 1)
    )


def _most_raided(game: Game) -> int:
    card = raider(game)
    return card.effect.amount if card and card.effect else 0


def pass_bag(game: Game, command: PassBag) -> BagPassed:
    """The bag passes: legal goods go face up to the stand, contraband face down (I2). Where both Deputies let
    it pass, what they were given lies on the Booty (E8).
    """
    merchant, contents = command.merchant, command.contents
    allow(may_act_alone(game, command.alone))
    check_bag(game, command.declaration, contents)
    check_told_of_bag(game, contents)
    check_deals(game, merchant, command.deals, Decision.PASSES)
    posting, shared = Posting(game), on_booty(game, Decision.PASSES, command.alone)
    strike(posting, command.deals, shared)
    kept = contents
    if command.raids:
        kept, oils = _shown(game, contents, len(command.raids))
        check_supply(game, posting.balances, kept + oils)
        _raid(posting, merchant, command.raids)
    there = _there(game, command, kept)
    check_supply(game, posting.balances, kept - {FACE_DOWN: there.total} + there)
    left = share_out(posting, kept, command.deals, there, shared)
    posting.give(None, merchant, left)
    return BagPassed(
        merchant=merchant,
        sheriff=acting(game, command.alone)[0],
        declaration=command.declaration,
        contents=contents,
        deals=command.deals,
        raids=command.raids,
        moves=posting.moves,
        there=there,
        deputies=game.deputies,
        alone=command.alone,
    )


def _there(game: Game, command: PassBag, kept: Goods) -> Goods:
    """What the merchant says was there of the contraband promised by its kind: cards that pass face down."""
    there = command.there.overlap(promised_kinds(game, command.deals))
    if there.total > kept.get(FACE_DOWN, 0):
        raise PromisedNotFaceDown(there.total, kept.get(FACE_DOWN, 0))
    return there


def open_bag(game: Game, command: OpenBag) -> BagOpened:
    """The bag is opened: what was declared comes in, the rest is confiscated, and somebody pays (I3, I4). Two
    Deputies pay half each, and a fine for both of them goes to the Booty (E9, E10).
    """
    posting, verdict, fines = _judged(game, command)
    lost = command.contents - verdict.let_in
    paid = [
        (fine, settle(posting, fine, paying, lost))
        for fine, paying in zip(fines, command.payings, strict=False)
    ]
    (fine, debt), (other_fine, other_debt) = paid[0], paid[1] if len(paid) > 1 else (None, None)
    if other_fine is None and command.other != Paying():
        raise NoDebt(game.sheriffs[-1])
    return BagOpened(
        merchant=command.merchant,
        sheriff=acting(game, command.alone)[0],
        declaration=command.declaration,
        contents=command.contents,
        deals=command.deals,
        let_in=verdict.let_in,
        confiscated=verdict.confiscated,
        to_hand=verdict.to_hand,
        fine=fine,
        debt=debt,
        moves=posting.moves,
        deputies=game.deputies,
        alone=command.alone,
        other_fine=other_fine,
        other_debt=other_debt,
        keeper=command.keeper if verdict.to_hand else None,
    )


def open_debt(game: Game, command: OpenBag) -> OpenDebt | None:
    """The debt that opening this bag makes, the first of two, whatever goods are chosen to pay it (D1, D2).
    None where coins cover the fine, and where the bag cannot be opened like this at all: `open_bag` says why.
    """
    return next(filter(None, open_debts(game, command)), None)


def open_debts(game: Game, command: OpenBag) -> tuple[OpenDebt | None, ...]:
    """The debt of each who pays for opening this bag: of one, or of both Deputies in the order they were
    drawn (E9). None as above for each.
    """
    return tuple(debt for _fine, debt in fines_of(game, command))


def fines_of(game: Game, command: OpenBag) -> tuple[tuple[Fine, OpenDebt | None], ...]:
    """What each has to pay for opening this bag, in that order, with the debt of whoever is short; none where
    it cannot be opened like this.
    """
    try:
        posting, _, fines = _judged(game, command)
    except Refusal:
        return ()
    return tuple(
        (fine, owing(posting, fine, paying.told))
        for fine, paying in zip(fines, command.payings, strict=False)
    )


def _judged(game: Game, command: OpenBag) -> tuple[Posting, "Verdict", tuple[Fine, ...]]:
    """An open bag, its deals struck and its true cards brought in: who owes whom what (I4)."""
    merchant, contents = command.merchant, command.contents
    _check_actors(game, command)
    check_bag(game, command.declaration, contents)
    if FACE_DOWN in contents:
        raise KindUntold
    check_no_bribe(game, merchant, command.deals, command.alone)
    check_deals(game, merchant, command.deals, Decision.OPENS)
    posting = Posting(game)
    strike(posting, command.deals, on_booty(game, Decision.OPENS, command.alone))
    check_supply(game, posting.balances, contents)
    verdict = judge(game.cards, command.declaration.good, contents)
    posting.give(None, merchant, verdict.let_in)
    return posting, verdict, tuple(_fines(game, command, verdict))


def _check_actors(game: Game, command: OpenBag) -> None:
    allow(may_act_alone(game, command.alone))
    if command.keeper is not None and command.keeper not in acting(game, command.alone):
        raise NotDeputy(command.keeper)


def _fines(game: Game, command: OpenBag, verdict: "Verdict") -> Iterator[Fine]:
    """Who pays whom for an opened bag: those who opened it share what an honest one costs, card by card (E9),
    and what a lie costs is for whoever did so alone, or for the Booty (E10, E11). Of an odd sum that a law
    asks for the Deputy drawn first pays the odd coin.
    """
    merchant, actors = command.merchant, acting(game, command.alone)
    if not verdict.honest:
        receiver = actors[0] if len(actors) == 1 else None
        yield under_law(game, Fine(merchant, receiver, verdict.lines), command.fine)
        return
    whole = under_law(game, Fine(actors[0], merchant, verdict.lines), command.fine)
    lines = tuple(replace(line, each=line.each // len(actors)) for line in verdict.lines)
    for place, payer in enumerate(actors, 1):
        typed = None if whole.typed is None else (whole.typed + len(actors) - place) // len(actors)
        yield Fine(payer, merchant, lines, typed)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an opened bag means: cards let in, confiscated, taken to the Sheriff's hand; the fine's lines."""

    honest: bool
    let_in: Goods
    confiscated: Goods
    to_hand: Goods
    lines: tuple[FineLine, ...]


def judge(cards: Edition, declared: str, contents: Goods) -> Verdict:
    """Judge an opened bag that holds the declared number of cards (I3, I4, I5, I12).

    Royal Summons with everything else as declared: the Sheriff pays for the others and 8 for each Summons.
    """
    summons = _with_effect(cards, contents, EffectKind.SUMMONS)
    others = contents - summons
    true = Goods({declared: others.get(declared, 0)})
    if others == true:
        lines = _penalties(cards, true) + _summons(cards, summons)
        return Verdict(honest=True, let_in=true, confiscated=summons, to_hand=Goods(), lines=lines)
    false = contents - true
    to_hand = _with_effect(cards, false, EffectKind.TO_HAND)
    lines = _penalties(cards, false)
    return Verdict(honest=False, let_in=true, confiscated=false - to_hand, to_hand=to_hand, lines=lines)


def _with_effect(cards: Edition, goods: Goods, effect: EffectKind) -> Goods:
    return Goods({word: count for word, count in goods.items() if cards.good(word).does(effect)})


def _penalties(cards: Edition, goods: Goods) -> tuple[FineLine, ...]:
    return tuple(
        FineLine(good.word, goods[good.word], good.penalty)
        for good in cards.goods
        if good.word in goods and good.penalty
    )


def _summons(cards: Edition, summons: Goods) -> tuple[FineLine, ...]:
    return tuple(
        FineLine(word, count, effect.amount)
        for word, count in summons.items()
        if (effect := cards.good(word).effect)
    )


def check_declaration(game: Game, declaration: Declaration) -> None:
    """Refuse what cannot be declared: one legal good in play, as many cards as a bag holds (I1, T5)."""
    if declaration.good not in game.legal_goods:
        raise NotDeclarable
    if not FEWEST_CARDS <= declaration.number <= game.cards.bag:
        raise NumberOutOfBag(FEWEST_CARDS, game.cards.bag)


def check_bag(game: Game, declaration: Declaration, contents: Goods) -> None:
    """Refuse what cannot be in a bag, or is not as many cards as were declared (I1)."""
    if not declaration.good and not declaration.number:
        raise Undeclared
    check_declaration(game, declaration)
    check_in_play(game, contents)
    if contents.total != declaration.number:
        raise ContentsMismatch(declaration.number, contents.total)


def _shown(game: Game, contents: Goods, number: int) -> tuple[Goods, Goods]:
    """The bag without the cards of Brimstone Oil shown as it passes, and those cards."""
    card = raider(game)
    if card is None or number > most_raids(game, contents):
        raise NoRaider
    return contents - {FACE_DOWN: number}, Goods({card.word: number})


def _raid(posting: Posting, merchant: int, raids: tuple[Raid, ...]) -> None:
    """Each Brimstone Oil shown takes legal goods of one kind off an opponent's stand, and is not kept."""
    game, most = posting.game, _most_raided(posting.game)
    for raid in raids:
        allow(may_act(game, raid.victim))
        if raid.victim == merchant or raid.good not in game.legal_goods or not 1 <= raid.count <= most:
            raise RaidNotPossible(raid.victim, raid.good, most)
        posting.give(raid.victim, None, {raid.good: raid.count})
