"""What holds for the log of every game of Nottingham. The rules themselves are not applied again: a game from
last year stays valid when a rule is corrected.
"""

from companion.rules import checks, ledger
from companion.rules.ledger import Goods, Move, Place
from companion.rules.names import LONGEST_NAME, LONGEST_REASON
from companion.rules.nottingham.box import BOX, SHIELDS
from companion.rules.nottingham.ending import CountClosed, check_supply
from companion.rules.nottingham.game import Begun, Event, Game, check_options
from companion.rules.nottingham.scoring import OF_A_MISSION, Result
from companion.rules.nottingham.seating import OptionsSet, TableOpened
from companion.rules.nottingham.sheet import SheetCounted

_SEATS = {"seat", "ambushers"}
_WORDS = {"item": BOX.item_words, "mission": BOX.mission_words}
_TEXTS = {"reason": LONGEST_REASON, "replaces": checks.LONGEST_ID, "was": LONGEST_NAME}
_PLACES = {Place.BOX, Place.STAND}
_CARDS = {*BOX.item_words, *BOX.mission_words}


def check_opening(event: Begun) -> None:
    """Check the seats and values of an opening. Raises BrokenLawError or a Refusal, as the checks below."""
    if not BOX.fewest_players <= len(event.seats) <= BOX.most_players:
        raise checks.BrokenLawError(f"{len(event.seats)} seats are too few or too many")
    checks.check_seats(event.seats, SHIELDS)
    _check_values(event, len(event.seats))


def check_event(game: Game, event: Event) -> None:
    """Check that this table can have every seat, word, number and text of an event."""
    _check_values(event, len(game.seats))


def check_game(game: Game) -> None:
    """Check that no more loot is out than there are cards, that no mission has more than its two cards, one
    per player, that its numbers are known, and that players keep names that differ.
    """
    check_supply(game.balances)
    for mission in BOX.mission_words:
        held = [ledger.on_stand(game.balances, seat).get(mission, 0) for seat in range(len(game.seats))]
        if max(held) > 1 or sum(held) > BOX.mission_cards:
            raise checks.BrokenLawError(f"{mission} has too many cards")
        if any(held) and mission not in game.numbers:
            raise checks.BrokenLawError(f"nobody knows what {mission} is worth")
    checks.check_seats(game.seats, SHIELDS)


def _check_values(event: Event, players: int) -> None:
    for name, value in checks.leaves("", event):
        _check_value(name, value, players)
    if isinstance(event, TableOpened | OptionsSet):
        check_options(event.options)
    if isinstance(event, CountClosed | SheetCounted):
        _check_result(event.result, players)


def _check_value(name: str, value: object, players: int) -> None:
    match value:
        case Move():
            _check_move(value, players)
        case Goods():
            checks.check_words(value, BOX.item_words)
            checks.check_number(max(value.values(), default=0), BOX.copies)
        case int() if name == "cards":
            checks.check_number(value, BOX.copies)
        case str() if name in _WORDS:
            checks.check_words((value,), _WORDS[name])
        case _:
            checks.check_value(name, value, players, _SEATS, _TEXTS)


def _check_move(move: Move, players: int) -> None:
    """Cards go between box and stands."""
    if not {move.source.place, move.target.place} <= _PLACES:
        raise checks.BrokenLawError(f"{move.what} cannot be moved there")
    checks.check_move(move, players)
    checks.check_words((move.what,), _CARDS)


def _check_result(result: Result, players: int) -> None:
    checks.check_result(result, players, "loot", "missions")
    for seat in (*result.winners, *(seat for mission in result.missions for seat in mission.players)):
        checks.check_number(seat, players - 1, "seat")
    for each in (each for player in result.players for each in player.lines):
        mission = each.what.removeprefix(OF_A_MISSION)
        checks.check_words((mission,), BOX.item_words if mission == each.what else BOX.mission_words)
