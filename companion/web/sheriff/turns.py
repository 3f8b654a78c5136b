"""Whose turn it is, and the biggest button: the next thing to do."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from flask import url_for
from markupsafe import Markup

from companion.rules.kinds import Step
from companion.rules.rights import Recording
from companion.rules.seats import Stage
from companion.rules.sheriff import booty, deciding, declaring, deputies, ending, proposals
from companion.rules.sheriff.bags import Decision
from companion.rules.sheriff.deciding import Decide
from companion.rules.sheriff.game import Game, Recorder
from companion.rules.sheriff.leaving import turns_at_end
from companion.rules.sheriff.rotation import PassBadge
from companion.rules.sheriff.talk import ProposalState, Talk, decision_of
from companion.web.http.language import gettext as _
from companion.web.http.language import ngettext
from companion.web.parts import Link, NextButton, Seat, say, seat_of
from companion.web.sheriff import tasks
from companion.web.sheriff.table import PhoneContext, Table
from companion.web.sheriff.talk_panel import is_nudged
from companion.web.sheriff.tasks import Task
from companion.web.sheriff.words import Words, acted, shares

_COUNTED = (ending.StandChecked, ending.ContrabandRevealed, ending.GoldCounted, ending.PlatesChosen)
_ANSWERED = frozenset({ProposalState.ACCEPTED, ProposalState.REFUSED})


@dataclass(frozen=True, slots=True)
class Next:
    """The next thing to do, and whose it is. `words` replace the usual ones of its button, and `under` the
    line below them: what comes first, or more about it. It `is_early` while others are to say something
    first. A decision is made `on` these words: see `deciding.words_of`.
    """

    task: Task
    seat: Seat | None = None
    words: Markup | str = ""
    under: Markup | str = ""
    is_early: bool = False
    on: str = ""


def next_of(game: Game, talk: Talk, *, late: bool = False) -> Next:
    """The next thing to do; `late` when the inspection clock has run out (T7)."""
    if game.stage is Stage.CLOSED:
        return Next(tasks.RESULT)
    if game.stage is Stage.COUNT:
        return _next_of_count(game)
    if game.waiting:
        merchant = deciding.next_bag(game, talk)
        return Next(tasks.CONTENTS if late else tasks.BAG, seat_of(game, merchant))
    if booty.lies(game):
        return _next_share(game)
    if game.round == game.rounds:
        return Next(tasks.END)
    return _next_pair(game) if game.draws_pairs else Next(tasks.BADGE, seat_of(game, game.badge_order[0]))


def _next_share(game: Game) -> Next:
    """What lies in the Booty is shared before the round can end (E13)."""
    if not booty.divides(game):
        return Next(tasks.DIVIDE)
    return Next(tasks.SHARE, under=shares(Words(game.seats), game.sheriffs, booty.even_shares(game)))


def _next_pair(game: Game) -> Next:
    """If the next two Deputies follow by themselves, name them before they have the badges (E7)."""
    possible = deputies.next_pairs(game)
    if not deputies.follows(possible):
        return Next(tasks.PAIR)
    return Next(tasks.PAIR, words=say(_("Badges to %(names)s"), names=Words(game.seats).names(possible[0])))


def _next_of_count(game: Game) -> Next:
    player = ending.next_in_turn(game)
    if player is not None:
        return Next(tasks.REVEAL if game.face_down(player) else tasks.PLATES, seat_of(game, player))
    return Next(tasks.PURSES if ending.uncounted(game) else tasks.CLOSE)


def next_for(game: Game, phone: PhoneContext, following: Next) -> Next:
    """What this phone does next: a declaration, the table's next step if that falls to it, or waiting."""
    following = _as_decided(game, phone, following)
    own = _own_first(game, phone, following)
    if own is not None:
        return own
    first = _declare_first(game, phone, following)
    is_sheriff = not phone.me.seats.isdisjoint(game.sheriffs)
    if first and phone.me.bank and not is_sheriff and first[0] not in phone.awake:
        return Next(tasks.DECLARE, seat_of(game, first[0]))
    mine = following.task is tasks.RESULT or _falls_to(game, phone, following)
    if first:
        if is_sheriff and mine:
            return _before_declared(game, phone, following, first)
        return _waiting(
            game, phone, following, Next(tasks.WAIT, seat_of(game, first[-1]), _first(game, first))
        )
    if mine:
        if sleeper := _sleeper(phone, following):
            words = say(_("Declare for %(name)s"), name=Words(game.seats).name(sleeper.number))
            following = replace(following, words=words, under=_("the phone is asleep"))
        before = _answer_first(game, phone, following)
        return replace(_chosen(game, phone, following), under=before or following.under)
    wait = Next(
        tasks.WAIT, following.seat, _waits_for(game, phone, following), _by_bank(game, phone, following)
    )
    return _waiting(game, phone, following, wait)


