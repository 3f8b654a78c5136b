"""Options that are switched while a game is played: the cards in the deck, the clock, the crowns, and the
expansions (T7).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.kinds import NO_SEAT, Moves
from companion.rules.ledger import Goods
from companion.rules.refusals import CountIsClosed, NothingMoved, Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.cards import CARDS
from companion.rules.sheriff.game import FACE_DOWN, Command, Event, Game
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.posting import check_supply
from companion.rules.sheriff.replaying import under
from companion.rules.sheriff.setup import check_promo

EXPANSIONS = ("black_market", "special_orders", "other_cards", "laws")
SWITCHED = ("royal_goods", "promo", "timer", "crowns", *EXPANSIONS)
"""The fields of `Options` that can be switched later; all others are fixed when the table opens."""


def with_switches(options: Options, promo: Goods, on: Iterable[str]) -> Options:
    """The options with these promo cards, and with exactly these of the other switches on."""
    switched = dict.fromkeys((field for field in SWITCHED if field != "promo"), False)
    return replace(options, promo=promo, **{**switched, **dict.fromkeys(on, True)})


def seen_as(options: Options) -> str:
    """A word for the options that can be switched, as a form shows them."""
    promo = ".".join(f"{word}{copies}" for word, copies in sorted(options.promo.items()))
    return "-".join([*(field for field in SWITCHED if getattr(options, field) is True), promo])


def options_changed(game: Game, seen: str) -> Refusal | None:
    """Whether the options have changed since they were `seen`, so that nobody unknowingly undoes a switch."""
    return None if seen_as(game.options) == seen else no.OptionsChanged()


@dataclass(frozen=True, slots=True)
class SetOptions(Command):
    """The table plays with these options from now on; those that cannot be switched later stay."""

    word = "set_options"
    options: Options

    @staticmethod
    def may(game: Game, _seat: int = NO_SEAT) -> Refusal | None:
        """Whether options can still be switched: until the result is final."""
        return CountIsClosed() if game.stage is Stage.CLOSED else None

    def decide(self, game: Game) -> "OptionsSet":
        """The table plays with these options from now on. No card leaves the deck while it lies on a stand or
        in the Booty, or may lie there face down. No expansion is switched off while somebody has a card of it
        that counts at the end.
        """
        wanted = replace(game.options, **{field: getattr(self.options, field) for field in SWITCHED})
        if wanted == game.options:
            raise NothingMoved
        check_promo(game.cards, wanted)
        after = replace(game, options=wanted)
        for word in game.goods_in_play:
            if not after.copies(word):
                _check_gone(game, word)
        for seat in range(len(game.seats)):
            if any(not getattr(wanted, CARDS[extra.head].option) for extra in game.extras(seat)):
                raise no.ExtraLiesThere(seat)
        check_supply(after, game.balances)
        return OptionsSet(wanted)

    def is_so(self, game: Game, _standing: Iterable[Event]) -> bool:
        """Whether the table plays with these."""
        return game.options == self.options


@dataclass(frozen=True, slots=True)
class OptionsSet(Event):
    """The table plays with these options from now on."""

    word = "options_set"
    options: Options
    moves: Moves = ()

    def evolved(self, game: Game) -> Game:
        """Set the options; if laws are switched off, none stands any more."""
        after = replace(game, options=self.options)
        return after if self.options.laws else under(after, ())


def _check_gone(game: Game, word: str) -> None:
    for seat in range(len(game.seats)):
        if word in game.stand(seat):
            raise no.CardsLieThere(seat, word)
        if FACE_DOWN in game.stand(seat):
            raise no.MayLieFaceDown(seat, word)
    if {word, FACE_DOWN} & {*game.booty_cards}:
        raise no.BootyLies
