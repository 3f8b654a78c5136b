"""A group: which evenings it keeps, who reads and who keeps it, and what becomes of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion import groups as limits
from companion.groups import Group, Groups, UnknownGroup
from companion.journal import Journal, UnknownGame
from companion.membership import Membership
from companion.places import DAY, DOOR_LIFE, PlaceLost
from companion.records import Members
from companion.registry import GAMES
from companion.rules.evenings import spelling
from companion.rules.kinds import PutBack, TakeBack
from companion.rules.refusals import GroupFull, GroupsTooMany, NameEmpty, NameOfAnother, PlayedTogether
from companion.rules.sheriff.ending import CloseCount
from companion.rules.sheriff.rotation import EndGame
from companion.rules.sheriff.seating import Rename
from companion.service import Service
from tests.rules.given import NAMES, command_given
from tests.service.conftest import ANN, BO, CLEO, DOV, EVENING, Watch
from tests.together import at_once

Ends = Callable[..., str]
ANNS, BOS = spelling("Ann"), spelling("Bo")


@pytest.fixture
def groups(journal: Journal, watch: Watch) -> Groups:
    return Groups(GAMES, journal, watch)


@pytest.fixture
def ends(service: Service, watch: Watch) -> Ends:
    """An evening is opened and ended: whoever has the most gold wins. Its id."""
    count = iter(range(10_000))

    def ended(*names: str, gold: tuple[int, ...] = (60, 50, 40)) -> str:
        there = (*names, *NAMES[len(names) : 3])
        opening = command_given(3, gold=dict(enumerate(gold)), names=there)
        table = service.open(opening, f"tap-{next(count)}", ANN)
        for action in (EndGame(), CloseCount()):
            service.play(table.id, action, f"tap-{next(count)}")
        watch.now += 60_000
        return table.id

    return ended


@pytest.fixture
def group(groups: Groups, ends: Ends) -> str:
    """A group of one evening, which Ann's phone made and keeps."""
    return groups.open(ends(), ANN, by=ANN)


def names(group: Group) -> list[str]:
    """Who was there."""
    return sorted(person.name for person in group.past.people.values())


def reads(groups: Groups, group: str, phone: str) -> str:
    """A phone comes by the group's link."""
    assert groups.come_in(group, groups.read(group, ANN).record.secret, phone)
    return phone


def anybody(_members: Members) -> None:
    """Whoever asks may."""


# Evenings


def test_a_group_tells_of_the_evenings_that_it_keeps(groups: Groups, group: str, ends: Ends) -> None:
    later = ends("Ann", "Eve", gold=(10, 90, 20))
    groups.keep(later, group, by=ANN)
    groups.keep(later, group, by=ANN)
    there = groups.read(group, ANN)
    assert there.keeper
    assert next(kept.id for kept in there.kept) == later
    assert names(there) == ["Ann", "Bo", "Cleo", "Eve"]
    ann = next(one for one in there.past.standings["sheriff"] if one.person == ANNS)
    assert (ann.evenings, ann.wins, ann.best) == (2, 1, 60)


def test_an_evening_counts_while_its_result_stands(
    groups: Groups, group: str, ends: Ends, service: Service
) -> None:
    game = ends("Zoe")
    groups.keep(game, group, by=ANN)
    assert len(groups.read(group, ANN).kept) == 2
    seq = service.current(game).seq
    service.play(game, TakeBack(seq), "take back")
    assert len(groups.read(group, ANN).kept) == 1
    service.play(game, PutBack(seq + 1), "put back")
    assert len(groups.read(group, ANN).kept) == 2


def test_what_an_evening_tells_is_made_anew_once_its_log_is_longer(
    groups: Groups, group: str, service: Service, journal: Journal
) -> None:
    (kept,) = groups.read(group, ANN).kept
    service.play(kept.id, TakeBack(service.current(kept.id).seq), "take back")
    service.play(kept.id, Rename(0, "Anna"), "rename")
    service.play(kept.id, CloseCount(), "close")
    assert "Anna" in names(groups.read(group, ANN))
    (stored,) = journal.groups.group(group).evenings()
    assert stored.told
    assert "Anna" in stored.told


