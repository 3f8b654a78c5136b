"""Deliveries, and the ambushes that meet them (N11, N12, N15)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.kinds import Moves, Recorder, may_act
from companion.rules.nottingham import refusals as no
from companion.rules.nottingham.box import BOX
from companion.rules.nottingham.game import Command, Correctable, Correction, Event, Game, Taken, taking
from companion.rules.nottingham.way import may_step
from companion.rules.refusals import Refusal, allow


@dataclass(frozen=True, slots=True)
class Deliver(Command, Correction):
    """A player delivers this many `cards` of an object (N11). `ambushers` has one seat per ambush: a player
    who laid two is in it twice (N12).
    """

    word = "deliver"
    recorder = Recorder.SEAT
    seat: int
    item: str
    cards: int
    ambushers: tuple[int, ...] = ()

    @staticmethod
    def may(game: Game, seat: int) -> Refusal | None:
        """Whether a player can deliver a set now."""
        return may_step(game) or may_act(game, seat)

    def decide(self, game: Game) -> "Delivered":
        """One of the cards becomes loot, the others are discarded, and the Sheriff moves (N11, N15); called
        off if the ambushes leave too few (N12).
        """
        self._check_set(game)
        self._check_ambushes(game)
        stays = self.cards - len(self.ambushers) >= BOX.fewest_cards
        step = game.step + stays
        return Delivered(
            seat=self.seat,
            item=self.item,
            cards=self.cards,
            ambushers=tuple(sorted(self.ambushers)),
            value=BOX.item(self.item).value,
            step=step,
            printed=game.options.printed_at(step),
            moves=taking(self.seat, self.item) if stays else (),
        )

    def instead_of(self, then: Game) -> "Delivered":
        """Decide the delivery; its player must have been here then."""
        allow(may_act(then, self.seat))
        return self.decide(then)

    def _check_set(self, game: Game) -> None:
        if self.item not in BOX.item_words:
            raise no.UnknownItem
        if self.cards < BOX.fewest_cards:
            raise no.TooFewCards(BOX.fewest_cards)
        left = game.most_cards(self.item)
        if not left:
            raise no.NoneLeft(self.item, game.lying(self.item))
        if self.cards > left:
            raise no.MoreThanLeft(self.item, game.lying(self.item), left)

    def _check_ambushes(self, game: Game) -> None:
        for ambusher in self.ambushers:
            allow(may_act(game, ambusher))
            if ambusher == self.seat:
                raise no.OwnAmbush(ambusher)
        most = BOX.item(self.item).ambushes
        if len(self.ambushers) > most:
            raise no.OneAmbush(self.item) if most == 1 else no.TooManyAmbushes(most)


@dataclass(frozen=True, slots=True)
class Delivered(Correctable):
    """A player delivered `cards` of an object (N11), less one for each of the `ambushers` (N12). If enough
    were left, one lies as loot, worth `value`, the others are discarded, and the Sheriff has moved; else it
    was called off, and nothing moved. After it the Sheriff is at `step`, on a space with this number
    `printed`; None if that is not known (N15).
    """

    word = "delivered"
    recorder = Recorder.SEAT
    seat: int
    item: str
    cards: int
    ambushers: tuple[int, ...]
    value: int
    step: int
    printed: int | None
    moves: Moves

    @property
    def left(self) -> int:
        """The cards that the ambushes left."""
        return self.cards - len(self.ambushers)

    @property
    def is_called_off(self) -> bool:
        """Whether too few cards were left: no loot, no step, and they go back to the hand (N12)."""
        return not self.moves

    @property
    def discarded(self) -> int:
        """How many cards went to the discard pile."""
        return 0 if self.is_called_off else self.left - 1

    def evolved(self, game: Game) -> Game:
        """Put the Sheriff at `step`."""
        return replace(game, step=self.step)

    def says(self, now: Correctable, _game: Game) -> bool:
        """Whether it is the same, wherever the Sheriff was."""
        return isinstance(now, Delivered) and replace(now, step=self.step, printed=self.printed) == self

    def broken_by(self, taken: Taken) -> Refusal | None:
        """Refuse more cards than the loot had left (N11)."""
        left = BOX.copies - taken[self.item].total()
        return no.CorrectionBreaksDelivery(self, self.item) if self.cards > left else None


def already_delivered(since: Iterable[Event], asked: Correction) -> Refusal | None:
    """Whether the same delivery was booked `since` its form was opened (N11), in whatever order the ambushes
    were named. A mission that the player already has is refused elsewhere.
    """
    for event in since:
        if isinstance(event, Delivered) and isinstance(asked, Deliver):
            said, again = ((one.seat, one.item, one.cards, sorted(one.ambushers)) for one in (event, asked))
            if said == again:
                return no.AlreadyDelivered(event)
    return None
