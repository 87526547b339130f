"""A server started with files shows them to every new visitor."""

import pytest

from pr_curve_lab.io.local_files import files_to_env
from tests.pages.app import address, first_page, headline, linked_pages, open_page, said, trace_of

ROWS = "id,outcome,p\na,1,0.9\nb,0,0.8\nc,1,0.7\nd,0,0.1\n"
LESS = "id,outcome,p\na,1,0.9\nb,0,0.8\nc,1,0.7\n"


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """A function that writes files and sets the environment variable as `prlab` does."""

    def write(header=None, **files):
        paths = []
        for stem, text in files.items():
            paths.append(tmp_path / f"{stem}.csv")
            paths[-1].write_text(text, encoding="utf-8")
        for name, value in files_to_env(paths, header).items():
            monkeypatch.setenv(name, value)
        return paths

    return write


def test_a_new_visitor_sees_the_file(opened):
    opened(mine=ROWS)
    app = first_page()
    assert trace_of(app, "left_chart", "points")[0].tolist() == [0.5, 0.5, 1, 1]
    assert "mine.csv · 4 rows, 2 positive" in said(app).replace("`", "")
    assert address(app)["own"] == "1"


MENU = ["areas", "curve", "models", "averages", "lessons", "play", "data"]
DIFFERENCES = ["areas", "schemes", "balance"]  # the pages under the first entry


def test_summary_is_only_in_the_menu_of_own_data(opened):
    name, *links = linked_pages(first_page())
    assert (name, links[:10]) == ("areas", [*MENU, *DIFFERENCES])
    opened(mine=ROWS)
    name, *links = linked_pages(first_page())
    assert (name, links[:11]) == ("areas", ["summary", *MENU, *DIFFERENCES])


def test_the_header_row_can_be_given(opened):
    opened(header=2, mine="outcome,p\n" + ROWS)
    assert "mine.csv · 4 rows, 2 positive" in said(first_page()).replace("`", "")


def test_a_reloaded_tab_keeps_its_settings(opened):
    opened(mine=ROWS)
    before = open_page("curve", threshold="0.8")
    assert address(before)["threshold"] == "0.8"
    opened(mine=LESS)
    again = open_page("curve", **address(before))
    assert "mine.csv · 3 rows" in said(again).replace("`", "")
    assert address(again) == address(before)
    assert not again.warning


def test_a_link_to_an_example_shows_the_example(opened):
    opened(mine=ROWS)
    app = open_page("areas", example="ten_rows")
    assert "10 rows, 6 positive" in said(app)
    assert "mine.csv" not in said(app)


def test_several_files_are_compared_as_models(opened):
    opened(labels="id,label\n1,1\n2,0\n3,1\n", a="id,score\n1,0.9\n2,0.2\n3,0.4\n", b="id,score\n1,0.1\n2,0.3\n3,0.4\n")
    app = open_page("models")
    assert "labels.csv + 2 · 3 rows" in said(app).replace("`", "")
    assert address(app)["model"] == "a"


@pytest.mark.parametrize("visit", [first_page, lambda **named: open_page("curve", **named)])
def test_a_file_with_invalid_scores_opens_data(opened, visit):
    opened(bad="label,score\n1,0.5\n0,high\n")
    app = visit(own="1")
    assert "the score in the column `score` is `high`" in app.error[0].value
    assert "`bad.csv`" in headline(app)
    assert "Apples and oranges" not in said(app)
    assert [one.value for one in app.warning] == []
    assert app.file_uploader(key="upload")


def test_an_unreadable_file_gets_the_error_of_an_upload(opened):
    opened(bad="")
    assert "`bad.csv` is empty" in first_page().error[0].value


def test_a_missing_file_gets_an_error(opened):
    (path,) = opened(mine=ROWS)
    path.unlink()
    assert first_page(lang="zh").error[0].value.startswith("没有文件 `")