def test_what_it_tells_is_made_once(groups: Groups, group: str, journal: Journal) -> None:
    assert [kept.told for kept in journal.groups.group(group).evenings()] == [None]
    before = groups.read(group, ANN).kept
    (stored,) = journal.groups.group(group).evenings()
    assert stored.told
    assert groups.read(group, ANN).kept == before


def test_a_table_that_is_still_played_counts_once_it_is_over(
    groups: Groups, group: str, service: Service
) -> None:
    table = service.open(command_given(3), "another", ANN)
    groups.keep(table.id, group, by=ANN)
    assert len(groups.read(group, ANN).kept) == 1
    service.play(table.id, EndGame(), "end")
    service.play(table.id, CloseCount(), "close")
    assert len(groups.read(group, ANN).kept) == 2


def test_a_rematch_goes_to_the_same_groups(groups: Groups, group: str, ends: Ends) -> None:
    (first,), again, other = groups.read(group, ANN).kept, ends(), ends()
    groups.stored.follow(first.id, again)
    groups.stored.follow(first.id, again)
    groups.stored.follow(other, ends())
    assert {kept.id for kept in groups.read(group, ANN).kept} == {first.id, again}


def test_the_same_tap_makes_one_group(groups: Groups, ends: Ends) -> None:
    game = ends()
    assert groups.open(game, BO, by=ANN) == groups.open(game, BO, by=ANN)
    assert len(groups.stored.of_game(game)) == 1
    assert groups.known_to(ANN) == ()


def test_who_taps_after_the_last_card_too_is_in_the_same_group(
    place: Path | str, groups: Groups, ends: Ends
) -> None:
    game, phones = ends(), (ANN, BO, CLEO, DOV)
    with Journal(place, patience=30) as journal:
        there = Groups(GAMES, journal)
        made = at_once(*(lambda phone=phone: there.open(game, phone, by="") for phone in phones))
    (group,) = {*made}
    assert isinstance(group, str)
    assert sum(groups.read(group, phone).keeper for phone in phones) == 1


def test_who_comes_to_an_older_group_needs_its_link(groups: Groups, group: str, ends: Ends) -> None:
    """It tells of evenings at which that phone may not have been."""
    game = ends()
    groups.keep(game, group, by=ANN)
    assert not groups.stored.begun_with(game)
    other = groups.open(game, BO, by=BO)
    assert other != group
    with pytest.raises(PlaceLost):
        groups.read(group, BO)


def test_a_deleted_evening_is_in_no_group(groups: Groups, group: str, ends: Ends, service: Service) -> None:
    (kept,), other = groups.read(group, ANN).kept, ends("Zoe")
    groups.keep(other, group, by=ANN)
    service.delete([kept.id], anybody)
    assert names(groups.read(group, ANN)) == ["Bo", "Cleo", "Zoe"]
    for keep in (lambda: groups.keep(kept.id, group, by=ANN), lambda: groups.open(kept.id, BO, by=BO)):
        with pytest.raises(UnknownGame):
            keep()


def test_an_evening_is_taken_out_and_stays_where_it_is(groups: Groups, group: str, service: Service) -> None:
    (kept,) = groups.read(group, ANN).kept
    groups.take_out(kept.id, group, by=ANN)
    groups.take_out(kept.id, group, by=ANN)
    assert groups.read(group, ANN).kept == ()
    assert service.current(kept.id).game.result


# Who is who


def test_two_spellings_become_one_person_and_two_again(groups: Groups, group: str, ends: Ends) -> None:
    groups.keep(ends("Anne"), group, by=ANN)
    groups.merge(group, spelling("Anne"), ANNS, by=ANN)
    past = groups.read(group, ANN).past
    assert len(past.people) == 3
    assert set(past.spellings(ANNS).values()) == {"Ann", "Anne"}
    groups.part(group, spelling("Anne"), by=ANN)
    assert len(groups.read(group, ANN).past.people) == 4


def test_two_who_sat_at_one_table_stay_two(groups: Groups, group: str) -> None:
    groups.read(group, ANN)
    with pytest.raises(PlayedTogether) as refused:
        groups.merge(group, ANNS, BOS, by=ANN)
    assert {refused.value.one, refused.value.other} == {"Ann", "Bo"}
    groups.merge(group, ANNS, spelling("Nobody"), by=ANN)
    assert groups.read(group, ANN).naming.spellings == {}


