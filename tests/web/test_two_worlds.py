"""Nobody else can tell what Bo noted (T8): two worlds that differ in that alone give the same bytes.

A test that cannot fail proves nothing: tests/long/web/test_leaks.py plants leaks that it has to find.
"""

from dataclasses import replace

import pytest

from companion.rules.ledger import Goods
from companion.rules.sheriff.bags import Declaration
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.switching import SetOptions
from tests.rules.given import BO, CLEO, passing
from tests.web import buttons
from tests.web.phone import Page
from tests.web.stored import membership_of, service_of
from tests.web.worlds import (
    Luck,
    World,
    Worlds,
    inspection,
    market,
    stopped,
    told_apart,
    two_worlds,
)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    """Two for all tests of this file."""
    return two_worlds(tmp_path_factory)


# tests/long/web/test_two_worlds.py plays a hundred of each.


@pytest.mark.parametrize("seed", range(2))
def test_two_worlds_with_other_notes_are_one_for_everybody_else(worlds: Worlds, seed: int) -> None:
    """Each route is asked by somebody."""
    assert told_apart(worlds, seed) == []


def test_until_the_reveal_two_bags_that_pass_alike_are_one(worlds: Worlds) -> None:
    """I2: before the decision whatever is noted, after it with one public part."""
    assert told_apart(worlds, 3_000, inspection) == []


def test_e20_telling_three_cards_tells_no_others(worlds: Worlds) -> None:
    """For a card of the Black Market Bo turns over three Pepper; nobody learns of the fourth card."""
    assert told_apart(worlds, 5_000, market) == []


def test_what_is_revealed_tells_them_apart(worlds: Worlds) -> None:
    """The control: first on Bo's own phone, which fills in the reveal, then for everybody."""
    luck = Luck()
    both = []
    for number, (app, kind) in enumerate(zip(worlds, ("silk", "mead"), strict=True)):
        world = World(app, luck, number, -1)
        with stopped(luck):
            both.append(revealed(world, kind))
    before, own, after = zip(*both, strict=True)
    assert before[0] == before[1]
    assert own[0] != own[1]
    assert after[0] != after[1]


def revealed(world: World, kind: str) -> tuple[bytes, bytes, bytes]:
    """What the bank sees before the reveal, Bo's phone at it, and the bank after it."""
    world.sits_down()
    keeper, service = membership_of(world.app), service_of(world.app)
    keeper.release(world.game, CLEO)
    keeper.may_record(world.game, "own")
    service.play(world.game, passing(BO, "apples", 2, apples=1, face_down=1), "bag")
    world.notes([(1, Goods({"apples": 1, kind: 1}))])
    world.ends()

    def seen_by_the_bank() -> bytes:
        world.luck.seed("the bank looks")
        return content(world.phones["bank"].send("GET", f"/g/{world.game}/log"))

    before = seen_by_the_bank()
    own = world.bo.open(f"/g/{world.game}/reveal/{BO}")
    world.bo.press(buttons.ALL_TOLD)
    return before, content(own), seen_by_the_bank()


@pytest.mark.parametrize("late", [False, True], ids=["in time", "t7 late"])
@pytest.mark.parametrize("kinds", [("silk", "mead"), ("silk", "")], ids=["another note", "none"])
def test_until_the_sheriff_decides_nobody_can_tell_what_is_noted(
    worlds: Worlds, kinds: tuple[str, str], *, late: bool
) -> None:
    """Nor whether anything is; with one decision and one public part, nobody can tell after it either. Where
    time ran out, the clock may have been wrong, and the Sheriff still decides.
    """
    luck = Luck()
    both = []
    for number, (app, kind) in enumerate(zip(worlds, kinds, strict=True)):
        world = World(app, luck, number, (-4 if late else -2) - (not kinds[1]))
        with stopped(luck):
            both.append(decided(world, kind, late=late))
    (before, after), (other_before, other_after) = both
    assert before == other_before
    assert (after == other_after) is bool(kinds[1])


def decided(world: World, kind: str, *, late: bool = False) -> tuple[list[bytes], list[bytes]]:
    """What everybody but Bo sees of his declared bag, before and after it was let pass; `late`, before and
    after it was recorded since time ran out.
    """
    world.sits_down()
    service, path = service_of(world.app), f"/g/{world.game}"
    if late:
        service.play(world.game, SetOptions(replace(world.table.options, timer=True)), "timer")
        service.set_clock(world.game, 0, running=False)
    membership_of(world.app).may_record(world.game, "own")
    for merchant in world.table.waiting:
        service.say(
            world.game,
            Declare(merchant, Declaration("apples", 2)),
            f"said {merchant}",
            lambda _members: frozenset(),
            lambda _now, _said, _members: None,
        )
    if kind:
        service.note(world.game, BO, 1, Goods({"apples": 1, kind: 1}))

    def seen() -> list[bytes]:
        pages = []
        for role, phone in world.phones.items():
            for place in ("", "/log", "/live?on=board", "/bags/1"):
                world.luck.seed(role, place)
                pages.append(content(phone.send("GET", f"{path}{place}")))
        return pages

    before = seen()
    world.luck.seed("the Sheriff decides")
    sheriff = world.phones["sheriff"]
    if late:
        form = sheriff.open(f"{path}/bags/{BO}?contents=passed").form_to("/passes")
        records = next(one for one in form.buttons if "next-passed" in one.get("class"))
        sheriff.submit(form, {}, records)
    else:
        form = sheriff.open(path).form_to("/decisions/1")
        sheriff.submit(form, {}, form.buttons[0])
    return before, seen()


def content(page: Page) -> bytes:
    """The bytes of a page."""
    data: bytes = page.answer.get_data()
    return data
