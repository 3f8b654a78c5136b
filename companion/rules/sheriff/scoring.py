"""The final count (S1 to S8), every line of every sum kept for display."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.rules.counting import Line, line, ranked
from companion.rules.ledger import GOLD, Goods
from companion.rules.sheriff.editions import Edition, EffectKind, Good, Kind
from companion.rules.sheriff.extras import Extra

KING, QUEEN = "king", "queen"
Decision = Literal["total", "legal_cards", "contraband_cards", "shared"]
TIE_BREAKS: tuple[Decision, ...] = ("total", "legal_cards", "contraband_cards")
"""What ranks the players, in this order (S7)."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Who is King and Queen of a legal good (S2 to S5); seats in order, shares in gold.

    `counts` says how many each seat has; a share is what each of those tied is due; `paid` holds (seat, gold)
    for everybody who is paid.
    """

    good: str
    counts: tuple[int, ...]
    king: tuple[int, ...]
    queen: tuple[int, ...]
    king_share: int
    queen_share: int
    paid: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """Cards of one kind that count for King and Queen of a good, and as how many of it in all (S2, S6)."""

    word: str
    number: int
    counts: int


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """What a player has in the end: `total` is `gold` + `goods` + `bonuses` + `extras`, line by line in
    `lines`. Extras do not break ties (E21). The `what` of a line is a good's word, `gold`, `king:<good>` or
    `queen:<good>`; `<promo card>:<good>` for what a card adds to each of another, or for a card that became a
    legal good (S6); for a card that counts at the end, `what` of its `Extra` (E21).
    """

    rank: int
    total: int
    gold: int
    goods: int
    bonuses: int
    legal_cards: int
    contraband_cards: int
    lines: tuple[Line, ...]
    extras: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The count of a game; players by seat; `decided_by` is the step that decided the winner (S7)."""

    players: tuple[PlayerCount, ...]
    bonuses: tuple[Bonus, ...]
    winners: tuple[int, ...]
    decided_by: Decision


def count(  # noqa: PLR0913, PLR0917 - all that lies before everybody
    edition: Edition,
    stands: Sequence[Goods],
    gold: Sequence[int],
    plates: Sequence[tuple[str, ...]],
    began: int | None = None,
    extras: Sequence[Sequence[Extra]] = (),
) -> Result:
    """The result for stands and purses by seat; `plates` are the legal goods that Feast Plates became (S6),
    `extras` the cards that are no goods and count (E21), () if nobody has any.

    The box is packed for as many players as `began`, everybody if that is None; players who left are counted
    with what is there (T6). No card may be face down.
    """
    bonuses = kings(edition, stands, plates, len(stands) if began is None else began)
    counted = tuple(
        _with_extras(
            _player_count(edition, stand, gold[seat], plates[seat], tuple(_bonus_lines(bonuses, seat))),
            extras[seat] if extras else (),
        )
        for seat, stand in enumerate(stands)
    )
    players, winners, decided_by = ranked(counted, TIE_BREAKS)
    return Result(players, bonuses, winners, decided_by)


def kings(
    edition: Edition, stands: Sequence[Goods], plates: Sequence[tuple[str, ...]], began: int
) -> tuple[Bonus, ...]:
    """King and Queen of each legal good in play with as many players as `began` (S2 to S6). Cards face down
    count for nothing.
    """
    unpaid = {seat for seat, stand in enumerate(stands) if _does(edition, stand, EffectKind.UNPAID)}
    return tuple(
        _bonus(good, _holdings(edition, good, stands, plates), unpaid) for good in edition.legal(began)
    )


def _does(edition: Edition, stand: Goods, effect: EffectKind) -> tuple[str, ...]:
    """The cards on a stand that have an effect of this kind, one by one; none that lies face down."""
    return tuple(word for word in stand.cards() if word in edition.index and edition.good(word).does(effect))


def _holdings(
    edition: Edition, good: Good, stands: Sequence[Goods], plates: Sequence[tuple[str, ...]]
) -> tuple[int, ...]:
    """What counts for King and Queen, by seat."""
    return tuple(
        sum(cards.counts for cards in counting(edition, good, stand, chosen))
        for stand, chosen in zip(stands, plates, strict=True)
    )