def test_two_keepers_merge_at_once(place: Path | str, groups: Groups, group: str, ends: Ends) -> None:
    """Both ways round, and the same once more: in the end they are one person, whoever was first."""
    groups.keep(ends("Anne"), group, by=ANN)
    groups.read(group, ANN)
    anne = spelling("Anne")
    with Journal(place, patience=30) as journal:
        there = Groups(GAMES, journal)
        pairs = ((anne, ANNS), (ANNS, anne), (anne, ANNS))
        answers = at_once(*(lambda pair=pair: there.merge(group, *pair, by=ANN) for pair in pairs))
        assert answers == [None, None, None]
    people = groups.read(group, ANN).past.people
    assert len(people) == 3
    assert len({ANNS, anne} & people.keys()) == 1


def test_a_person_is_called_otherwise_and_known_by_that_name(groups: Groups, group: str, ends: Ends) -> None:
    groups.read(group, ANN)
    groups.call(group, ANNS, " Anna ", by=ANN)
    groups.keep(ends("Anna"), group, by=ANN)
    assert names(groups.read(group, ANN)) == ["Anna", "Bo", "Cleo"]
    with pytest.raises(NameOfAnother):
        groups.call(group, ANNS, "BO", by=ANN)
    with pytest.raises(NameEmpty):
        groups.call(group, ANNS, " ", by=ANN)


def test_a_group_has_a_name_or_none(groups: Groups, group: str) -> None:
    groups.rename(group, "Friday", by=ANN)
    assert [known.name for known in groups.known_to(ANN)] == ["Friday"]
    groups.rename(group, " ", by=ANN)
    assert groups.read(group, ANN).naming.name == ""


# Who reads, and who keeps


def test_the_link_lets_phones_read_and_not_keep(groups: Groups, group: str, ends: Ends) -> None:
    record, game = groups.read(group, ANN).record, ends()
    with pytest.raises(PlaceLost):
        groups.read(group, BO)
    assert groups.behind(f"{record.code[:4]}-{record.code[4:].lower()}") == group
    assert groups.called_behind(group, record.code) is not None
    assert groups.come_in(group, record.code, BO)
    assert not groups.read(group, BO).keeper
    groups.keep(game, group, by=BO)
    for ask in (
        lambda: groups.take_out(game, group, by=BO),
        lambda: groups.rename(group, "Ours", by=BO),
        lambda: groups.call(group, ANNS, "Anna", by=BO),
        lambda: groups.merge(group, ANNS, BOS, by=BO),
        lambda: groups.part(group, ANNS, by=BO),
        lambda: groups.new_link(group, by=BO),
        lambda: groups.keepers_link(group, by=BO),
        lambda: groups.delete(group, by=BO),
        lambda: groups.keep(game, group, by=CLEO),
    ):
        with pytest.raises(PlaceLost):
            ask()


def test_a_new_link_ends_the_old_one_and_all_reading(groups: Groups, group: str) -> None:
    old = groups.read(group, ANN).record
    reads(groups, group, BO)
    groups.new_link(group, by=ANN)
    for words in (old.secret, old.code, "", "nonsense"):
        assert groups.called_behind(group, words) is None
        assert not groups.come_in(group, words, CLEO)
    assert groups.behind(old.code) is None
    with pytest.raises(PlaceLost):
        groups.read(group, BO)
    assert groups.read(group, ANN).keeper
    reads(groups, group, BO)


def test_a_keepers_link_makes_keepers_for_a_while(groups: Groups, group: str, watch: Watch) -> None:
    reads(groups, group, BO)
    first = groups.keepers_link(group, by=ANN)
    link = groups.keepers_link(group, by=ANN)
    assert not groups.come_in(group, first.secret, CLEO)
    assert groups.behind(link.code) == group
    assert groups.come_in(group, link.code, BO)
    assert groups.come_in(group, link.secret, CLEO)
    assert groups.read(group, BO).keeper
    assert groups.come_in(group, groups.read(group, ANN).record.secret, BO)
    assert groups.read(group, BO).keeper
    watch.now += DOOR_LIFE
    assert not groups.come_in(group, link.secret, DOV)


