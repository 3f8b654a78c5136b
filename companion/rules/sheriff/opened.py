"""A bag is opened (I3 to I5, I12, E9 to E12)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.rules.kinds import Moves
from companion.rules.ledger import Goods
from companion.rules.refusals import Refusal, allow
from companion.rules.sheriff.bags import Deal, Decision, Declaration, Paying
from companion.rules.sheriff.deals import check_deals, check_no_bribe, strike
from companion.rules.sheriff.debts import Debt, Fine, FineLine, OpenDebt, coins_of, owing, settle
from companion.rules.sheriff.deputies import acting, may_act_alone, on_booty
from companion.rules.sheriff.editions import Edition, EffectKind
from companion.rules.sheriff.game import FACE_DOWN, OPENED, Event, Game, Recorder, ThisRound
from companion.rules.sheriff.inspection import Bag, Bring, check_bag
from companion.rules.sheriff.posting import Posting, check_supply
from companion.rules.sheriff.refusals import KindUntold, NoDebt, NotDeputy
from companion.rules.sheriff.round_laws import under_law


@dataclass(frozen=True, slots=True)
class OpenBag(Bring):
    """The Sheriff opens a bag (I3, I4). A debtor tells cards and pays the rest in goods (D1, D2).

    `payment` is None until the debtor has chosen; `told` names the kinds of the debtor's face-down cards;
    `discarded` says that the receiver does not keep the goods (D3). `fine` is what the fine is under a law of
    the round, in gold; None for what the cards cost (E27).

    One of two Deputies may open it `alone` (E11); None for both, or where one Sheriff serves. Where both pay
    a half each, `other` is how the second drawn does (E9). The `keeper` takes a TableTop Trophy to hand; None
    for the Sheriff, or the Deputy drawn first (E17).
    """

    word = "open_bag"
    later = ("fine", "alone", "other", "keeper")
    recorder = Recorder.SHERIFF
    merchant: int
    declaration: Declaration
    contents: Goods
    deals: tuple[Deal, ...] = ()
    told: Goods = field(default_factory=Goods)
    payment: Goods | None = None
    discarded: bool = False
    fine: int | None = None
    alone: int | None = None
    other: Paying = field(default_factory=Paying)
    keeper: int | None = None

    @property
    def payings(self) -> tuple[Paying, Paying]:
        """How each debtor pays: the only one or the Deputy drawn first, then the other (E9)."""
        return Paying(self.told, self.payment, self.discarded), self.other

    def decide(self, game: Game) -> "BagOpened":
        """The bag is opened: what was declared comes in, the rest is confiscated, and somebody pays (I3, I4).
        Two Deputies pay half each, and a fine for both of them goes to the Booty (E9, E10).
        """
        posting, verdict, fines = _judged(game, self)
        lost = self.contents - verdict.let_in
        paid = [
            (fine, settle(posting, fine, paying, lost))
            for fine, paying in zip(fines, self.payings, strict=False)
        ]
        (fine, debt), (other_fine, other_debt) = paid[0], paid[1] if len(paid) > 1 else (None, None)
        if other_fine is None and self.other != Paying():
            raise NoDebt(game.sheriffs[-1])
        return BagOpened(
            merchant=self.merchant,
            sheriff=acting(game, self.alone)[0],
            declaration=self.declaration,
            contents=self.contents,
            deals=self.deals,
            let_in=verdict.let_in,
            confiscated=verdict.confiscated,
            to_hand=verdict.to_hand,
            fine=fine,
            debt=debt,
            moves=posting.moves,
            deputies=game.deputies,
            alone=self.alone,
            other_fine=other_fine,
            other_debt=other_debt,
            keeper=self.keeper if verdict.to_hand else None,
        )

    def is_so(self, game: Game, standing: Iterable[Event]) -> bool:
        """Whether the bag was already opened with these cards and deals, and no goods are chosen to pay."""
        was = opened_as(game, standing, self.merchant)
        chooses = any(paying.payment is not None or paying.told for paying in self.payings)
        if was is None or chooses or was.alone != self.alone:
            return False
        return (was.declaration, was.contents, was.deals) == (self.declaration, self.contents, self.deals)


@dataclass(frozen=True, slots=True)
class BagOpened(Bag):
    """A bag was opened: what came in, what was confiscated, what the Sheriff took to hand, who paid. Where
    `deputies` serve, one of them may have opened it `alone` (E11); else each paid half for an honest bag, the
    second drawn the `other_fine`, met as `other_debt` says (E9). The `keeper` took to hand what went there;
    None for the Sheriff (E17).
    """

    word = "bag_opened"
    outcome = OPENED
    later = ("deputies", "alone", "other_fine", "other_debt", "keeper")
    merchant: int
    sheriff: int
    declaration: Declaration
    contents: Goods
    deals: tuple[Deal, ...]
    let_in: Goods
    confiscated: Goods
    to_hand: Goods
    fine: Fine
    debt: Debt | None
    moves: Moves
    deputies: tuple[int, ...] = ()
    alone: int | None = None
    other_fine: Fine | None = None
    other_debt: Debt | None = None
    keeper: int | None = None

    def remembered(self, now: ThisRound) -> ThisRound:
        """Remember whose bag was opened (E19)."""
        return replace(now, opened=now.opened | {self.merchant})

    def forgotten(self, now: ThisRound) -> ThisRound:
        """Forget that this bag was opened."""
        return replace(now, opened=now.opened - {self.merchant})

    @property
    def fines(self) -> tuple[tuple[Fine, Debt | None], ...]:
        """What was paid, and the debt where coins ran short: one fine, or two halves (E9)."""
        halves = ((self.fine, self.debt), (self.other_fine, self.other_debt))
        return tuple((fine, debt) for fine, debt in halves if fine is not None)

    @property
    def hand(self) -> int:
        """The seat that takes the cards to hand (E17)."""
        return self.sheriff if self.keeper is None else self.keeper

    @property
    def is_true(self) -> bool:
        """Whether the merchant told the truth, so that the Sheriff pays (I3, I12)."""
        return self.fine.payer != self.merchant

    @property
    def coins(self) -> int:
        """How much of the fine was paid in gold, of the first half where two pay (E9); by hand where the
        table keeps its coins (T7).
        """
        return coins_of(self.fine, self.debt)

    def owners(self, _before: Game) -> tuple[int, ...]:
        """The makers, and the players who paid, to mend a slip of the thumb (I4, D2, E9)."""
        return (*self.makers, *(fine.payer for fine, _ in self.fines))

    def told_by(self, seat: int) -> Goods:
        """What was told to pay a debt (D1)."""
        told = (debt.told for fine, debt in self.fines if debt is not None and fine.payer == seat)
        return sum(told, Goods())

    def coins_given(self) -> Iterator[tuple[int, int | None, int]]:
        """Yield the deals' gold, then the fines'."""
        yield from Bag.coins_given(self)  # no super(): a dataclass with slots is made a second time
        for fine, debt in self.fines:
            yield fine.payer, fine.receiver, coins_of(fine, debt)


def opened_as(game: Game, standing: Iterable[Event], merchant: int) -> BagOpened | None:
    """How this merchant's bag of the round was recorded, if it was opened."""
    if game.done.get(merchant) != OPENED:
        return None
    bags = [event for event in standing if isinstance(event, BagOpened) and event.merchant == merchant]
    return bags[-1] if bags else None


def open_debts(game: Game, command: OpenBag) -> tuple[OpenDebt | None, ...]:
    """The debts of all who pay for opening this bag: one, or both Deputies in the order they were drawn (E9).
    None for each whose coins cover it; empty if the bag cannot be opened like this.
    """
    return tuple(debt for _fine, debt in fines_of(game, command))


def fines_of(game: Game, command: OpenBag) -> tuple[tuple[Fine, OpenDebt | None], ...]:
    """What each has to pay for opening this bag, with a debt if coins are short; empty if it cannot be."""
    try:
        posting, _, fines = _judged(game, command)
    except Refusal:
        return ()
    return tuple(
        (fine, owing(posting, fine, paying.told))
        for fine, paying in zip(fines, command.payings, strict=False)
    )


def _judged(game: Game, command: OpenBag) -> tuple[Posting, "Verdict", tuple[Fine, ...]]:
    """Strike the deals of an opened bag and bring in its true cards: its posting, verdict and fines (I4)."""
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
    """Yield the fines for an opened bag: those who opened it share what an honest one costs, card by card
    (E9); the fine for a lie goes to the one who opened it, or to the Booty if two did (E10, E11). If a law
    asks for an odd sum, the Deputy drawn first pays the odd coin.
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
