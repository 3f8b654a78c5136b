"""Tells a story to the rules: each entry of the file becomes the command that a table would give."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.rules.ledger import Goods
from companion.rules.seats import SHIELDS
from companion.rules.sheriff.bags import Deal, Declaration, Paying, Raid, Share
from companion.rules.sheriff.booty import ShareBooty
from companion.rules.sheriff.cards.market import TakeMarketCard
from companion.rules.sheriff.cards.orders import FillOrder
from companion.rules.sheriff.cards.other_cards import TakeOtherCard
from companion.rules.sheriff.game import FACE_DOWN, Command, Correct, Game
from companion.rules.sheriff.inspection import SitOut
from companion.rules.sheriff.leaving import Leave
from companion.rules.sheriff.opened import OpenBag
from companion.rules.sheriff.options import Options
from companion.rules.sheriff.passed import PassBag
from companion.rules.sheriff.payments import Pay
from companion.rules.sheriff.rotation import EndGame, PassBadge, SetRounds
from companion.rules.sheriff.round_laws import ProclaimLaws
from companion.rules.sheriff.setup import OpenTable
from tests.rules.given import Table
from tests.stories.book import LEGAL, Entry

Story = Mapping[str, Any]


def opened(story: Story) -> Table:
    """The table as everybody sits down."""
    return Table.after((opening(story).begin(),))


def opening(story: Story) -> OpenTable:
    """The command by which everybody sits down."""
    names, expansions = tuple(story["players"]), story.get("expansions", ())
    down = {name: Counter(story.get("down", {}).get(name, {})).total() for name in names}
    return OpenTable(
        edition=story.get("edition", "first"),
        options=Options(
            royal_goods=story.get("royal_goods", False),
            promo=Goods(story.get("promo", {})),
            coins_on_table=story.get("coins_on_table", False),
            black_market="market" in expansions,
            special_orders="orders" in expansions,
            other_cards="others" in expansions,
            laws="laws" in expansions,
        ),
        names=names,
        shields=SHIELDS[: len(names)],
        sheriff=names.index(story.get("deputies", [story.get("sheriff")])[0]),
        deputies=tuple(map(names.index, story.get("deputies", []))),
        rounds=story.get("rounds_played"),
        round=story.get("round", 1),
        purses=tuple(story["gold"][name] for name in names) if "gold" in story else None,
        stands=tuple(
            Goods(story.get("stands", {}).get(name, {})) + {FACE_DOWN: down[name]} for name in names
        ),
    )


def entries_of(story: Story) -> Iterator[tuple[int, list[Entry]]]:
    """Each round's number with its entries, the badge at its end among them, and who are Deputies next."""
    for number, part in enumerate(story["rounds"]):
        ends = any("end" in entry for entry in part["entries"])
        following = story["rounds"][number + 1] if number + 1 < len(story["rounds"]) else {}
        badge = {"badge": True, "deputies": following.get("deputies", [])}
        yield number, [*part["entries"], *([] if ends else [badge])]


def told(table: Table, entry: Entry, named: dict[str, int]) -> Table:
    """The table after an entry; `named` remembers which entries may be corrected later."""
    if "take_back" in entry:
        return Table(table.events[:-1], table.states[:-1])
    if "name" in entry:
        named[entry["name"]] = len(table.events)
    if "correct" in entry:
        seq = named[entry["correct"]]
        return table.when(Correct(seq, command_of(table.states[seq - 1], entry), entry["reason"]))  # type: ignore[arg-type]
    return table.when(command_of(table.game, entry))


def command_of(game: Game, entry: Entry) -> Command:
    """The command for an entry of a story."""
    seats = {seat.name: number for number, seat in enumerate(game.seats)}
    if "bag" in entry:
        return bag_of(seats, entry)
    if "pay" in entry:
        goods = Goods(entry.get("goods", {})) + hidden(entry.get("down", {}))
        return Pay(
            seats.get(entry["pay"]), seats.get(entry["to"]), entry.get("gold", 0), goods, entry["reason"]
        )
    return card_of(seats, entry) or of_the_table(seats, entry)


def of_the_table(seats: Mapping[str, int], entry: Entry) -> Command:
    """The command for what changes the round or the table."""
    if "laws" in entry:
        return ProclaimLaws(tuple(entry["laws"]))
    if "out" in entry:
        return SitOut(seats[entry["out"]])
    if "leave" in entry:
        heir = seats[entry["heir"]] if "heir" in entry else None
        return Leave(seats[entry["leave"]], counts=entry["counts"], heir=heir)
    if "share" in entry:
        return ShareBooty(tuple(map(share_of, entry["share"])))
    if "rounds" in entry:
        return SetRounds(entry["rounds"])
    pair = tuple(seats[name] for name in entry.get("deputies", []))
    return EndGame() if "end" in entry else PassBadge(pair if len(pair) > 1 else ())


def share_of(share: Entry) -> Share:
    """What one Deputy takes, cards face down by their number."""
    return Share(share.get("gold", 0), Goods(share.get("goods", {})) + hidden(share.get("down", {})))


def card_of(seats: Mapping[str, int], entry: Entry) -> TakeMarketCard | FillOrder | TakeOtherCard | None:
    """The command for a card that counts at the end, if an entry is about one."""
    if "market" in entry:
        return TakeMarketCard(seats[entry["market"]], entry["kind"], entry["gold"])
    if "order" in entry:
        return FillOrder(seats[entry["order"]], entry["good"], entry["contraband"], entry["gold"])
    return TakeOtherCard(seats[entry["owner"]], entry["card"], entry["gold"]) if "card" in entry else None


def bag_of(seats: Mapping[str, int], entry: Entry) -> PassBag | OpenBag:
    merchant, deals = seats[entry["bag"]], deals_of(seats, entry.get("deals", []))
    declaration = Declaration(entry["declares"], sum(entry["cards"].values()))
    alone = seats[entry["alone"]] if "alone" in entry else None
    if entry.get("opened"):
        return OpenBag(
            merchant,
            declaration,
            Goods(entry["cards"]),
            deals,
            told=Goods(entry.get("tells", {})),
            payment=Goods(entry["pays"]) if "pays" in entry else None,
            discarded=entry.get("discards", False),
            fine=entry.get("by_law"),
            alone=alone,
            other=Paying(
                Goods(entry.get("other_tells", {})),
                Goods(entry["other_pays"]) if "other_pays" in entry else None,
            ),
        )
    raids = tuple(Raid(seats[raid["from"]], raid["good"], raid["count"]) for raid in entry.get("raids", []))
    return PassBag(merchant, declaration, public(entry["cards"]), deals, raids, alone=alone)


def deals_of(seats: Mapping[str, int], deals: Sequence[Entry]) -> tuple[Deal, ...]:
    return tuple(
        Deal(
            giver=seats[deal["from"]],
            receiver=seats[deal["to"]],
            gold=deal.get("gold", 0),
            stand=Goods(deal.get("stand", {})) + hidden(deal.get("down", {})),
            bag=public(deal.get("bag", {})),
            promise=deal.get("promise", ""),
        )
        for deal in deals
    )


def public(cards: Mapping[str, int]) -> Goods:
    """Cards as everybody sees them when they pass: contraband face down."""
    return Goods({word: count for word, count in cards.items() if word in LEGAL}) + hidden(
        {word: count for word, count in cards.items() if word not in LEGAL}
    )


def hidden(cards: Mapping[str, int]) -> Goods:
    return Goods({FACE_DOWN: sum(cards.values())})