def counting(edition: Edition, good: Good, stand: Goods, plates: tuple[str, ...]) -> tuple[Counting, ...]:
    """What of a stand counts for King and Queen of a legal good: royal goods as several, Feast Plates, which
    became the goods in `plates`, as one (S2, S6).
    """
    worth = {good.word: 1} | {card.word: card.counts for card in edition.goods if card.counts_as == good.word}
    held = ((word, stand.get(word, 0), each) for word, each in worth.items())
    became = Counter(
        card
        for card, plate in zip(_does(edition, stand, EffectKind.CHOSEN), plates, strict=True)
        if plate == good.word
    )
    return tuple(
        Counting(word, number, number * each)
        for word, number, each in (*held, *((card, number, 1) for card, number in became.items()))
        if number
    )


def _bonus(good: Good, counts: tuple[int, ...], unpaid: set[int]) -> Bonus:
    """Ranks and shares as if everybody were paid, then what is in fact paid (S2, S3, S4, S5)."""
    most = max(counts)
    king = _seats_with(most, counts)
    second = max((number for number in counts if number < most), default=0) if len(king) == 1 else 0
    queen = _seats_with(second, counts)
    king_share = good.king if len(king) == 1 else (good.king + good.queen) // max(len(king), 1)
    queen_share = good.queen // max(len(queen), 1)
    due = (*((seat, king_share) for seat in king), *((seat, queen_share) for seat in queen))
    paid = tuple((seat, share) for seat, share in due if share and seat not in unpaid)
    return Bonus(good.word, counts, king, queen, king_share if king else 0, queen_share if queen else 0, paid)


def _seats_with(number: int, counts: tuple[int, ...]) -> tuple[int, ...]:
    """Who has exactly this many; nobody if that is 0 (S4)."""
    return tuple(seat for seat, held in enumerate(counts) if held == number > 0)


def _player_count(
    edition: Edition, stand: Goods, gold: int, plates: tuple[str, ...], bonus_lines: tuple[Line, ...]
) -> PlayerCount:
    """One player's sum; the rank is not known yet."""
    card_lines = tuple(_card_lines(edition, stand, plates))
    lines = (*card_lines, line(GOLD, gold, 1), *bonus_lines)
    legal_cards = sum(_is_legal(edition.good(word)) for word in stand.cards())
    return PlayerCount(
        rank=0,
        total=sum(each.amount for each in lines),
        gold=gold,
        goods=sum(each.amount for each in card_lines),
        bonuses=sum(each.amount for each in bonus_lines),
        legal_cards=legal_cards,
        contraband_cards=stand.total - legal_cards,
        lines=lines,
    )


def _with_extras(player: PlayerCount, extras: Sequence[Extra]) -> PlayerCount:
    """The sum with a line for each card that counts (E21)."""
    worth = sum(extra.gold for extra in extras)
    lines = (*player.lines, *(line(extra.what, 1, extra.gold) for extra in extras))
    return replace(player, total=player.total + worth, lines=lines, extras=worth)


def _is_legal(good: Good) -> bool:
    """Whether a card counts as legal in the end: a Feast Plate does, a royal good does not (S7)."""
    return good.kind is Kind.LEGAL or good.does(EffectKind.CHOSEN)


def _card_lines(edition: Edition, stand: Goods, plates: tuple[str, ...]) -> Iterator[Line]:
    """What the cards are worth, in the order of the card tables, each with what it adds to others."""
    became = Counter(zip(_does(edition, stand, EffectKind.CHOSEN), plates, strict=True))
    for good in edition.goods:
        held = stand.get(good.word, 0)
        if held and not good.does(EffectKind.CHOSEN):
            yield line(good.word, held, good.value)
        if held and good.effect and good.effect.good in stand:
            yield line(f"{good.word}:{good.effect.good}", stand[good.effect.good], good.effect.amount * held)
        for (card, plate), number in became.items():
            if card == good.word:
                yield line(f"{card}:{plate}", number, edition.good(plate).value)


def _bonus_lines(bonuses: tuple[Bonus, ...], seat: int) -> Iterator[Line]:
    """What a seat is paid as King or Queen."""
    for bonus in bonuses:
        for paid, share in bonus.paid:
            if paid == seat:
                yield line(f"{KING if seat in bonus.king else QUEEN}:{bonus.good}", 1, share)
