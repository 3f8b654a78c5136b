"""Forms of a table filled by dice, mostly such that they can be booked, and drawn again as scripts do."""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlencode

from companion.rules.ledger import Goods
from companion.rules.seats import Stage
from companion.rules.sheriff.bags import MOST_CARDS
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.game import FACE_DOWN, Game
from companion.rules.sheriff.kinds import COMMANDS
from companion.rules.sheriff.passed import raids
from companion.web.sheriff.bag_form import raid_word
from tests.rules.asking import cards, declared, public, room
from tests.rules.dice import Dice, steps
from tests.rules.evenings import in_mid_game, opening_command, stepped
from tests.rules.given import Table
from tests.web.phone import Page, Phone

Fields = dict[str, str]


def a_table(dice: Dice) -> Table:
    """A table in mid-game, where some have little gold and a merchant's bag waits; now and then with nothing
    but cards face down on the stands.
    """
    command = in_mid_game(opening_command(dice), dice)
    if dice.chance(3):
        command = replace(command, stands=tuple(Goods({FACE_DOWN: dice.below(4)}) for _ in command.names))
    table = Table.after((command.begin(),))
    for _ in range(dice.below(4)):
        after = stepped(table, steps(table.game, COMMANDS), dice)
        if after.game.stage is Stage.ROUNDS and after.game.waiting:
            table = after
    return table


def a_sheet(game: Game, merchant: int, dice: Dice) -> Fields:
    """The fields of a bag."""
    contents = dice.pick(("", "", "passed", "opened", "opened"))
    inside = a_bag(game, contents, dice)
    said = declared(game, inside, dice)
    number = 1 + dice.below(5) if dice.chance(12) else said.number
    fields = {"good": said.good, "number": str(number), dice.pick(("contents", "lie")): contents}
    if contents:
        fields |= {word if word == FACE_DOWN else f"in-{word}": str(count) for word, count in inside.items()}
    if contents == "passed":
        fields["raid-0"] = dice.pick(("", *map(raid_word, raids(game, merchant))))
    for index in range(dice.pick((0, 0, 1, 2))):
        fields |= a_deal(game, merchant, inside, f"deal-{index}-", dice)
    return {name: value for name, value in fields.items() if value}


def a_bag(game: Game, contents: str, dice: Dice) -> Goods:
    """What is in a bag; in one that is opened there is a promo card now and then."""
    if not contents:
        return Goods({dice.pick(game.legal_goods): 1 + dice.below(5)})
    inside = cards(game, 1 + dice.below(5), dice, face_down=contents == "passed")
    promos = [good.word for good in game.cards.of(Kind.PROMO) if room(game)[good.word] > 0]
    if contents == "passed" or inside.total == MOST_CARDS or not promos or dice.chance(2):
        return inside
    return inside + {dice.pick(promos): 1}


def a_deal(game: Game, merchant: int, inside: Goods, prefix: str, dice: Dice) -> Fields:
    """The fields of a deal, mostly of what its giver has and to somebody else."""
    giver = dice.pick((merchant, merchant, *game.here))
    others = [seat for seat in game.here if seat != giver]
    stand = dice.handful(game.stand(giver), 2)
    promised = public(game, inside) + {dice.pick(game.legal_goods): 1}
    bag = dice.handful(promised, 3) if giver == merchant or dice.chance(4) else Goods()
    return {
        f"{prefix}giver": str(giver),
        f"{prefix}receiver": str(giver if dice.chance(16) else dice.pick(others)),
        f"{prefix}gold": str(61 if dice.chance(16) else dice.below(game.gold(giver) + 1)),
        f"{prefix}decision": dice.pick(("", "passes", "opens")),
        f"{prefix}promise": dice.pick(("", "", "Lunch")),
        **{f"{prefix}stand-{word}": str(number) for word, number in stand.items()},
        **{f"{prefix}bag-{word}": str(number) for word, number in bag.items()},
    }


def a_transfer(game: Game, dice: Dice) -> Fields:
    """The fields of a payment by hand, mostly of what its giver has."""
    sides = ("bank", *map(str, game.here))
    giver = dice.pick(sides)
    receiver = giver if dice.chance(16) else dice.pick([side for side in sides if side != giver])
    goods = Goods() if giver == "bank" else dice.handful(game.stand(int(giver)), 2)
    most = 0 if game.options.coins_on_table else 50 if giver == "bank" else game.gold(int(giver))
    return {
        "giver": giver,
        "receiver": receiver,
        "gold": str(61 if dice.chance(16) else dice.below(most + 1)),
        **{f"good-{word}": str(number) for word, number in goods.items()},
    }


def otherwise(game: Game, merchant: int, page: Page, dice: Dice) -> Fields:
    """Fields of a bag that was booked as it could have been: all of them, or another number of its deal."""
    if not dice.chance(2):
        return {"deal-0-gold": str(dice.below(10))}
    old = ("in-", "face_down", "raid-", "deal-", "debt-", "told-", "basis", "contents", "lie")
    empty = {name: "" for name, _ in page.forms[0].fields if name.startswith(old)}
    return empty | a_sheet(game, merchant, dice)


def with_other_goods(phone: Phone, page: Page, dice: Dice) -> Page:
    """The sheet after other goods were chosen for a debt, and as many cards turned over as it asks for."""
    for _ in range(dice.below(3)):
        page = with_another(phone, page, ("debt-", "told-"), dice)
    while "still missing" in page.text and dice.left:
        page = with_another(phone, page, ("told-",), dice)
    return page


def with_another(phone: Phone, page: Page, beginnings: tuple[str, ...], dice: Dice) -> Page:
    """The sheet with another number in one of the fields that begin so and take any."""
    inputs = (field for field in page.root.elements("input") if field.get("name").startswith(beginnings))
    fields = [field for field in inputs if int(field.get("data-most", "0"))]
    if not fields:
        return page
    field = dice.pick(fields)
    number = str(dice.below(1 + int(field["data-most"])))
    return redrawn(phone, page, {field["name"]: number, "discarded": dice.pick(("", "1"))})


def redrawn(phone: Phone, page: Page, changed: Mapping[str, str]) -> Page:
    """The form as it is drawn again after a change; empty fields are left out of its address."""
    form = next(form for form in page.forms if form.element.has("data-here"))
    sent = {**dict(form.fields), **changed}
    query = urlencode({name: value for name, value in sent.items() if value})
    return phone.open(f"{form.element['data-here']}?{query}")