def _own_first(game: Game, phone: PhoneContext, following: Next) -> Next | None:
    """What only the players of this phone can do, before all else: say which goods go (D2), pack, declare."""
    if _is_asked(phone, following):
        return following
    if following.task is tasks.OPENED and following.seat and following.seat.number == phone.shows:
        return replace(following, task=tasks.SHOW)
    packs = phone.packs(game)
    if packs is not None and following.task is not tasks.CONTENTS:
        return Next(tasks.PACK, seat_of(game, packs))
    declares = phone.declares_next(game)
    return None if declares is None else Next(tasks.DECLARE, seat_of(game, declares))


def _as_decided(game: Game, phone: PhoneContext, following: Next) -> Next:
    """The next bag as far as the Sheriff has decided on it."""
    if following.task not in {tasks.BAG, tasks.CONTENTS} or following.seat is None:
        return following
    merchant = following.seat.number
    match decision_of(phone.talk, merchant):
        case Decision.PASSES:
            return replace(following, task=tasks.PASSED)
        case Decision.OPENS:
            if deciding.asked_payer(game, phone.talk, merchant) is not None:
                return replace(following, task=tasks.GOODS)
            turned = phone.talk.decisions[merchant].turned
            return replace(following, task=tasks.CARDS if turned else tasks.OPENED)
        case _:
            return following


def _is_asked(phone: PhoneContext, following: Next) -> bool:
    """Whether the player of this phone was asked which goods pay for the next bag (D2)."""
    if following.task is not tasks.GOODS or following.seat is None:
        return False
    return phone.permit.pays(phone.talk, following.seat.number)


def _chosen(game: Game, phone: PhoneContext, following: Next) -> Next:
    """The next bag on the phone that does it: to decide on at once, or to say that it passed since time ran
    out, on the Sheriff's phone, if the merchant has declared and has a phone; else to open its sheet.
    """
    at_once = {tasks.BAG: tasks.DECIDE, tasks.CONTENTS: tasks.LATE}
    if following.task is tasks.OPENED and _may_show(phone, following):
        return replace(following, task=tasks.TURN, is_early=True)
    if following.task not in at_once or following.seat is None or not phone.is_shared:
        return following
    merchant = following.seat.number
    said = merchant in phone.talk.declarations and merchant in phone.phones
    is_sheriff = bool(phone.me.seats & {*game.sheriffs}) or phone.phones.isdisjoint(game.sheriffs)
    decides = is_sheriff and phone.says(Decide(merchant, Decision.PASSES, ""))
    if not said or not decides:
        return following
    words = deciding.words_of(game, phone.talk, merchant)
    return replace(following, task=at_once[following.task], on=words)


def _may_show(phone: PhoneContext, following: Next) -> bool:
    """Whether another phone, the merchant's of an opened bag, is awake to turn the cards that are noted."""
    merchant = following.seat.number if following.seat else None
    speaks = phone.permit.recording is not Recording.BANK
    return speaks and phone.is_shared and merchant in phone.awake - phone.me.seats


def _waiting(game: Game, phone: PhoneContext, following: Next, wait: Next) -> Next:
    """What a waiting phone is told: above all, that somebody waits for its answer."""
    answers = _answer_first(game, phone, following)
    return replace(wait, words=answers, under=wait.words) if answers else wait


def way_to_stands(table: Table, phone: PhoneContext) -> str:
    """Where the bank begins the count; "" on another phone, and once anything of the count is recorded,
    whatever else is.
    """
    if not phone.me.bank or table.game.stage is not Stage.COUNT:
        return ""
    latest = (line.event for line in reversed(table.standing))
    uncounted = takewhile(lambda event: not isinstance(event, _COUNTED), latest)
    return url_for("ending.check", game=table.id) if any(map(turns_at_end, uncounted)) else ""


def _declare_first(game: Game, phone: PhoneContext, following: Next) -> tuple[int, ...]:
    """The merchants who declare before a bag is dealt with (T4): those without a phone whose turn is earlier,
    aloud, then the next one with a phone.
    """
    if following.task is not tasks.BAG or not phone.is_shared:
        return ()
    last = declaring.next_speaker(game, phone.talk, phone.awake)
    if last is None:
        return ()
    earlier = game.waiting[: game.waiting.index(last) + 1]
    return tuple(seat for seat in earlier if seat not in phone.talk.declarations)


def _sleeper(phone: PhoneContext, following: Next) -> Seat | None:
    """The merchant whose bag is next, if nothing can be declared of it because their phone is asleep."""
    merchant = following.seat if following.task is tasks.BAG and phone.is_shared else None
    if merchant is None or merchant.number in phone.talk.declarations:
        return None
    return merchant if merchant.number in phone.phones - phone.awake else None


