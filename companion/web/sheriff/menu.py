"""What can be done at a table besides bags: who sits out or leaves, how many rounds, the last train."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.rules.kinds import Step
from companion.rules.past import said_now
from companion.rules.seats import Stage
from companion.rules.sheriff import corrections, deputies, rotation
from companion.rules.sheriff.booty import ShareBooty, lies
from companion.rules.sheriff.deciding import may_be_away
from companion.rules.sheriff.game import OUT, Game
from companion.rules.sheriff.inspection import SatOut, SitOut
from companion.rules.sheriff.leaving import Leave, PlayerLeft, lapsing
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.refusals import BagsOut
from companion.rules.sheriff.rotation import CountBegun, EndGame, RoundsSet, SetRounds, bags_out
from companion.web.booking import book, drawn_again, led_on, on_board, refuse
from companion.web.current import action_id
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.http.look import look
from companion.web.menu import AnyMenu, MenuLine, bank_line, phones_line
from companion.web.parts import Seat, joined, say, seat_of, seats_of
from companion.web.reader import Reader, field_of
from companion.web.sheriff.badge import LEAVING_FIELDS, read_heir, way_to_end
from companion.web.sheriff.hands import OfMerchant
from companion.web.sheriff.request import form_page, held_table, talk_at, this_phone
from companion.web.sheriff.table import Permit, PhoneContext, Table
from companion.web.sheriff.words import EntryReport, Words, acted, uneven_turns
from companion.web.start import preferences


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A merchant who by this entry sat out the last round, but may have had a bag."""

    entry: int
    seat: Seat
    round: int


Leads = Callable[[Table, PhoneContext], MenuLine | None]
"""Makes the line of a page; None if this phone has nothing to do there."""
LINES: dict[Leads, int] = {}
"""The lines of the menu, each with its place."""


def menu_line(place: int) -> Callable[[Leads], Leads]:
    """Put the page that a module declares into the menu at its place: below 40 what is done at the table,
    then where it is read, then the table itself and its phones.
    """

    def declared(line: Leads) -> Leads:
        LINES[line] = place
        return line

    return declared


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu(AnyMenu):
    """What sheriff/menu/_menu.html shows: who may sit out, who is `away` and who may be `forgotten`; who may
    leave, which promises are `lapsing` then, and who `follows` a Deputy who leaves, or the `heirs` among whom
    that is drawn (E16); how many rounds the rule `book` has for those who `began` and how many `turns` for
    each (T3), and how many may be chosen; the `takers` of cards that count at the end; and which of these
    this phone may do. Bags still `out` have to be recorded before the game ends, unless it ends `at_once`
    because there are none; then it `shares` the Booty (E13). On a phone that is `ending` the game, that comes
    first.
    """

    rounds: int
    over: bool
    merchants: tuple[Seat, ...]
    away: tuple[Seat, ...]
    forgotten: tuple[Forgotten, ...]
    seats: tuple[Seat, ...]
    lapsing: tuple[Markup, ...]
    follows: tuple[Markup, ...]
    heirs: tuple[Seat, ...]
    deputies: bool
    began: int
    book: int
    turns: int
    fewest: int
    most: int
    unequal: tuple[Markup, ...]
    takers: tuple[Seat, ...]
    sets_rounds: bool
    ends: bool
    out: tuple[Seat, ...]
    at_once: bool
    shares: bool
    ending: bool


