"""Numbers from public threads: the command and the page name the releases that gave them, or the cause."""

import pytest

from tests.pages.app import headline, page_with, said
from tests.reference.threads import THREADS


def named(thread, text):
    """Check that an answer names what explains the number of a thread."""
    assert [part for part in (thread.release, *thread.says) if part not in text] == []


@pytest.mark.parametrize("thread", THREADS.values(), ids=THREADS.keys())
def test_the_command_explains_the_number_of_a_thread(prlab, folder, thread):
    thread.rows.to_csv(folder / "thread.csv", index=False)
    missed = ["--missed", str(thread.missed)] if thread.missed else []
    result = prlab("explain", thread.number, "thread.csv", "--tool", thread.tool, *missed)
    assert result.exit_code == 0, (result.output, result.exception)
    named(thread, result.stdout)
    assert thread.number in result.stdout


@pytest.mark.pages
@pytest.mark.parametrize("thread", THREADS.values(), ids=THREADS.keys())
def test_the_page_explains_the_number_of_a_thread(thread):
    roles = {"missed": thread.missed} if thread.missed else None
    app = page_with(thread.rows, "schemes", roles=roles)
    app.text_input(key="published").set_value(thread.number)
    app.selectbox(key="published_from").set_value(thread.tool).run()
    assert not app.exception
    named(thread, f"{headline(app)} {said(app)}")