def test_a_keepers_link_from_a_date_that_was_ahead_is_void(groups: Groups, group: str, watch: Watch) -> None:
    watch.date = 3 * DAY
    link = groups.keepers_link(group, by=ANN)
    watch.date = 0
    assert not groups.come_in(group, link.secret, BO)


def test_a_phone_with_a_new_token_knows_what_it_knew(groups: Groups, group: str, keeper: Membership) -> None:
    reads(groups, group, BO)
    keeper.move_all(ANN, CLEO)
    keeper.move_all(BO, CLEO)
    assert groups.read(group, CLEO).keeper
    assert groups.known_to(ANN) == groups.known_to(BO) == ()


def test_a_forgotten_phone_knows_no_group(groups: Groups, group: str, keeper: Membership) -> None:
    reads(groups, group, BO)
    keeper.forget(BO)
    groups.stored.forget(ANN, group)
    assert groups.known_to(ANN) == groups.known_to(BO) == ()


# Limits


def test_a_group_and_a_phone_have_limits(
    groups: Groups, group: str, ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.groups.MOST_EVENINGS", 1)
    for limit in ("MOST_GROUPS", "MOST_PHONES"):
        monkeypatch.setattr(limits, limit, 1)
    game = ends()
    with pytest.raises(GroupFull):
        groups.keep(game, group, by=ANN)
    with pytest.raises(GroupsTooMany):
        groups.open(game, BO, by=ANN)
    with pytest.raises(GroupFull):
        groups.come_in(group, groups.read(group, ANN).record.secret, BO)
    (first,) = groups.read(group, ANN).kept
    groups.stored.follow(first.id, game)
    assert len(groups.read(group, ANN).kept) == 1
    monkeypatch.setattr(limits, "MOST_SPELLINGS", 0)
    with pytest.raises(GroupFull):
        groups.call(group, ANNS, "Anna", by=ANN)


# Letting go


def test_a_deleted_group_is_gone_and_its_evenings_stay(
    groups: Groups, group: str, journal: Journal, service: Service
) -> None:
    (kept,) = groups.read(group, ANN).kept
    groups.delete(group, by=ANN)
    assert journal.is_gone(group)
    for ask in (
        lambda: groups.read(group, ANN),
        lambda: groups.delete(group, by=ANN),
        lambda: groups.rename(group, "Ours", by=ANN),
        lambda: groups.come_in(group, "words", BO),
    ):
        with pytest.raises(UnknownGroup):
            ask()
    assert groups.called_behind(group, "words") is None
    assert groups.stored.of_game(kept.id) == ()
    assert groups.known_to(ANN) == ()
    assert service.current(kept.id).game.result


def test_of_two_keepers_who_delete_one_does(place: Path | str, groups: Groups, group: str) -> None:
    groups.read(group, ANN)
    with Journal(place, patience=30) as journal:
        there = Groups(GAMES, journal)
        answers = at_once(*(lambda: there.delete(group, by=ANN) for _ in range(2)))
    assert {type(answer) for answer in answers} == {type(None), UnknownGroup}


def test_what_a_group_keeps_stays_while_somebody_reads_it(
    groups: Groups, group: str, ends: Ends, service: Service, watch: Watch
) -> None:
    (kept,), other = groups.read(group, ANN).kept, ends()
    watch.now += 9 * DAY
    groups.read(group, ANN)
    watch.now += 9 * DAY
    service.expire(watch.now - 10 * DAY)
    service.current(kept.id)
    with pytest.raises(UnknownGame):
        service.current(other)
    watch.now += 2 * DAY
    service.expire(watch.now - 10 * DAY)
    with pytest.raises(UnknownGame):
        service.current(kept.id)
    with pytest.raises(UnknownGroup):
        groups.read(group, ANN)


def test_pruning_keeps_what_a_group_keeps(groups: Groups, group: str, journal: Journal, watch: Watch) -> None:
    (kept,) = groups.read(group, ANN).kept
    watch.now += 400 * DAY
    groups.read(group, ANN)
    assert journal.prune(EVENING + 300 * DAY) == ()
    assert journal.prune(watch.now + DAY) == (kept.id,)
    assert groups.known_to(ANN) == ()
