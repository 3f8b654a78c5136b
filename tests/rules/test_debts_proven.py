"""The proposed goods of a debt against brute force: every handful of a stand, compared by D2's own words."""

from collections.abc import Iterator, Mapping
from itertools import product

from hypothesis import given, strategies

from companion.rules.ledger import Goods
from companion.rules.sheriff.debts import cheapest, proposal
from companion.rules.sheriff.editions import Kind, edition
from companion.rules.sheriff.game import FACE_DOWN

CARDS = edition("first")
ORDER = [good.word for good in CARDS.goods]
VALUE = {good.word: good.value for good in CARDS.goods}
LEGAL = [good.word for good in CARDS.of(Kind.LEGAL)]
OTHERS = [word for word in ORDER if word not in LEGAL]


def goods_of(words: list[str], most: int, kinds: int) -> strategies.SearchStrategy[dict[str, int]]:
    """At most this many kinds of these goods, and this many cards of each."""
    return strategies.dictionaries(
        strategies.sampled_from(words), strategies.integers(1, most), max_size=kinds
    )


def handfuls(goods: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Every choice of these cards."""
    for counts in product(*(range(count + 1) for count in goods.values())):
        yield {word: count for word, count in zip(goods, counts, strict=True) if count}


def worth(goods: Mapping[str, int]) -> int:
    return sum(VALUE[word] * count for word, count in goods.items())


def merit(goods: Mapping[str, int]) -> tuple[object, ...]:
    """Least worth, fewest cards, most cards of what comes first in the card tables: the least is the best."""
    return (worth(goods), sum(goods.values()), [-goods.get(word, 0) for word in ORDER])


def best(goods: Mapping[str, int], rest: int) -> dict[str, int]:
    """The best of all handfuls that are worth the rest."""
    return min((handful for handful in handfuls(goods) if worth(handful) >= rest), key=merit)


@given(goods=goods_of(ORDER, most=4, kinds=5), share=strategies.floats(0, 1))
def test_d2_cheapest_is_the_best_of_all_handfuls(goods: dict[str, int], share: float) -> None:
    rest = round(share * worth(goods))
    assert cheapest(CARDS, Goods(goods), rest) == best(goods, rest)


@given(
    legal=goods_of(LEGAL, most=5, kinds=3),
    others=goods_of(OTHERS, most=3, kinds=3),
    down=strategies.integers(0, 2),
    rest=strategies.integers(0, 60),
)
def test_d1_proposal_is_the_best_of_what_may_be_paid(
    legal: dict[str, int], others: dict[str, int], down: int, rest: int
) -> None:
    proposed = proposal(CARDS, Goods({FACE_DOWN: down, **others, **legal}), rest)
    if worth(legal) >= rest:
        assert proposed == best(legal, rest)
        return
    missing = rest - worth(legal)
    paying = {word: count for word, count in others.items() if VALUE[word]}
    assert proposed == Goods(legal) + (best(paying, missing) if worth(paying) >= missing else paying)
