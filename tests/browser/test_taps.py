"""The standard tasks take no more taps than the design allows."""

from tests.browser import tasks
from tests.browser.phone import Phone


def test_the_standard_tasks_keep_to_their_taps(phone: Phone) -> None:
    tasks.open_table(phone)
    for task in tasks.TASKS:
        with phone.thumb.at_most(task.most, task.name):
            task.do(phone.thumb)
