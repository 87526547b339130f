"""A server that was started with a file shows it to whoever comes."""

from pr_curve_lab.io.local_files import files_to_env
from tests.browser.server import running_server

ROWS = "id,outcome,p\na,1,0.9\nb,0,0.8\nc,1,0.7\nd,0,0.1\n"


def test_the_file_is_there_without_an_upload_and_after_a_reload_as_it_is_by_then(new_visitor, tmp_path, monkeypatch):
    mine = tmp_path / "mine.csv"
    mine.write_text(ROWS, encoding="utf-8")
    for name, value in files_to_env([mine]).items():
        monkeypatch.setenv(name, value)
    with running_server() as server:
        visitor = new_visitor(server.address)
        visitor.open("")
        assert visitor.headline() == "Same points, two areas: 0.833 in steps, 0.792 by straight lines"
        assert "mine.csv · 4 rows, 2 positive" in visitor.text()
        visitor.choose("right", "Envelope")
        kept = visitor.parameters()
        mine.write_text(f"{ROWS}e,1,0.2\n", encoding="utf-8")
        visitor.page.reload()
        visitor.wait()
        assert "mine.csv · 5 rows, 3 positive" in visitor.text()
        assert visitor.parameters() == kept
        assert visitor.page.get_by_test_id("stAlert").count() == 0
