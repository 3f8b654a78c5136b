"""The honours of whole evenings, worked out by hand from the stories' files."""

import tomllib
from pathlib import Path

from companion.rules.sheriff.story import Story, story
from tests.rules.given import Table
from tests.stories.telling import entries_of, opened, told

HERE = Path(__file__).parent


def evening(name: str) -> Table:
    """The table after all that a story tells, before its count."""
    tale = tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))
    table, named = opened(tale), dict[str, int]()
    for _, entries in entries_of(tale):
        for entry in entries:
            table = told(table, entry, named)
    return table


def honours(table: Table) -> dict[str, list[str]]:
    """Every honour in words: who, how many of how many, in which round, for how much gold."""
    of: Story = story(table.log, ())
    return {
        honour.feat: [
            f"{table.game.seats[one.seat].name} {one.number} of {one.of}"
            + (f", round {one.round}" if one.round else "")
            + (f", for {one.gold}" if one.gold else "")
            for one in honour.holders
        ]
        for honour in of.honours
    }


def test_five_players_five_rounds() -> None:
    """Marian: an honest bag that passed, pepper that was caught, an honest one opened, another that passed.
    Tuck: honest for 7, honest for nothing, two silk through for 9, honest for nothing.
    Will: honest and opened, then honest for nothing three times: 4 of 4 honest, 3 of 4 let pass for nothing.
    Guy: silk and pepper through for nothing (2 of 3 cards), honest and opened, mead through for 5, honest for
    nothing: 3 of 3 contraband through. His two of three cost nothing, Tuck's two of four 9 gold.
    Richard: two mead caught, a crossbow through for 12, all that he ever gave; then honest twice.
    Each was caught once at most, and no Sheriff found two. As Sheriff Marian got 7 and 8 and paid 4, so 11;
    Tuck 12 - 4, Will 5 + 4, Guy 9 - 6, Richard nothing.
    """
    assert honours(evening("five_players_five_rounds")) == {
        "smuggler": ["Guy 3 of 3"],
        "bluff": ["Guy 2 of 3, round 1"],
        "bribe": ["Richard 12 of 12, round 2"],
        "fool": ["Will 4 of 4"],
        "round": ["Marian 11 of 11, round 1"],
        "trusted": ["Will 3 of 4"],
    }


def test_three_players_nine_rounds() -> None:
    """Ann, who brought nothing in round 4: honest and opened, two mead caught, honest for nothing twice, then
    honest and opened: 4 of 5 honest. Cleo: silk through, honest for 4 and for 3, honest and opened twice, two
    pepper caught: 4 of 6.
    Bo: two cheese and an apple as cheese, for 5, which is false but no contraband; honest; pepper through for
    3; mead through for 10; pepper, mead and a crossbow through for nothing, 3 of 4 cards; a royal cheese
    caught: 5 of 6 contraband, and 10 of 5 + 3 + 10 gold in one bribe.
    Each was caught once. Ann opened an honest bag and two false ones, Cleo a false and an honest one, Bo two
    honest ones. Ann's rounds: 4; 10 - 2; 6 + 10 in the last one, 16 of 28. The bet of 3 is no Sheriff's gold.
    Nobody was let pass for nothing three times.
    """
    assert honours(evening("three_players_nine_rounds")) == {
        "smuggler": ["Bo 5 of 6"],
        "bluff": ["Bo 3 of 4, round 8"],
        "eye": ["Ann 2 of 3"],
        "bribe": ["Bo 10 of 18, round 6"],
        "fool": ["Ann 4 of 5"],
        "round": ["Ann 16 of 28, round 9"],
    }


def test_six_players_nine_rounds_with_deputies() -> None:
    """One card of contraband got through for Ann, Bo, Cleo and Flo each: too few for an honour.
    Eve was caught in rounds 1, 5 and 9, each time she lied. Ann, Bo and Dov lied once in five bags, Cleo
    twice in six.
    Ann opened with Bo Dov's honest bag and Eve's false one, alone Eve's false one, with Dov Cleo's honest
    one, with Eve Cleo's false one: 3 of 5. Bo the first two as well, with Flo Ann's honest bag and Dov's
    false one, and Eve's false one in the end.
    Cleo gave 12 in round 1 and 10 in round 9. The Booty of round 1 was 12 + 10, half of it Bo's, who got 8
    alone and paid 3 for Dov's bag: 16. In round 4 he paid 3 gold and had 6 of the Booty, in round 9 he got
    10 and 4: 16 of 33. Nobody passed three times for nothing.
    """
    assert honours(evening("six_players_nine_rounds")) == {
        "caught": ["Eve 3 of 3"],
        "eye": ["Ann 3 of 5", "Bo 3 of 5"],
        "bribe": ["Cleo 12 of 22, round 1"],
        "fool": ["Ann 4 of 5", "Bo 4 of 5", "Dov 4 of 5"],
        "round": ["Bo 16 of 33, round 1"],
    }
