"""The words of the game: goods, titles, editions, options, the cards that count at the end."""

from markupsafe import Markup

from companion.rules.sheriff.cards import CARDS
from companion.rules.sheriff.editions import Kind
from companion.rules.sheriff.game import FACE_DOWN
from companion.web.http.language import gettext, ngettext
from companion.web.parts import N_, NP_, say

# On a narrow tile the longest words break at their soft hyphen.
GOODS = {
    "apples": (N_("Apples"), NP_("apple", "apples")),
    "cheese": (N_("Cheese"), NP_("cheese", "cheese")),
    "bread": (N_("Bread"), NP_("bread", "bread")),
    "chickens": (N_("Chickens"), NP_("chicken", "chickens")),
    "pepper": (N_("Pepper"), NP_("pepper", "pepper")),
    "mead": (N_("Mead"), NP_("mead", "mead")),
    "silk": (N_("Silk"), NP_("silk", "silk")),
    "crossbow": (N_("Crossbow"), NP_("crossbow", "crossbows")),
    "green_apples": (N_("Green Apples"), NP_("Green Apple", "Green Apples")),
    "golden_apples": (N_("Golden Apples"), NP_("Golden Apple", "Golden Apples")),
    "gouda_cheese": (N_("Gouda Cheese"), NP_("Gouda Cheese", "Gouda Cheese")),
    "bleu_cheese": (N_("Bleu Cheese"), NP_("Bleu Cheese", "Bleu Cheese")),
    "rye_bread": (N_("Rye Bread"), NP_("Rye Bread", "Rye Bread")),
    "pumpernickel_bread": (N_("Pumper\u00adnickel Bread"), NP_("Pumpernickel Bread", "Pumpernickel Bread")),
    "royal_rooster": (N_("Royal Rooster"), NP_("Royal Rooster", "Royal Roosters")),
    "prince_johns_sword": (N_("Prince John’s Sword"), NP_("Prince John’s Sword", "Prince John’s Swords")),
    "feast_plate": (N_("Feast Plate"), NP_("Feast Plate", "Feast Plates")),
    "arcane_scrolls": (N_("Arcane Scrolls"), NP_("Arcane Scrolls", "Arcane Scrolls")),
    "royal_summons": (N_("Royal Summons"), NP_("Royal Summons", "Royal Summons")),
    "golden_silk": (N_("Golden Silk"), NP_("Golden Silk", "Golden Silk")),
    "dragon_pepper": (N_("Dragon Pepper"), NP_("Dragon Pepper", "Dragon Pepper")),
    "strawberry_mead": (N_("Straw\u00adberry Mead"), NP_("Strawberry Mead", "Strawberry Mead")),
    "heavy_crossbow": (N_("Heavy Crossbow"), NP_("Heavy Crossbow", "Heavy Crossbows")),
    "brimstone_oil": (N_("Brimstone Oil"), NP_("Brimstone Oil", "Brimstone Oil")),
    "olive_oil": (N_("Olive Oil"), NP_("Olive Oil", "Olive Oil")),
    "tabletop_trophy": (N_("TableTop Trophy"), NP_("TableTop Trophy", "TableTop Trophies")),
    FACE_DOWN: (N_("Face down"), NP_("card face down", "cards face down")),
}
MANY = 2
"""The number by which several cards of a good are named, where no number is said."""
KINGS = {
    "apples": (N_("King of Apples"), N_("Queen of Apples")),
    "cheese": (N_("King of Cheese"), N_("Queen of Cheese")),
    "bread": (N_("King of Bread"), N_("Queen of Bread")),
    "chickens": (N_("King of Chickens"), N_("Queen of Chickens")),
}
_KINDS = {
    Kind.LEGAL: N_("Legal goods"),
    Kind.CONTRABAND: N_("Contraband"),
    Kind.ROYAL: N_("Royal goods"),
    Kind.PROMO: N_("Promo cards"),
}
_EXPANSIONS = {
    "black_market": (N_("Black Market"), N_("three Pepper, Mead or Silk for a card that counts at the end")),
    "special_orders": (N_("Special orders"), N_("a bag that passed with both goods earns a card")),
    "other_cards": (N_("Other cards that count"), N_("by name and number: a Merry Man, a promo card")),
    "laws": (N_("Laws"), N_("up to three lines for a round, from your own cards")),
}
OPTIONS = {
    "royal_goods": (N_("Royal goods"), N_("the cards with a crown are in the deck")),
    "timer": (N_("Inspection clock"), N_("a minute per merchant; then bags left over pass")),
    "crowns": (N_("Crowns on the board"), N_("who would be King and Queen by the open cards")),
    **_EXPANSIONS,
}
"""The options that are on or off and can be switched later, with what each means."""
_EDITIONS = {"first": N_("1st edition (2014)"), "second": N_("2nd edition (2020)")}


def good_name(word: str, number: int | None = None) -> str:
    """A good's name: as on a button or at the head of a row, or as it follows a number. One that is not
    named yet goes by its word, so that a card can be tried as soon as its line is written.
    """
    if word not in GOODS:
        return word.replace("_", " ").capitalize()
    if number is not None:
        return ngettext(*GOODS[word][1], number)
    # If one card has the same name as the head of a row, the catalogue has it as in a sentence.
    head = gettext(GOODS[word][0])
    return head[0].upper() + head[1:]


def cards_of(word: str, number: int) -> str:
    """A number of cards of a good, as in a sentence: 4 apples."""
    return gettext("%(number)s %(good)s", number=number, good=good_name(word, number))


def kind_name(kind: str) -> str:
    """What a kind of cards is called."""
    return gettext(_KINDS[Kind(kind)])


def option_name(field: str, *, hint: bool = False) -> str:
    """What an option is called, or what it means."""
    return gettext(OPTIONS[field][hint])


def edition_name(edition: str) -> str:
    """What an edition of the box is called."""
    return gettext(_EDITIONS[edition])


def king_of(good: str) -> str:
    """The title of the player with the most of a good."""
    return gettext(KINGS[good][0])


def queen_of(good: str) -> str:
    """The title of the player with the second most of a good."""
    return gettext(KINGS[good][1])


CARD = "extra"


def extra_name(what: str) -> Markup:
    """The name of a card that counts at the end, by the word that says what it is."""
    head, _colon, rest = what.partition(":")
    good, _colon, contraband = rest.partition(":")
    both = {"good": good_name(good, MANY), "contraband": good_name(contraband, MANY)}
    return say(gettext(CARDS[head].said.name), **both, card=Markup("<bdi>{}</bdi>").format(rest))


def extra_icon(what: str) -> str:
    """The icon of a card that counts at the end: the contraband that it was for, or a card."""
    word = what.rpartition(":")[2]
    return word if word in GOODS and CARDS[what.partition(":")[0]].printed else CARD
