"""A phone in any engine that WebDriver drives: it taps, holds and types, and waits for what it shall see."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from selenium.common.exceptions import JavascriptException, TimeoutException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait

LONGEST = 60  # seconds for anything, on a machine that does much else
PAUSE = 0.5  # seconds after which a finger that was held back comes again: sooner it would be again
ASLEEP = 3  # seconds until a finger that nothing felt tries again
TEXTS = """return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility())
    .map((one) => one.innerText)"""
# Where a finger would come down on a control that is in sight, stands still and awaits no answer.
WHERE = """
const [selector, done] = arguments;
const control = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
if (!control || document.querySelector(".htmx-request")) return done(null);
control.scrollIntoView({ block: "nearest", behavior: "instant" });
const at = () => {
    const { left, top, width, height } = control.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
};
const [x, y] = at();
requestAnimationFrame(() => requestAnimationFrame(() => {
    const under = document.elementFromPoint(x, y);
    const isFree = under && (control.contains(under) || under.contains(control));
    done(String(at()) === String([x, y]) && isFree ? [x, y, performance.timeOrigin, taps.made] : null);
}));
"""
# Whether the page was told of a tap after these; and whether it let none of them through to a control.
FELT = "return performance.timeOrigin !== arguments[0] || taps.made > arguments[1]"
HELD_BACK = "const is = taps.made > taps.reached; taps.reached = taps.made; return is"

OPEN_OR_LOST = "return Boolean(document.querySelector(arguments[0]) ?? !document.querySelector('.held'))"


@dataclass
class Phone:
    """One person's browser at the table."""

    driver: WebDriver
    url: str

    # ------------------------------------------------------------ what it shows

    def until(
        self, condition: Callable[[], Any], what: str, seconds: float = LONGEST, every: float = 0.05
    ) -> Any:  # noqa: ANN401 - what the condition is
        """Wait for a condition, whose value is returned."""
        wait = WebDriverWait(self.driver, seconds, every, ignored_exceptions=(JavascriptException,))
        try:
            return wait.until(lambda _: condition())
        except TimeoutException as late:
            shown = self.run("return document.body.innerText")
            raise AssertionError(f"{what}, {self.driver.current_url}: {shown}\n{self.complaints()}") from late

    def texts(self, selector: str) -> list[str]:
        """What is read on these, as far as they are drawn."""
        return list(self.run(TEXTS, selector))

    def sees(self, selector: str, words: str = "") -> None:
        """Such a thing is drawn, with these words."""
        self.until(lambda: any(words in text for text in self.texts(selector)), f"no {selector} {words!r}")

    def misses(self, selector: str) -> None:
        """No such thing is drawn."""
        self.until(lambda: not self.texts(selector), f"there is still {selector}")

    def reads(self, selector: str, *texts: str) -> None:
        """These texts, in this order, are all that is drawn of them."""
        self.until(lambda: self.texts(selector) == [*texts], f"{selector} is not {texts}")

    def run(self, script: str, *values: object) -> Any:  # noqa: ANN401 - what a script says
        """What a script returns."""
        return self.driver.execute_script(script, *values)

    def complaints(self) -> str:
        """What went wrong on the pages of this phone."""
        return str(self.run("return sessionStorage.complaints ?? ''"))

    # ------------------------------------------------------------ what a thumb does

    def open(self, path: str) -> None:
        """Type an address."""
        self.driver.get(path if path.startswith("http") else self.url + path)

    def back(self) -> None:
        """Press Back."""
        self.driver.back()

    def tap(self, *selectors: str) -> None:
        """Touch these in turn; what the page held back, as meant for another control, is tapped again."""
        for selector in selectors:
            self.until(partial(self._tapped, selector), f"{selector} takes no tap", every=PAUSE)

    def _tapped(self, selector: str) -> bool:
        x, y, page, made = self._where(selector)
        self._touch(("move", x, y), ("down",), ("up",))
        try:
            self.until(lambda: self.run(FELT, page, made), f"{selector} did not feel it", ASLEEP)
        except AssertionError:
            return False
        return not self.run(HELD_BACK)

    def hold(self, selector: str = "[data-hold]", opens: str = "#note") -> None:
        """Rest a finger until what is behind it is open; one that was held back lifts and comes again."""

        def held() -> bool:
            x, y, *_ = self._where(selector)
            self._touch(("move", x, y), ("down",))
            self.until(lambda: self.run(OPEN_OR_LOST, opens), f"{selector} opens nothing")
            self._touch(("up",))
            return bool(self.texts(opens))

        self.until(held, f"{selector} opens nothing", every=PAUSE)

    def _where(self, selector: str) -> Any:  # noqa: ANN401 - a point, the page, its taps
        there = lambda: self.driver.execute_async_script(WHERE, selector)  # noqa: E731 - asked again and again
        return self.until(there, f"{selector} is not to be tapped")

    def _touch(self, *steps: tuple[Any, ...]) -> None:
        finger: Any = ActionBuilder(self.driver, mouse=PointerInput("touch", "finger"), duration=0)  # type: ignore[no-untyped-call] # its parts are untyped
        for kind, *at in steps:
            match kind:
                case "move":
                    finger.pointer_action.move_to_location(*at)
                case "down":
                    finger.pointer_action.pointer_down()
                case _:
                    finger.pointer_action.pointer_up()
        finger.perform()

    def type(self, selector: str, text: str) -> None:
        """Write into a field, or press a key on what has the focus then."""
        self.sees(selector)
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(text)

    def writes(self, selector: str, text: str) -> None:
        """Write into a field in place of what is there."""
        self.sees(selector)
        field = self.driver.find_element(By.CSS_SELECTOR, selector)
        field.clear()
        field.send_keys(text)

    # ------------------------------------------------------------ what people do

    def at_board(self) -> None:
        """The board is there again."""
        self.sees("#board")
        self.misses("#bag, #note, #offer, #pay, #reveal, .htmx-request")

    def declares(self, good: str, number: int) -> None:
        """On the sheet of a bag."""
        self.tap(tile("good", good), tile("number", number))

    def puts(self, cards: Mapping[str, int]) -> None:
        """Tap cards, one by one, or how many lie face down."""
        for word, number in cards.items():
            if word == "face_down":
                self.tap(f"[data-down='{number}']")
                continue
            card = f"[data-put='in-{word}']"
            closed = f"details.palette:not([open]):has({card}) summary"
            self.sees(f"{card}, {closed}")
            if self.texts(closed):
                self.tap(closed)
            self.tap(*[card] * number)

    def books(self) -> None:
        """What the sheet says, once it says what the last card costs."""
        self.tap("#sum button.next")
        self.at_board()


def tile(field: str, value: object) -> str:
    """The label of one choice."""
    return f"label:has(input[name='{field}'][value='{value}'])"
