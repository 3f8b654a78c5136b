"""Forms of a table filled by dice, mostly such that they can be booked, and drawn again as scripts do."""

from collections.abc import Mapping
from urllib.parse import urlencode

from companion.rules.decide import opening
from companion.rules.game import Game
from companion.rules.goods import FACE_DOWN, Goods
from companion.rules.inspection import raids
from companion.rules.offers import offers
from companion.rules.table import Stage
from companion.web.bag_form import raid_word
from tests.rules.asking import cards, declared, public
from tests.rules.dice import Dice
from tests.rules.evenings import in_mid_game, opening_command, stepped
from tests.rules.given import Table
from tests.web.phone import Page, Phone

Fields = dict[str, str]


def a_table(dice: Dice) -> Table:
    """A table in the middle of an evening, where some have little gold and a merchant's bag waits."""
    table = Table.after((opening(in_mid_game(opening_command(dice), dice)),))
    for _ in range(dice.below(4)):
        after = stepped(table, offers(table.game), dice)
        if after.game.stage is Stage.ROUNDS and after.game.waiting:
            table = after
    return table


def a_sheet(game: Game, merchant: int, dice: Dice) -> Fields:
    """The fields of a bag."""
    contents = dice.pick(("", "passed", "opened", "opened"))
    inside = cards(game, 1 + dice.below(5), dice, face_down=contents != "opened")
    said = declared(game, inside, dice)
    number = 1 + dice.below(5) if dice.chance(12) else said.number
    fields = {"good": said.good, "number": str(number), "contents": contents}
    fields |= {word if word == FACE_DOWN else f"in-{word}": str(count) for word, count in inside.items()}
    if contents == "passed":
        fields["raid-0"] = dice.pick(("", *map(raid_word, raids(game, merchant))))
    for index in range(dice.pick((0, 0, 1, 2))):
        fields |= a_deal(game, merchant, inside, f"deal-{index}-", dice)
    return {name: value for name, value in fields.items() if value}


def a_deal(game: Game, merchant: int, inside: Goods, prefix: str, dice: Dice) -> Fields:
    """The fields of a deal, mostly of what its giver has."""
    giver = dice.pick(game.here)
    stand = dice.handful(game.stand(giver), 2)
    bag = dice.handful(public(game, inside), 2) if giver == merchant or dice.chance(4) else Goods()
    return {
        f"{prefix}giver": str(giver),
        f"{prefix}receiver": str(dice.pick(game.here)),
        f"{prefix}gold": str(dice.pick((0, 1, 3, game.gold(giver), 61))),
        f"{prefix}decision": dice.pick(("", "passes", "opens")),
        f"{prefix}promise": dice.pick(("", "", "Lunch")),
        **{f"{prefix}stand-{word}": str(number) for word, number in stand.items()},
        **{f"{prefix}bag-{word}": str(number) for word, number in bag.items()},
    }


def a_transfer(game: Game, dice: Dice) -> Fields:
    """The fields of a payment by hand, mostly of what its giver has."""
    giver = dice.pick((*game.here, None))
    goods = Goods() if giver is None else dice.handful(game.stand(giver), 2)
    return {
        "giver": "bank" if giver is None else str(giver),
        "receiver": dice.pick(("bank", *map(str, game.here))),
        "gold": str(dice.pick((0, 1, 5, 50 if giver is None else game.gold(giver), 61))),
        **{f"good-{word}": str(number) for word, number in goods.items()},
    }


def otherwise(game: Game, merchant: int, page: Page, dice: Dice) -> Fields:
    """Fields of a bag that was booked as it could have been: all of them, or another number alone."""
    if not dice.chance(2):
        return {"number": str(1 + dice.below(5))}
    old = ("in-", "face_down", "raid-", "deal-", "debt-", "told-", "basis", "contents")
    empty = {name: "" for name, _ in page.forms[0].fields if name.startswith(old)}
    return empty | a_sheet(game, merchant, dice)


def with_other_goods(phone: Phone, page: Page, dice: Dice) -> Page:
    """The sheet after other goods were chosen for a debt, or cards turned over, up to twice."""
    for _ in range(dice.below(3)):
        fields = [
            field
            for field in page.root.elements("input")
            if field.get("name").startswith(("debt-", "told-")) and field.has("data-most")
        ]
        if fields:
            field = dice.pick(fields)
            number = str(dice.below(1 + int(field["data-most"])))
            page = redrawn(phone, page, {field["name"]: number, "discarded": dice.pick(("", "1"))})
    return page


def redrawn(phone: Phone, page: Page, changed: Mapping[str, str]) -> Page:
    """The form as it is drawn again after a change; empty fields are left out of its address."""
    form = next(form for form in page.forms if form.element.has("data-here"))
    sent = {**dict(form.fields), **changed}
    query = urlencode({name: value for name, value in sent.items() if value})
    return phone.open(f"{form.element['data-here']}?{query}")
