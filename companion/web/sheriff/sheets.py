"""Sheets of a table, named by the end of their address ("bags/3"): whether one has expired for the requesting
phone, and why.
"""

import re
from collections.abc import Callable

from markupsafe import Markup

from companion.rules.kinds import Step, may
from companion.rules.refusals import NotInRounds, PlayerHasLeft, Refusal
from companion.rules.seats import Stage
from companion.rules.sheriff import deciding, declaring, notes, proposals
from companion.rules.sheriff import refusals as no
from companion.rules.sheriff.bags import FEWEST_CARDS, Deal, Declaration
from companion.rules.sheriff.booty import ShareBooty
from companion.rules.sheriff.cards import CARDS
from companion.rules.sheriff.declaring import Declare
from companion.rules.sheriff.deputies import next_pairs
from companion.rules.sheriff.ending import CheckStand, ChoosePlates, CountGold, RevealContraband
from companion.rules.sheriff.game import Command
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.proposals import Change, Propose
from companion.rules.sheriff.recorders import may_pay_for, may_say
from companion.rules.sheriff.rotation import PassBadge
from companion.rules.sheriff.talk import proposal_of
from companion.web.current import why_moved
from companion.web.http.language import gettext as _
from companion.web.parts import say
from companion.web.sheriff.offers import mark_of
from companion.web.sheriff.own_bag import mark_of_goods
from companion.web.sheriff.request import is_late, permit, talk_at, this_phone
from companion.web.sheriff.table import Table
from companion.web.sheriff.words import Words

Over = Callable[[Table, int], Refusal | None]
"""Why a sheet has expired for the requesting phone, by the number in its address, 0 if that has none."""
_NUMBERED = re.compile(r"([a-z]+/)([0-9]{1,7})(?:/bag)?", re.ASCII)


def _named(sheet: str) -> tuple[str, int]:
    """A sheet as `SHEETS` names it, and the number in its address."""
    found = _NUMBERED.fullmatch(sheet)
    return (found[1], int(found[2])) if found else (sheet.rstrip("/"), 0)


def why_over(table: Table, sheet: str) -> Markup | str:
    """Why a sheet has expired, in a sentence; "" if it has not, or if there is no such sheet."""
    if (moved := why_moved(table, sheet)) is not None:
        return moved
    kind, number = _named(sheet)
    refusal = SHEETS[kind](table, number) if kind in SHEETS else None
    if isinstance(refusal, no.NotFaceDown):
        words = Words(table.game.seats)
        return say(_("All of %(name)s’s cards are turned over."), name=words.name(refusal.player))
    return Words(table.game.seats).refusal(refusal) if refusal else ""


def stale_sheet(table: Table, sheet: str, said: str) -> str:
    """The mark of a bag's offers now, or of the goods that an own bag is packed from, if it differs from the
    one `said` when the sheet was drawn; "" if it is the same, or if it is another sheet.
    """
    kind, merchant = _named(sheet)
    if kind not in {"bags/", "seats/"} or not said:
        return ""
    now = mark_of(this_phone(table).talk, merchant) if kind == "bags/" else mark_of_goods(table.game)
    return now if now != said else ""


def packed_on(sheet: str) -> int | None:
    """Whose bag is packed or noted on a sheet; None for any other sheet."""
    kind, seat = _named(sheet)
    return seat if kind == "seats/" else None


def of(command: type[Command]) -> Over:
    """The check of a sheet of one seat, or of none."""
    return lambda table, seat: permit(table).why_not(Step(command, seat))


def of_any(command: type[Command]) -> Over:
    """The check of a sheet about all seats: it has expired when nothing can be done for any of them."""
    return lambda table, _number: permit(table).why_for_nobody(command)


def _bag(table: Table, merchant: int) -> Refusal | None:
    """A player who was asked which goods go can pay for somebody else's bag."""
    mine, step = permit(table), Step(PassBag, merchant)
    return may(table.game, step) if mine.pays(talk_at(table), merchant) else mine.why_not(step)


def _plates(table: Table, seat: int) -> Refusal | None:
    return no.PlatesServed(seat) if seat in table.game.plates else of(ChoosePlates)(table, seat)


