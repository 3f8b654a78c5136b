"""What holds for the log of every game of Sheriff of Nottingham. The rules themselves are not applied again:
a game from last year stays valid when a rule is corrected.
"""

from collections.abc import Iterable

from companion.rules import checks
from companion.rules.ledger import GOLD, Goods, Move, Place
from companion.rules.names import LONGEST_NAME, LONGEST_REASON
from companion.rules.seats import SHIELDS, Stage
from companion.rules.sheriff.bags import LONGEST_PROMISE
from companion.rules.sheriff.booty import lies
from companion.rules.sheriff.cards import CARDS, COPIES, extra_of, is_extra
from companion.rules.sheriff.editions import EDITIONS, Edition, Kind, edition
from companion.rules.sheriff.ending import CountClosed
from companion.rules.sheriff.extras import FEWEST_GOLD, Extra, extras_of
from companion.rules.sheriff.game import FACE_DOWN, Box, EntryCorrected, Event, Game, box
from companion.rules.sheriff.leaving import turns_at_end
from companion.rules.sheriff.options import FEWEST_PLAYERS, MOST_PLAYERS, Options
from companion.rules.sheriff.posting import check_supply
from companion.rules.sheriff.rotation import CountBegun
from companion.rules.sheriff.round_laws import LONGEST_LAW, MOST_LAWS, LawsProclaimed
from companion.rules.sheriff.scoring import KING, QUEEN, Result
from companion.rules.sheriff.seating import PlayerJoined, PlayerReturned
from companion.rules.sheriff.setup import TableOpened
from companion.rules.sheriff.tally import SheetCounted

_SEAT = ("after", "merchant", "sheriff", "seat", "giver", "receiver", "payer", "victim", "alone", "keeper")
_SEATS = {
    *_SEAT,
    "by",
    "badge_order",
    "deputies",
    "served",
    "sheriffs",
    "king",
    "queen",
    "winners",
    "debtors",
}
_WORDS = {"good", "goods", "plates", "contraband"}
_TEXTS = {
    "promise": LONGEST_PROMISE,
    "text": LONGEST_PROMISE,
    "reason": LONGEST_REASON,
    "replaces": checks.LONGEST_ID,
    "was": LONGEST_NAME,
    "card": LONGEST_NAME,
    "laws": LONGEST_LAW,
}
_GOLD_PLACES = {Place.BANK, Place.PURSE, Place.BOOTY}
_CARD_PLACES = {Place.BOX, Place.STAND, Place.GONE, Place.BOOTY}
_EXTRA_PLACES = {Place.BOX, Place.EXTRAS}


def check_opening(event: TableOpened | SheetCounted) -> None:
    """Check an opening: its edition, seats, values and cards. Raises BrokenLawError or a Refusal."""
    if event.edition not in EDITIONS:
        raise checks.BrokenLawError("there is no such edition")
    if not FEWEST_PLAYERS <= len(event.seats) <= len(SHIELDS):
        raise checks.BrokenLawError(f"{len(event.seats)} seats are too few or too many")
    checks.check_seats(event.seats, SHIELDS)
    _check_values(event, event.edition, len(event.seats))
    _check_in_box(event.moves, box(event.edition, event.options, len(event.seats)), event.options)
    if isinstance(event, SheetCounted):
        checks.check_by_seat("plates", event.plates, len(event.seats))
    else:
        _check_deputies(event, serve=len(event.seats) > MOST_PLAYERS)


def check_event(game: Game, event: Event) -> None:
    """Check that this table can have every seat, word, number and text of an event."""
    players = len(game.seats)
    if isinstance(event, PlayerJoined):
        if not event.after < event.seat == players < len(SHIELDS):
            raise checks.BrokenLawError(f"nobody can join at seat {event.seat}")
        players += 1
    if isinstance(event, PlayerReturned) and event.after == event.seat:
        raise checks.BrokenLawError(f"seat {event.seat} cannot be on its own left")
    _check_deputies(event, serve=game.has_deputies)
    _check_values(event, game.edition, players)
    if isinstance(event, LawsProclaimed) and len(event.laws) > MOST_LAWS:
        raise checks.BrokenLawError(f"a round has no {len(event.laws)} laws")
    if not isinstance(event, EntryCorrected):  # of an older box: options may have been switched since
        _check_in_box(event.moves, game.box, game.options)


def check_game(game: Game) -> None:
    """No table shows more cards than its box holds, players keep names that differ, no more cards count at
    the end than there are (E18, E22), nothing is left in the Booty once the rounds are over (E13), and each
    Feast Plate that was chosen for, at the end all of them, became one good (S6).
    """
    check_supply(game, game.balances)
    extras = [extra for seat in range(len(game.seats)) for extra in extras_of(game.balances, seat)]
    for what, copies in COPIES.items() if extras else ():
        if sum(extra.what == what for extra in extras) > copies:
            raise checks.BrokenLawError(f"there are only {copies} cards of {what}")
    checks.check_seats(game.seats, SHIELDS)
    if lies(game) and game.stage is not Stage.ROUNDS:
        raise checks.BrokenLawError("something lies in the Booty after the last round")
    for seat in range(len(game.seats)) if game.stage is Stage.CLOSED else game.plates:
        chosen, plates = len(game.plates.get(seat, ())), game.feast_plates(seat)
        if chosen != plates:
            raise checks.BrokenLawError(f"seat {seat} chose for {chosen} Feast Plates, it has {plates}")


