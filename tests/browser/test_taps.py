"""The standard tasks take no more taps than the design allows."""

from tests.browser.phone import Phone
from tests.browser.tasks import TASKS, open_table


def test_the_standard_tasks_keep_to_their_taps(phone: Phone) -> None:
    open_table(phone)
    for task in TASKS:
        with phone.thumb.at_most(task.most, task.name):
            task.do(phone.thumb)