def _declaration(table: Table, seat: int) -> Refusal | None:
    """A merchant's own phone can declare before the turn comes (T4)."""
    said, actor, me = talk_at(table), permit(table).actor, this_phone(table)
    refusal = declaring.may_declare(table.game, said, seat, me.awake)
    if isinstance(refusal, no.DeclaresFirst) and me.me.seats == {seat}:
        refusal = None
    if isinstance(refusal, no.DecisionStands | no.DeclarationStands) and seat not in me.me.seats:
        declared = said.declarations.get(seat)
        refusal = no.HasDeclared(seat, declared.number, declared.good) if declared else refusal
    return refusal or may_say(actor, table.game, said, Declare(seat, Declaration("", FEWEST_CARDS)))


def _offer(table: Table, number: int) -> Refusal | None:
    said, actor = talk_at(table), permit(table).actor
    proposal = proposal_of(said, number)
    if proposal is None:
        return no.NoSuchProposal()
    change = Change(number, proposal.deal)
    refusal = change.may(table.game, said)
    late = proposals.in_time(table.game, said, change, late=is_late(table))
    return refusal or late or may_say(actor, table.game, said, change)


def _new_offer(table: Table, _number: int) -> Refusal | None:
    """In the count everybody but one may have gone home, and then there are no merchants."""
    game, said = table.game, talk_at(table)
    refusals = [proposals.still_counts(game, said, merchant) for merchant in game.merchants]
    if all(refusals):
        return (refusals or [NotInRounds()])[-1]
    return no.TimeIsUp() if is_late(table) else None


def _aloud(table: Table, _number: int) -> Refusal | None:
    """Only the Sheriff, or a Deputy, notes what was agreed aloud, over a bag that is not decided on."""
    game, said, actor = table.game, talk_at(table), permit(table).actor
    if refusal := _new_offer(table, 0):
        return refusal
    merchant = game.merchants[0]
    notes = (Propose(merchant, Deal(merchant, seat, 1), aloud=True) for seat in game.sheriffs)
    silent = [may_say(actor, game, said, note) for note in notes]
    return silent[0] if all(silent) else None


def _payment(table: Table, _number: int) -> Refusal | None:
    mine, givers = permit(table), (*range(len(table.game.seats)), None)
    refusals = [may_pay_for(mine.recording, mine.actor, giver) for giver in givers]
    return Pay.may(table.game) or (refusals[0] if all(refusals) else None)


def _pair(table: Table, _number: int) -> Refusal | None:
    """Two are named only where two are drawn (E7)."""
    return None if next_pairs(table.game) else no.NoDeputiesHere()


def _extra(table: Table, seat: int) -> Refusal | None:
    """Expired once none of the several sorts of cards that count at the end can be taken any more."""
    refusals = [permit(table).why_not(Step(card.takes, seat)) for card in CARDS.values()]
    played = [refusal for refusal in refusals if not isinstance(refusal, no.NotPlayedHere)]
    return (played or [no.NotPlayedHere()])[0] if all(refusals) else None


def _note(table: Table, seat: int) -> Refusal | None:
    game = table.game
    if game.stage is Stage.ROUNDS and seat in range(len(game.seats)) and seat not in game.here:
        return PlayerHasLeft(seat)
    return notes.may_note(game) or deciding.may_pack(game, talk_at(table), seat)


SHEETS: dict[str, Over] = {
    "bags/": _bag,
    "reveal/": of(RevealContraband),
    "plates/": _plates,
    "check": of_any(CheckStand),
    "purses": of_any(CountGold),
    "declarations/": _declaration,
    "aloud": _aloud,
    "offers/": _offer,
    "offers/new": _new_offer,
    "corrections/": lambda table, entry: permit(table).why_not_correctable(entry),
    "pay": _payment,
    "extras/": _extra,
    "seats/": _note,
    "booty": of_any(ShareBooty),
    "deputies": lambda table, number: of_any(PassBadge)(table, number) or _pair(table, number),
}
"""By the end of their address, without its number; a new module adds its own sheets."""