def menu_screen(table: Table, phone: PhoneContext, *, ending: bool) -> Menu:
    """What rules and rights now allow this phone besides bags; `ending` while it is ending the game."""
    game, permit = table.game, phone.permit
    seats = game.circle
    free = [seat for seat in seats if may_be_away(game, phone.talk, seat) is None]
    leavers = [seat for seat in free if permit.allows(Leave, seat)]
    sets_rounds = permit.allows(SetRounds)
    turns = rotation.turns_with(game, int(game.is_inspected))
    return Menu(
        game=table.id,
        lines=tuple(filter(None, (line(table, phone) for line in sorted(LINES, key=LINES.__getitem__)))),
        rounds=game.rounds,
        over=game.stage is not Stage.ROUNDS,
        merchants=seats_of(game, [seat for seat in free if permit.allows(SitOut, seat)]),
        away=seats_of(
            game,
            [
                seat
                for seat in game.merchants
                if game.done.get(seat) == OUT and permit.lets(Step(PassBag, seat))
            ],
        ),
        forgotten=tuple(_forgotten(table, permit)),
        seats=seats_of(game, leavers),
        lapsing=tuple(_lapsing(game, leavers)),
        follows=tuple(_follows(game, leavers)),
        heirs=_heirs(game, leavers),
        deputies=game.has_deputies,
        began=game.began,
        turns=rotation.most_turns(game),
        book=rotation.rounds_of(game.cards, game.began) if sets_rounds else game.round,
        fewest=game.round,
        most=rotation.most_rounds(game) if sets_rounds else game.round,
        unequal=uneven_turns(Words(game.seats), turns, deputies=game.has_deputies),
        takers=seats_of(game, [seat for seat in seats if permit.may_take_card(seat)]),
        sets_rounds=sets_rounds,
        ends=permit.lets(Step(EndGame)),
        out=seats_of(game, rotation.bags_out(game, phone.talk.declarations)),
        at_once=not lies(game) and may_be_away(game, phone.talk, game.sheriff) is None,
        shares=permit.allows(ShareBooty),
        ending=ending,
        leads=phone.me.bank,
    )


def _heirs(game: Game, leavers: Iterable[int]) -> tuple[Seat, ...]:
    """The players among whom lots are drawn if a Deputy leaves; empty if at most one can follow."""
    drawn = {heirs for seat in leavers if len(heirs := deputies.heirs(game, seat)) > 1}
    return seats_of(game, next(iter(drawn), ()))


def _follows(game: Game, leavers: Iterable[int]) -> Iterator[Markup]:
    """Who has the badge once its holder leaves, where nobody is drawn (E16)."""
    words = Words(game.seats)
    alone, sheriff, deputy = (
        _("If %(name)s leaves, %(other)s serves alone."),
        _("If %(name)s leaves, %(other)s is Sheriff."),
        _("If %(name)s leaves, %(other)s takes over as Deputy."),
    )
    serving = game.sheriffs if game.has_deputies and game.stage is Stage.ROUNDS else ()
    for seat in leavers:
        if seat in serving and len(deputies.heirs(game, seat)) <= 1:
            badges = deputies.badges_without(game, seat, None)
            one = sheriff if badges[-1] not in serving else alone
            sentence = deputy if len(badges) > 1 else one
            yield say(sentence, name=words.name(seat), other=words.name(badges[-1]))


def _lapsing(game: Game, leavers: Iterable[int]) -> Iterator[Markup]:
    """The promises that lapse if one of these leaves, each once (I10)."""
    words = Words(game.seats)
    for given in dict.fromkeys(given for seat in leavers for given in lapsing(game, seat)):
        yield words.promise(given.giver, given.receiver, given.text)


def _forgotten(table: Table, permit: Permit) -> Iterator[Forgotten]:
    """Those whose bag of an earlier round may be forgotten, the latest first: all who sat out, since the
    badge waits for the others.
    """
    game = table.game
    last = game.round - (game.stage is Stage.ROUNDS)
    for entry, event in reversed(said_now(table.numbered).items()):
        after = table.state_after(entry)
        number = after.round if after else 0
        if not isinstance(event, SatOut) or number > last or not permit.may_correct(event):
            continue
        if corrections.may_correct(game, event) is None:
            yield Forgotten(entry, seat_of(game, event.merchant), number)


menu_line(70)(phones_line)
menu_line(80)(bank_line)


@menu_line(50)
def _cards_line(table: Table, _phone: PhoneContext) -> MenuLine:
    back, edition = url_for("menu.menu", game=table.id), table.game.cards.word
    under = _("values, penalties, Kings and Queens, how a round goes")
    return MenuLine("ui-cards", _("Cards"), under, url_for("cards.cards", back=back, edition=edition))


blueprint = Blueprint("menu", __name__)


@blueprint.get("/g/<game>/menu")
def menu(game: str) -> ResponseReturnValue:
    """What can be done at a table besides bags."""
    return menu_page(held_table(game), Reader(request.args))


MOST_ROUNDS = 99  # what two digits can say; the rules know the real limit


