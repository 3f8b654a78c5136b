"""The result: ranks, every line of every sum, Kings and Queens, how ties were split."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup, escape

from companion.rules.counting import Line as SumLine
from companion.rules.ledger import GOLD
from companion.rules.sheriff.cards import is_extra
from companion.rules.sheriff.game import Game
from companion.rules.sheriff.leaving import turns_at_end
from companion.rules.sheriff.scoring import KING, QUEEN, Bonus, Counting, PlayerCount, Result, counting
from companion.web.counts import is_count
from companion.web.ended import Ended, Line, ResultPlayer, ended, read_only, ties
from companion.web.http.language import gettext as _
from companion.web.parts import People, name_of, say, seat_of, series, shared
from companion.web.sheriff.board import purse_warnings
from companion.web.sheriff.glossary import cards_of, extra_icon, extra_name, good_name, king_of, queen_of
from companion.web.sheriff.honours import Honour, honours
from companion.web.sheriff.promises import Pin
from companion.web.sheriff.table import Table
from companion.web.sheriff.words import Words, uneven_turns


@dataclass(frozen=True, slots=True)
class Share:
    """A player with a title, how many cards counted for it, and what it pays."""

    name: str
    count: int
    amount: int


@dataclass(frozen=True, slots=True)
class BonusRow:
    """King and Queen of a good; `counts` says what counts for each player who has any, if that tells more;
    `split` how a tie was shared.
    """

    word: str
    king: tuple[Share, ...]
    queen: tuple[Share, ...]
    counts: tuple[Markup, ...]
    split: Markup | str


@dataclass(frozen=True, slots=True)
class ResultScreen:
    """What sheriff/result/_result.html shows; players by rank, whether `royal_goods` were in play, and what
    became of all `promises`. A counted sheet has no `honours`, and no `story` to lead to.
    """

    ended: Ended
    players: tuple[ResultPlayer, ...]
    bonuses: tuple[BonusRow, ...]
    royal_goods: bool = False
    honours: tuple[Honour, ...] = ()
    promises: tuple[Pin, ...] = ()
    story: bool = False


def result(
    table: Table, counted: Result, *, may_take_back: bool, promises: tuple[Pin, ...] = ()
) -> ResultScreen:
    """The result of a closed game, as stored; it also tells what became of `promises`."""
    view, warnings = result_read(table, counted), purse_warnings(table.game)
    return replace(
        view,
        ended=ended(table, counted, view.ended.why, may_take_back=may_take_back, warnings=warnings),
        promises=promises,
        story=not is_count(table),
    )


def result_read(table: Table, counted: Result) -> ResultScreen:
    """The result for whoever only reads of it."""
    game = table.game
    players = (_player(game, seat, player) for seat, player in enumerate(counted.players))
    why = (*told_ties(game, counted), _ended_early(table))
    return ResultScreen(
        read_only(table, counted, why),
        tuple(sorted(players, key=lambda player: player.rank)),
        tuple(_bonus(game, bonus) for bonus in counted.bonuses if bonus.king),
        game.options.royal_goods,
        shared(table, "honours", honours),
    )


def _player(game: Game, seat: int, player: PlayerCount) -> ResultPlayer:
    without = _(
        "gold\u00a0%(gold)s, goods\u00a0%(goods)s, bonuses\u00a0%(bonuses)s",
        gold=player.gold,
        goods=player.goods,
        bonuses=player.bonuses,
    )
    under = _(
        "gold %(gold)s, goods %(goods)s, bonuses %(bonuses)s, other cards %(extras)s",
        gold=player.gold,
        goods=player.goods,
        bonuses=player.bonuses,
        extras=player.extras,
    )
    return ResultPlayer(
        seat_of(game, seat),
        player.rank,
        player.total,
        tuple(map(_line, player.lines)),
        under if player.extras else without,
        _(
            "%(legal)s legal cards, %(contraband)s contraband: they break a tie.",
            legal=player.legal_cards,
            contraband=player.contraband_cards,
        ),
    )


def _line(line: SumLine) -> Line:
    head, _colon, good = line.what.partition(":")
    if line.what == GOLD:
        return Line(GOLD, escape(_("Gold")), 0, 0, line.amount)
    if head in {KING, QUEEN}:
        title = king_of(good) if head == KING else queen_of(good)
        return Line("crown" if head == KING else "queen", escape(title), 0, 0, line.amount)
    if is_extra(line.what):
        return Line(extra_icon(line.what), extra_name(line.what), 0, 0, line.amount)
    if good:
        label = say(_("%(card)s with %(good)s"), card=good_name(head), good=good_name(good))
        return Line(head, label, line.count, line.each, line.amount)
    return Line(head, escape(good_name(head)), line.count, line.each, line.amount)


def _bonus(game: Game, bonus: Bonus) -> BonusRow:
    paid = dict(bonus.paid)
    return BonusRow(
        bonus.good,
        _shares(game, bonus, bonus.king),
        _shares(game, bonus, bonus.queen),
        _counts(game, bonus),
        _split(game, bonus, paid),
    )


def _counts(game: Game, bonus: Bonus) -> tuple[Markup, ...]:
    """What counts, so that anybody can check it: "Felix 4: 1 apple and 1 Golden Apple counting as 3" (S2).
    Nothing where King and Queen above already say it all.
    """
    seats = [seat for seat, number in enumerate(bonus.counts) if number]
    parts = {seat: _parts(game, bonus, seat) for seat in seats}
    if not any(parts.values()) and {*seats} == {*bonus.king, *bonus.queen}:
        return ()
    return tuple(
        _counted(Words(game.seats).name(seat), bonus.counts[seat], parts[seat])
        for seat in sorted(seats, key=lambda seat: -bonus.counts[seat])
    )


def _parts(game: Game, bonus: Bonus, seat: int) -> tuple[Counting, ...]:
    """The cards of a count; empty if it is just their number, or follows other rules than today's."""
    good = game.cards.good(bonus.good)
    cards = counting(game.cards, good, game.stand(seat), game.plates.get(seat, ()))
    is_plain = all(each.word == good.word for each in cards)
    is_whole = sum(each.counts for each in cards) == bonus.counts[seat]
    return cards if is_whole and not is_plain else ()