def _first(game: Game, seats: tuple[int, ...]) -> Markup:
    words = Words(game.seats)
    if len(seats) == 1:
        return say(_("%(name)s declares next"), name=words.name(seats[0]))
    return say(_("%(names)s declare next"), names=words.names(seats))


def _before_declared(game: Game, phone: PhoneContext, following: Next, first: tuple[int, ...]) -> Next:
    """The Sheriff waits for what merchants are about to say on their own phones, since all declare before any
    bag is inspected (T4), and may go on without it.
    """
    under: Markup | str = _("said aloud? on to the bag")
    if following.seat and following.seat.number in phone.talk.declarations:
        under = say(_("or on to %(name)s’s bag"), name=Words(game.seats).name(following.seat.number))
    return replace(following, words=_first(game, first), under=under, is_early=True)


def _answer_first(game: Game, phone: PhoneContext, following: Next) -> str:
    """Before a bag is dealt with: how many offers wait for this phone's answer; they may be out of view."""
    waiting = len(_asked(game, phone)) if following.task is tasks.BAG else 0
    if not waiting:
        return ""
    return ngettext("%(num)s offer waits for you", "%(num)s offers wait for you", waiting)


def turn_of(game: Game, phone: PhoneContext, following: Next, *, told: int | None = None) -> str:
    """Words, to which a new one is added when it becomes the turn of one of this phone's seats, when one is
    offered something, answered, threatened or nudged, when its player is `told` of an entry, by its number,
    and when it becomes the bank; "" while there are none.
    """
    words = (*_asked(game, phone), *_felt(game, phone))
    if told is not None:
        words = (f"told-{told}", *words)
    if following.task is tasks.PACK:
        declares = phone.declares_next(game)
        following = replace(following, task=tasks.WAIT if declares is None else tasks.DECLARE)
    if following.task.by_player or phone.me.seats & _whose(game, following):
        words = (f"{following.task.word}-{game.round}", *words)
    return " ".join(words)


def _asked(game: Game, phone: PhoneContext) -> tuple[str, ...]:
    """A word for each proposal waiting for an answer from one of this phone's seats."""
    own = (one for one in proposals.answerable(game, phone.talk) if one.asked in phone.me.seats)
    return tuple(f"answer-{one.number}-{one.changes}" for one in own)


def _felt(game: Game, phone: PhoneContext) -> Iterator[str]:
    """A word for each answer to this phone's seats, for a threat to one, for a nudge, and for a new bank."""
    for proposal in phone.talk.proposals:
        if proposal.maker in phone.me.seats and proposal.state in _ANSWERED:
            yield f"{proposal.state}-{proposal.number}-{proposal.changes}"
        if proposal.maker in phone.me.seats and phone.talk.latest == ("reopened", proposal.number):
            yield f"reopened-{proposal.number}-{proposal.changes}"
    if (merchant := declaring.threatened(game, phone.talk)) in phone.me.seats:
        yield f"threat-{game.round}-{merchant}"
    if is_nudged(game, phone):
        yield f"nudge-{phone.talk.nudges}"
    if phone.is_new_bank:
        yield "bank"


def _whose(game: Game, following: Next) -> frozenset[int]:
    """The seats whose hands the next step needs; empty if it is the bank's."""
    about = frozenset({following.seat.number}) if following.seat else frozenset()
    if following.task is tasks.DECLARE:
        return about
    recorder = following.task.command.recorder if following.task.command else None
    if recorder is Recorder.SHERIFF:
        return frozenset(game.sheriffs)
    return about if recorder is Recorder.SEAT else frozenset()


def does_own(game: Game, phone: PhoneContext, following: Next) -> bool:
    """Whether the player whose own phone this is takes the next step."""
    if following.seat is None:
        return False
    does = game.sheriffs if following.task.by_sheriff else (following.seat.number,)
    return phone.own_seat in does


def is_own(phone: PhoneContext, seat: Seat) -> bool:
    """Whether this is the only seat of this phone, at a table with others; then its player is addressed."""
    return phone.own_seat == seat.number


def _falls_to(game: Game, phone: PhoneContext, following: Next) -> bool:
    """Whether this phone takes the next step: the bank, except what a Sheriff decides; the phone of the
    player whose turn it is; others only if that player has no phone, or has gone home.
    """
    task, command = following.task, following.task.command
    if task.by_player or command is None:
        return False
    seat = following.seat.number if following.seat and command is not PassBadge else None
    if task is tasks.PURSES:
        return any(phone.permit.allows(command, seat) for seat in ending.uncounted(game))
    if task is tasks.CHECK:
        return bool(phone.permit.seats(command))
    if not phone.permit.lets(Step(command, seat)):
        return False
    whose = _whose(game, following)
    absent = not whose & phone.phones & set(game.here)
    leads = phone.me.bank and not _decides_elsewhere(game, phone, following)
    return leads or bool(phone.me.seats & whose) or absent


