"""An evening as files tell it: what its story says, a line a player, a bag, a round with a badge."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.rules.ruleset import Files, Told
from companion.rules.sheriff.opened import BagOpened
from companion.rules.sheriff.past import Log
from companion.rules.sheriff.story import BagTold, PlayerTold, bribes, story
from companion.rules.sheriff.talk import Talk
from companion.rules.sheriff.tally import SheetCounted


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the sum, None before the result; titles; what the evening told, None if only counted."""

    player: str
    place: int | None = None
    total: int | None = None
    gold: int | None = None
    goods: int | None = None
    bonuses: int | None = None
    other_cards: int | None = None
    legal_cards: int | None = None
    contraband_cards: int | None = None
    kings: tuple[str, ...] = ()
    queens: tuple[str, ...] = ()
    bags: int | None = None
    bags_opened: int | None = None
    bags_caught: int | None = None
    bags_through: int | None = None
    bags_for_nothing: int | None = None
    contraband: int | None = None
    contraband_through: int | None = None
    bribes_given: int | None = None
    bribes_given_gold: int | None = None
    bribes_given_with_goods: int | None = None
    bribes_given_with_words: int | None = None
    bribes_taken: int | None = None
    bribes_taken_gold: int | None = None
    bribes_taken_with_goods: int | None = None
    bribes_taken_with_words: int | None = None
    promises: int | None = None
    promises_kept: int | None = None
    promises_broken: int | None = None
    fines_paid: int | None = None
    fines_received: int | None = None
    fines_forgiven: int | None = None
    badge_rounds: int | None = None
    badge_opened: int | None = None
    badge_hits: int | None = None
    badge_passed: int | None = None
    badge_profit: int | None = None


@dataclass(frozen=True, slots=True)
class Badge:
    """A player's round with a badge, as a Term of the story."""

    round: int
    player: str
    opened: int
    hits: int
    passed: int
    profit: int


@dataclass(frozen=True, slots=True)
class Bag:
    """A bag: the number of its entry; who decided on it, and its outcome; its `cards` as far as everybody
    knows them, how many of them are contraband; what its merchant gave; who paid which fine.
    """

    round: int
    entry: int
    merchant: str
    sheriffs: tuple[str, ...]
    outcome: str
    declared: str
    declared_cards: int
    cards: Mapping[str, int]
    contraband: int
    bribes: int
    bribes_gold: int
    bribes_with_goods: int
    bribes_with_words: int
    fine: int
    fine_forgiven: int
    payers: tuple[str, ...]


def told(log: Log, recorded_at: Iterable[int], talk: Talk | None) -> Told:
    """What a log tells, and when its entries were recorded; what was said knows which promises were kept."""
    (_, opening, _), game = log[0], log[-1][2]
    names, counted = [seat.name for seat in game.seats], isinstance(opening, SheetCounted)
    of = story(log, recorded_at, talk.kept if talk else (), talk.broken if talk else ())
    return Told(
        edition=game.edition,
        counted=counted,
        rounds=None if counted else len(of.rounds),
        minutes=of.minutes,
        players=tuple(
            _player(name, player, counted=counted) for name, player in zip(names, of.players, strict=True)
        ),
        gold=of.curve,
        badges=tuple(
            Badge(term.round, name, term.opened, term.hits, term.passed, term.profit)
            for name, player in zip(names, of.players, strict=True)
            for term in player.terms
        ),
        bags=tuple(_bag(names, bag) for bag in of.bags),
    )


def _player(name: str, of: PlayerTold, *, counted: bool) -> Player:
    told = Player(name, kings=of.kings, queens=of.queens)
    if of.count:
        told = replace(
            told,
            place=of.count.rank,
            total=of.count.total,
            gold=of.count.gold,
            goods=of.count.goods,
            bonuses=of.count.bonuses,
            other_cards=of.count.extras,
            legal_cards=of.count.legal_cards,
            contraband_cards=of.count.contraband_cards,
        )
    if counted:
        return told
    return replace(
        told,
        bags=of.brought,
        bags_opened=of.opened,
        bags_caught=of.caught,
        bags_through=of.through,
        bags_for_nothing=of.nothing,
        contraband=of.contraband,
        contraband_through=of.smuggled,
        bribes_given=of.given.number,
        bribes_given_gold=of.given.gold,
        bribes_given_with_goods=of.given.goods,
        bribes_given_with_words=of.given.words,
        bribes_taken=of.taken.number,
        bribes_taken_gold=of.taken.gold,
        bribes_taken_with_goods=of.taken.goods,
        bribes_taken_with_words=of.taken.words,
        promises=of.promised,
        promises_kept=of.kept,
        promises_broken=of.broken,
        fines_paid=of.paid,
        fines_received=of.received,
        fines_forgiven=of.forgiven,
        badge_rounds=len(of.terms),
        badge_opened=sum(term.opened for term in of.terms),
        badge_hits=sum(term.hits for term in of.terms),
        badge_passed=sum(term.passed for term in of.terms),
        badge_profit=sum(term.profit for term in of.terms),
    )


def _bag(names: Sequence[str], of: BagTold) -> Bag:
    bag, given = of.bag, bribes(of.own)
    fines = bag.fines if isinstance(bag, BagOpened) else ()
    forgiven = sum(debt.forgiven for _, debt in fines if debt)
    return Bag(
        round=of.round,
        entry=of.entry,
        merchant=names[bag.merchant],
        sheriffs=tuple(names[seat] for seat in bag.actors),
        outcome=of.outcome.value,
        declared=bag.declaration.good,
        declared_cards=bag.declaration.number,
        cards=dict(of.contents),
        contraband=of.contraband,
        bribes=given.number,
        bribes_gold=given.gold,
        bribes_with_goods=given.goods,
        bribes_with_words=given.words,
        fine=sum(fine.amount for fine, _ in fines) - forgiven,
        fine_forgiven=forgiven,
        payers=tuple(names[fine.payer] for fine, _ in fines),
    )


FILES = Files(told, Player, Bag)
