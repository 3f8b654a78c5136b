"""The result: ranks, every line of every sum, Kings and Queens, how ties were split."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup, escape

from companion.clerk import Table
from companion.rules.events import CountBegun, SheetCounted
from companion.rules.game import Game
from companion.rules.goods import GOLD
from companion.rules.scoring import KING, QUEEN, Bonus, PlayerCount, Result
from companion.rules.scoring import Line as SumLine
from companion.web.glossary import good_name, king_of, queen_of
from companion.web.language import gettext as _
from companion.web.language import listed, ngettext, when
from companion.web.words import Words, say


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sum; without a multiplication when `count` is 0."""

    word: str
    label: Markup
    count: int
    each: int
    amount: int


@dataclass(frozen=True, slots=True)
class ResultPlayer:
    """A player with every line of the sum."""

    name: str
    charge: str
    rank: int
    total: int
    gold: int
    goods: int
    bonuses: int
    legal_cards: int
    contraband_cards: int
    winner: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """Somebody with a title, and what it pays."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class BonusRow:
    """King and Queen of a good; `split` says how a tie was shared."""

    word: str
    king: tuple[Share, ...]
    queen: tuple[Share, ...]
    split: Markup | str


@dataclass(frozen=True, slots=True)
class ResultScreen:
    """What result/_result.html shows; players by rank."""

    game: str
    when: str
    counted: bool
    ended_early: Markup | str
    players: tuple[ResultPlayer, ...]
    bonuses: tuple[BonusRow, ...]
    tie_break: Markup | str
    warnings: tuple[str, ...]
    may_rematch: bool
    may_log: bool


def result(table: Table, counted: Result, warnings: tuple[str, ...]) -> ResultScreen:
    """The result of a closed game, as it was stored."""
    game = table.game
    from_sheet = isinstance(table.lines[0].event, SheetCounted)
    players = [_player(game, seat, player) for seat, player in enumerate(counted.players)]
    return ResultScreen(
        game=table.id,
        when=when(table.lines[-1].recorded_at),
        counted=from_sheet,
        ended_early=_ended_early(table),
        players=tuple(sorted(players, key=lambda player: player.rank)),
        bonuses=tuple(_bonus(game, bonus) for bonus in counted.bonuses),
        tie_break=_tie_break(game, counted),
        warnings=warnings,
        may_rematch=True,
        may_log=not from_sheet,
    )


def _player(game: Game, seat: int, player: PlayerCount) -> ResultPlayer:
    return ResultPlayer(
        name=game.seats[seat].name,
        charge=game.seats[seat].shield,
        rank=player.rank,
        total=player.total,
        gold=player.gold,
        goods=player.goods,
        bonuses=player.bonuses,
        legal_cards=player.legal_cards,
        contraband_cards=player.contraband_cards,
        winner=player.rank == 1,
        lines=tuple(_line(line) for line in player.lines),
    )


def _line(line: SumLine) -> Line:
    head, _colon, good = line.what.partition(":")
    if line.what == GOLD:
        return Line(GOLD, escape(_("Gold")), 0, 0, line.amount)
    if head in {KING, QUEEN}:
        title = king_of(good) if head == KING else queen_of(good)
        return Line("crown" if head == KING else "queen", escape(title), 0, 0, line.amount)
    if good:
        label = say(_("%(card)s with %(good)s"), card=good_name(head), good=good_name(good))
        return Line(head, label, line.count, line.each, line.amount)
    return Line(head, escape(good_name(head)), line.count, line.each, line.amount)


def _bonus(game: Game, bonus: Bonus) -> BonusRow:
    paid = dict(bonus.paid)
    return BonusRow(
        bonus.good,
        _shares(game, bonus.king, paid),
        _shares(game, bonus.queen, paid),
        _split(game, bonus, paid),
    )


def _shares(game: Game, seats: Iterable[int], paid: dict[int, int]) -> tuple[Share, ...]:
    return tuple(Share(game.seats[seat].name, paid.get(seat, 0)) for seat in seats)


def _split(game: Game, bonus: Bonus, paid: dict[int, int]) -> Markup | str:
    """How a tie was shared (S3), and who keeps a rank without being paid (S5)."""
    words, good = Words(game.seats), game.cards.good(bonus.good)
    said = []
    if len(bonus.king) > 1:
        both = _("%(names)s tie for King: (%(king)s + %(queen)s) / %(count)s = %(share)s each, no Queen.")
        said.append(_tie(both, words, bonus.king, king=good.king, queen=good.queen, share=bonus.king_share))
    if len(bonus.queen) > 1:
        shared = _("%(names)s tie for Queen: %(queen)s / %(count)s = %(share)s each.")
        said.append(_tie(shared, words, bonus.queen, queen=good.queen, share=bonus.queen_share))
    unpaid = [seat for seat in (*bonus.king, *bonus.queen) if seat not in paid]
    if unpaid:
        scrolls = _("%(names)s: the Arcane Scrolls keep the rank and take the pay.")
        said.append(say(scrolls, names=words.names(unpaid)))
    return Markup(" ").join(said)


def _tie(sentence: str, words: Words, seats: tuple[int, ...], **values: int) -> Markup:
    return say(sentence, names=words.names(seats), count=len(seats), **values)


def _tie_break(game: Game, counted: Result) -> Markup | str:
    """Which step decided between equal totals, and how (S7)."""
    if counted.decided_by == "total":
        return ""
    words = Words(game.seats)
    best = counted.players[counted.winners[0]]
    tied = [seat for seat, player in enumerate(counted.players) if player.total == best.total]
    values = {"names": words.names(tied), "total": best.total}
    if counted.decided_by == "legal_cards":
        sentence = _("%(names)s have %(total)s each; most legal goods decide: %(numbers)s.")
        numbers = [str(counted.players[seat].legal_cards) for seat in tied]
        return say(sentence, numbers=listed(numbers), **values)
    if counted.decided_by == "contraband_cards":
        sentence = _(
            "%(names)s have %(total)s and as many legal goods each; most contraband decides: %(numbers)s."
        )
        numbers = [str(counted.players[seat].contraband_cards) for seat in tied]
        return say(sentence, numbers=listed(numbers), **values)
    return say(_("Equal in gold, legal goods and contraband: the victory is shared."))


def _ended_early(table: Table) -> Markup | str:
    """Who was Sheriff how often, when the game ended before its time."""
    begun = [line.event for line in table.standing if isinstance(line.event, CountBegun)]
    if not begun or len(set(begun[-1].turns)) == 1:
        return ""
    words = Words(table.game.seats)
    turns = []
    for seat, count in enumerate(begun[-1].turns):
        sentence = ngettext("%(name)s %(num)s time", "%(name)s %(num)s times", count, name="%(name)s")
        turns.append(say(sentence, name=words.name(seat)))
    return say(_("Not everybody was Sheriff equally often: %(turns)s."), turns=Markup(listed(turns)))  # noqa: S704