def _decides_elsewhere(game: Game, phone: PhoneContext, following: Next) -> bool:
    """Whether this phone must not act in the Sheriff's place: on a decision while a Sheriff's phone is awake,
    or on the bag of its own player. False if only the bank records, since nobody else could.
    """
    is_sheriffs = following.task.by_sheriff and following.task is not tasks.CONTENTS
    if not is_sheriffs or phone.permit.recording is Recording.BANK:
        return False
    if following.seat is not None and is_own(phone, following.seat):
        return True
    return following.task is tasks.BAG and not phone.awake.isdisjoint(game.sheriffs)


def _by_bank(game: Game, phone: PhoneContext, following: Next) -> str:
    """Say that only the bank can record the step, if this phone's player takes it; else ""."""
    alone = phone.permit.recording is Recording.BANK and phone.me.seats and _whose(game, following)
    return _("only the bank can record it") if alone else ""


def _waits_for(game: Game, phone: PhoneContext, following: Next) -> Markup | str:
    task, seat, words = following.task, following.seat, Words(game.seats)
    if task.by_sheriff and seat:
        return _sheriff_first(game, phone, task, seat)
    if task is tasks.GOODS and seat:
        payer = deciding.asked_payer(game, phone.talk, seat.number)
        return say(_("%(name)s chooses the goods"), name=words.name(payer))
    if task in {tasks.REVEAL, tasks.PLATES} and seat:
        left = seat.number not in game.here
        said = _("The bank does it for %(name)s, who has left") if left else _(task.words)
        return say(said, name=words.name(seat.number))
    if task.waits:
        one, many = map(_, task.waits)
        return acted(words, game.sheriffs, one, many)
    return _("The bank leads the count")


def _sheriff_first(game: Game, phone: PhoneContext, task: Task, merchant: Seat) -> Markup:
    """What the Sheriff does about a merchant's bag, or both Deputies, or the one who decided alone (E11)."""
    words, seat = Words(game.seats), merchant.number
    if task is tasks.OPENED and _may_show(phone, Next(task, merchant)):
        return say(_("%(merchant)s’s bag is opened"), merchant=words.name(seat))
    if _sleeper(phone, Next(task, merchant)):
        one = _("%(names)s declares for %(merchant)s, whose phone is asleep")
        many = _("%(names)s declare for %(merchant)s, whose phone is asleep")
    elif task.waits:
        one, many = map(_, task.waits)
    elif is_own(phone, merchant):
        one, many = _("%(names)s decides on your bag"), _("%(names)s decide on your bag")
    else:
        one = _("%(names)s decides on %(merchant)s’s bag")
        many = _("%(names)s decide on %(merchant)s’s bag")
    acting = deputies.acting(game, proposals.decided_alone(game, phone.talk, seat))
    return acted(words, acting, one, many, merchant=words.name(seat))


def next_button(game: Game, following: Next, *, own: bool = False) -> NextButton:
    """The next thing to do as this phone finds it; `own` if the player whose phone this is does it."""
    task, who = following.task, following.seat.number if following.seat else None
    if task.link is None:
        quiet = "" if following.under else _("this screen shows it as it happens")
        return NextButton(following.words, quiet, besides=following.under, is_live=bool(quiet))
    of_seat = (("seat", who),) if task.of_seat and who is not None else ()
    under = _asked_of(game, task) or _said((own and task.own_under) or task.under)
    return NextButton(
        words=following.words or say(_((own and task.own) or task.words), name=Words(game.seats).name(who)),
        under=following.under or under,
        icon=task.icon,
        link=Link(task.link.view, (*of_seat, *task.link.values)),
        sends=task.sends,
        fields=_fields(game, following),
        waits=following.is_early,
        held=task.held,
    )


def _fields(game: Game, following: Next) -> tuple[tuple[str, int | str], ...]:
    """What the button was drawn on, and that two Deputies are to be drawn unless they are named (E7)."""
    if following.task is tasks.LATE:
        return (("decision", "passed"), ("on", following.on))
    if following.task is tasks.SHARE:
        return (("on", booty.words_of(game)),)
    draws = (("draw", 1),) if following.task is tasks.PAIR and not following.words else ()
    return (("round", game.round), *draws) if following.task.command is PassBadge else ()


def _asked_of(game: Game, task: Task) -> str:
    """What two Deputies have to say of a Booty that cannot be halved (E13); "" of anything else."""
    if task is not tasks.DIVIDE:
        return ""
    if not booty.has_odd_card(game):
        return _("who takes the odd coin?")
    if not booty.has_odd_coin(game):
        return _("who takes which cards?")
    return _("who takes which cards, and the odd coin?")


def _said(words: str) -> str:
    """Words of the catalogue in the reader's language; "" stays "": there the catalogue has its header."""
    return _(words) if words else ""