def _check_values(event: Event, edition_word: str, players: int) -> None:
    words, ends = set(edition(edition_word).index), isinstance(event, CountClosed | SheetCounted)
    for name, value in checks.leaves("", event):
        _check_value(name, value, words, players, ends=ends)
    if isinstance(event, CountBegun) or turns_at_end(event):
        checks.check_by_seat("turns", turns_at_end(event), players)
    if isinstance(event, CountClosed | SheetCounted):
        _check_result(event.result, edition(edition_word), players)


def _check_value(name: str, value: object, words: set[str], players: int, *, ends: bool) -> None:
    match value:
        case Move():
            _check_move(value, words, players)
        case Goods():
            checks.check_words(value, words | ({FACE_DOWN, GOLD} if name == "halved" else {FACE_DOWN}))
            checks.check_number(max(value.values(), default=0), checks.LARGEST_NUMBER)
        case 0 if name == "round":
            raise checks.BrokenLawError("rounds are counted from 1")
        case str() if name in _WORDS or (name == "what" and not ends):  # of a fine; a sum has its own
            checks.check_words((value,), words)
        case _:
            checks.check_value(name, value, players, _SEATS, _TEXTS)


def _check_in_box(moves: Iterable[Move], cards: Box, options: Options) -> None:
    """Only cards of this table's box are moved, and no more of them than it has (T6, T7, E20)."""
    for move in moves:
        if is_extra(move.what):
            in_play = getattr(options, CARDS[move.what.partition(":")[0]].option)
            copies = move.amount if in_play else 0  # check_game limits how many there are
        elif move.what == FACE_DOWN:
            copies = sum(cards.copies[word] for word in cards.contraband)
        else:
            copies = cards.copies.get(move.what, 0)
        if move.what != GOLD and move.amount > copies:
            raise checks.BrokenLawError(f"{move.amount} {move.what} are not in the box of this table")


def _check_move(move: Move, words: set[str], players: int) -> None:
    """Gold goes between bank, purses and Booty, cards between box, stands and Booty or out of the game, those
    that count at the end between box and seats, and nothing to where it already is.
    """
    if is_extra(move.what):
        _check_extra(move.what)
        places = _EXTRA_PLACES
    else:
        places = _GOLD_PLACES if move.what == GOLD else _CARD_PLACES
        checks.check_words((move.what,), words | {GOLD, FACE_DOWN})
    if not {move.source.place, move.target.place} <= places:
        raise checks.BrokenLawError(f"{move.what} cannot be moved there")
    checks.check_move(move, players)


def _check_extra(word: str) -> None:
    try:
        extra = extra_of(word)
    except ValueError as fault:
        raise checks.BrokenLawError(f"there are no cards called {word[:40]!r}") from fault
    if extra.what not in COPIES:
        checks.check_text("card", extra.what.partition(":")[2], LONGEST_NAME)


def _check_deputies(event: Event, *, serve: bool) -> None:
    """Only a table of six has Deputies, two of them, and a Booty (E6, E8)."""
    pair = getattr(event, "deputies", ())
    if (pair and not serve) or len(pair) not in {0, 2} or len({*pair}) != len(pair):
        raise checks.BrokenLawError("six players have two Deputies, and nobody else does")
    if isinstance(event, TableOpened) and serve and not pair:
        raise checks.BrokenLawError("six players begin with two Deputies")
    if not serve and any(Place.BOOTY in {move.source.place, move.target.place} for move in event.moves):
        raise checks.BrokenLawError("only Deputies have a Booty")


def _check_result(result: Result, cards: Edition, players: int) -> None:
    checks.check_result(result, players, "gold", "goods", "bonuses", "extras")
    legal = {good.word for good in cards.of(Kind.LEGAL)}
    for bonus in result.bonuses:
        checks.check_words((bonus.good,), legal)
        checks.check_by_seat(f"the bonus for {bonus.good}", bonus.counts, players)
        for seat, _ in bonus.paid:
            checks.check_number(seat, players - 1, "seat")
    for player in result.players:
        for line in player.lines:
            _check_line(line.what, set(cards.index), legal)


def _check_line(what: str, words: set[str], legal: set[str]) -> None:
    """A line names gold, a card, a share (king:apples), a card with another (feast_plate:bread), or one that
    counts at the end (other:Little John).
    """
    head, colon, good = what.partition(":")
    if is_extra(what):
        _check_extra(Extra(what, FEWEST_GOLD).word)
    elif head in {KING, QUEEN}:
        checks.check_words((good,), legal)
    elif what != GOLD:
        checks.check_words((head, good) if colon else (head,), words)