def _counted(name: Markup, number: int, cards: tuple[Counting, ...]) -> Markup:
    if not cards:
        return say("%(name)s %(number)s", name=name, number=number)
    said = series(_card(each) for each in cards)
    return say(_("%(name)s %(number)s: %(cards)s"), name=name, number=number, cards=said)


def _card(cards: Counting) -> str:
    if cards.counts == cards.number:
        return cards_of(cards.word, cards.number)
    said = cards_of(cards.word, cards.number)
    return _("%(cards)s counting as %(number)s", cards=said, number=cards.counts)


def _shares(game: Game, bonus: Bonus, seats: Iterable[int]) -> tuple[Share, ...]:
    paid = dict(bonus.paid)
    return tuple(Share(name_of(game.seats[seat]), bonus.counts[seat], paid.get(seat, 0)) for seat in seats)


def _split(game: Game, bonus: Bonus, paid: dict[int, int]) -> Markup | str:
    """How a tie was shared (S3), and who keeps a rank without being paid (S5)."""
    words, good = Words(game.seats), game.cards.good(bonus.good)
    said, lost = [], 0
    if len(bonus.king) > 1:
        both = _("%(names)s tie for King: (%(king)s + %(queen)s) / %(count)s = %(share)s each, no Queen.")
        said.append(_tie(both, words, bonus.king, king=good.king, queen=good.queen, share=bonus.king_share))
        lost += (good.king + good.queen) % len(bonus.king)
    if len(bonus.queen) > 1:
        shared = _("%(names)s tie for Queen: %(queen)s / %(count)s = %(share)s each.")
        said.append(_tie(shared, words, bonus.queen, queen=good.queen, share=bonus.queen_share))
        lost += good.queen % len(bonus.queen)
    if lost:
        said.append(say(_("Rounded down.")))
    unpaid = [seat for seat in (*bonus.king, *bonus.queen) if seat not in paid]
    if unpaid:
        scrolls = _("%(names)s: the Arcane Scrolls leave the rank but cancel the bonus.")
        said.append(say(scrolls, names=words.names(unpaid)))
    return Markup(" ").join(said)


def _tie(sentence: str, words: Words, seats: tuple[int, ...], **values: int) -> Markup:
    return say(sentence, names=words.names(seats), count=len(seats), **values)


def told_ties(game: Game, counted: Result) -> Iterator[Markup | str]:
    """What decided between players with an equal total, the highest first (S7, S8)."""
    steps = (
        ("legal_cards", _("Most legal goods decide: %(numbers)s."), _("Legal goods: %(number)s each.")),
        (
            "contraband_cards",
            _("Most contraband decides: %(numbers)s."),
            _("Contraband: %(number)s each."),
        ),
    )
    return ties(People(game.seats), counted.players, steps)


def _ended_early(table: Table) -> Markup | str:
    """How often each player was Sheriff, if the game ended early."""
    ends = [had for line in table.standing if (had := turns_at_end(line.event))]
    if not ends:
        return ""
    lines = uneven_turns(Words(table.game.seats), ends[-1], deputies=table.game.has_deputies)
    return Markup(" ").join(line + "." for line in lines)