@blueprint.post("/g/<game>/absences")
def absences(game: str) -> ResponseReturnValue:
    """Book that a merchant sits the round out."""
    table, reader = held_table(game), Reader(request.form)
    merchant = reader.seat("seat", len(table.game.seats))
    after = book(table, reader, SitOut(merchant), lambda _: "seat")
    return led_on(after, way_to_end(reader, game)) if after else drawn_again(table, reader, menu_page)


@blueprint.post("/g/<game>/departures")
def departures(game: str) -> ResponseReturnValue:
    """Book that a player goes home; a Deputy's badge goes to the one who is drawn, or named (E16)."""
    table, reader = held_table(game), Reader(request.form)
    before = table.decided_on(action_id())
    leaver = reader.seat("leaver", len(table.game.seats))
    heir = read_heir(before, leaver, reader, action_id()) if leaver >= 0 else None
    leave = Leave(leaver, counts=not reader.ticked("gone"), heir=heir)
    beside = partial(field_of, LEAVING_FIELDS)
    after = book(table, reader, leave, lambda refusal: beside(refusal) or "leaver")
    return on_board(after) if after else drawn_again(table, reader, menu_page)


@blueprint.post("/g/<game>/rounds")
def rounds(game: str) -> ResponseReturnValue:
    """Make the game shorter or longer."""
    table, reader = held_table(game), Reader(request.form)
    number = reader.number("rounds", most=MOST_ROUNDS, fewest=1, blank=None)
    after = book(table, reader, SetRounds(number), lambda _: "rounds")
    return on_board(after) if after else drawn_again(table, reader, menu_page)


@blueprint.post("/g/<game>/ending")
def ending(game: str) -> ResponseReturnValue:
    """End the game now, for the last train."""
    table, reader = held_table(game), Reader(request.form)
    no_more_bags = reader.ticked("no_more_bags")
    out = bags_out(table.game, talk_at(table).declarations)
    if out and not no_more_bags:
        refuse(table, reader, BagsOut(out), lambda _: "ending")
    after = book(table, reader, EndGame(no_more_bags), lambda _: "ending")
    return on_board(after) if after else drawn_again(table, reader, menu_page)


def menu_page(table: Table, reader: Reader) -> str:
    """The menu, and what is wrong with the last request."""
    here = preferences(look(), url_for("menu.menu", game=table.id))
    ending = reader.ticked("ending") or "ending" in reader.errors
    view = menu_screen(table, this_phone(table), ending=ending)
    return form_page("sheriff/menu/menu.html", table, reader, menu=view, preferences=here)


class _CountBegun(EntryReport[CountBegun]):
    icon = "ui-flag"

    def sentence(self) -> Markup:
        over = say(_("The game ends here.") if self.event.early else _("The last round is over."))
        if not self.event.absent:
            return over
        one, many = _("%(names)s sits this round out."), _("%(names)s sit this round out.")
        return joined((over, acted(self.words, self.event.absent, one, many)))


class _PlayerLeft(EntryReport[PlayerLeft]):
    icon = "ui-leave"

    def sentence(self) -> Markup:
        stays = _("%(name)s goes home; purse and stand stay in the count.")
        gone = _("%(name)s goes home; gold and goods go back to the box.")
        said = [say(stays if self.event.counts else gone, name=self.words.name(self.event.seat))]
        if self.event.turns:
            said.append(say(_("The game ends here.")))
        if self.event.heir is not None:
            takes = (
                _("%(name)s takes over as Deputy.") if self.event.deputies else _("%(name)s is Sheriff now.")
            )
            said.append(say(takes, name=self.words.name(self.event.heir)))
        return Markup(" ").join([*said, *map(self.words.lapsed, self.event.lapsed)])


class _RoundsSet(EntryReport[RoundsSet]):
    icon = "ui-timer"

    def sentence(self) -> Markup:
        return say(
            ngettext("The game lasts %(num)s round.", "The game lasts %(num)s rounds.", self.event.rounds)
        )


class _SatOut(OfMerchant[SatOut]):
    icon = "ui-seat"

    def sentence(self) -> Markup:
        return say(_("%(name)s sits this round out."), name=self.words.name(self.event.merchant))
