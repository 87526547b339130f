"""Rooms and votes: what is counted, who may do what, and what the file holds."""

import tempfile
from contextlib import suppress

import pytest

from pr_app.serving import votes as votes_module
from pr_app.serving.private_folder import private_folder
from pr_app.serving.votes import LONGEST, SIGNS, SIGNS_OF_CODE, Place, RefusedError, Votes

OPEN, SHOWN = Place("sum", 3, revealed=False), Place("sum", 3, revealed=True)
GUESS = Place("curve", 5, revealed=False)
ASKED = ("sum", 3, 0)


class Clock:
    minutes = 30_000_000

    def __call__(self):
        return 60 * self.minutes + 17.3


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def votes(tmp_path, clock):
    votes = Votes(tmp_path, clock)
    yield votes
    votes.close()


def refused(act, *given, **more):
    with pytest.raises(RefusedError) as refusal:
        act(*given, **more)
    return refusal.value.reason


def held(folder):
    """All bytes that are on the disk."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def test_a_phone_has_one_answer_to_a_question_and_it_is_the_last(votes):
    code, secret = votes.make_room("en", OPEN)
    for phone, answer in (("a1", "rises"), ("b2", "falls"), ("a1", "stays"), ("a1", "falls")):
        votes.vote(code, phone, ASKED, answer)
    assert (votes.room(code).answers, votes.room(code).spread) == (2, None)
    votes.show(code, secret, SHOWN)
    assert votes.room(code).spread == [("falls", 2)]
    assert refused(votes.vote, code, "a1", ASKED, "rises") == "revealed"
    assert votes.room(code).spread == [("falls", 2)]


def test_guesses_are_counted_by_their_value(votes):
    code, secret = votes.make_room("en", GUESS)
    for phone, answer in (("a", 0.75), ("b", 0.6000000000000001), ("c", 0.6), ("d", 1)):
        votes.vote(code, phone, ("curve", 5, 0), answer)
    votes.show(code, secret, Place("curve", 5, revealed=True))
    assert votes.room(code).spread == [(0.6, 2), (0.75, 1), (1.0, 1)]


def test_each_question_has_its_own_answers(votes):
    code, secret = votes.make_room("en", OPEN)
    votes.vote(code, "a", ASKED, "rises")
    votes.show(code, secret, Place("sum", 7, revealed=False))
    assert votes.room(code).answers == 0
    assert refused(votes.vote, code, "a", ASKED, "falls") == "not_asked"
    votes.vote(code, "a", ("sum", 7, 0), "falls")
    votes.show(code, secret, SHOWN)
    assert votes.room(code).spread == [("rises", 1)]


def test_asked_anew_a_question_has_no_answers_and_takes_none_from_before(votes):
    code, secret = votes.make_room("en", OPEN)
    votes.vote(code, "a", ASKED, "rises")
    votes.show(code, secret, SHOWN)
    votes.show(code, secret, OPEN, anew=True)
    assert (votes.room(code).answers, votes.room(code).turn) == (0, 1)
    assert refused(votes.vote, code, "a", ASKED, "rises") == "not_asked"
    votes.vote(code, "a", ("sum", 3, 1), "rises")
    assert votes.room(code).answers == 1


def test_two_rooms_never_mix_whichever_process_is_asked(votes, tmp_path, clock):
    other = Votes(tmp_path, clock)
    (one, its), (two, _) = votes.make_room("en", OPEN), other.make_room("zh", OPEN)
    for i in range(20):
        (votes, other)[i % 2].vote(one, f"a{i}", ASKED, "rises")
        (votes, other)[i % 3 % 2].vote(two, f"a{i}", ASKED, "falls")
    votes.vote(two, "b", ASKED, "stays")
    assert (other.room(one).answers, votes.room(two).answers) == (20, 21)
    other.show(one, its, SHOWN)
    assert votes.room(one).spread == [("rises", 20)]
    assert votes.room(two).spread is None
    assert (votes.room(one).language, votes.room(two).language) == ("en", "zh")
    votes.end(one, its)
    assert refused(other.room, one) == "no_such_room"
    assert other.room(two).answers == 21
    other.close()


def test_only_who_made_a_room_may_move_or_end_it(votes):
    (one, its), (two, another) = votes.make_room("en", OPEN), votes.make_room("en", OPEN)
    for secret in ("", "guess", another):
        assert refused(votes.show, one, secret, SHOWN) == "not_the_maker"
        assert refused(votes.end, one, secret) == "not_the_maker"
    assert not votes.room(one).revealed
    votes.end(one, its)
    assert refused(votes.end, one, its) == "no_such_room"
    assert votes.room(two).code == two


@pytest.mark.parametrize(
    ("place", "answer"),
    [(OPEN, one) for one in ("maybe", "", 0.5, None, True, ["rises"])]
    + [(GUESS, one) for one in ("rises", "0.5", True, None, float("nan"), float("inf"), -0.01, 1.01, 10**400)]
    + [(Place("curve", 1, revealed=False), one) for one in ("rises", 0.5, None)],
    ids=str,
)
def test_what_is_no_answer_to_the_question_is_refused(votes, place, answer):
    code, _ = votes.make_room("en", place)
    assert refused(votes.vote, code, "a", (place.lesson, place.step, 0), answer) == "no_such_answer"
    assert votes.room(code).answers == 0


@pytest.mark.parametrize(
    "place", [Place("pears", 1, False), Place("curve", 0, False), Place("curve", 10, True)], ids=str
)
def test_a_room_shows_only_steps_that_there_are(votes, place):
    assert refused(votes.make_room, "en", place) == "no_such_step"
    code, secret = votes.make_room("en", OPEN)
    assert refused(votes.show, code, secret, place) == "no_such_step"


def test_a_room_has_so_many_phones_and_there_are_so_many_rooms(votes, monkeypatch):
    monkeypatch.setattr(votes_module, "MOST_PHONES", 3)
    monkeypatch.setattr(votes_module, "MOST_ROOMS", 2)
    code, _ = votes.make_room("en", OPEN)
    for phone in "abc":
        votes.vote(code, phone, ASKED, "rises")
    assert refused(votes.vote, code, "d", ASKED, "rises") == "too_many_phones"
    votes.vote(code, "c", ASKED, "falls")
    assert votes.room(code).answers == 3
    votes.make_room("en", OPEN)
    assert refused(votes.make_room, "en", OPEN) == "too_many_rooms"


@pytest.mark.parametrize("phone", ["", "a" * 41, "a b", "192.168.1.5", "<b>"])
def test_a_phone_is_a_short_mark(votes, phone):
    code, _ = votes.make_room("en", OPEN)
    assert refused(votes.vote, code, phone, ASKED, "rises") == "no_phone"


def test_a_room_is_over_after_three_hours_and_then_deleted(votes, clock, tmp_path):
    code, secret = votes.make_room("en", OPEN)
    votes.vote(code, "abcdef123456", ASKED, "rises")
    clock.minutes += LONGEST - 1
    assert votes.room(code).answers == 1
    clock.minutes += 1
    for act in (
        lambda: votes.room(code),
        lambda: votes.end(code, secret),
        lambda: votes.vote(code, "a", ASKED, "rises"),
    ):
        assert refused(act) == "no_such_room"
    other, _ = votes.make_room("en", OPEN)
    assert b"abcdef123456" not in held(tmp_path)
    assert other.encode() in held(tmp_path)


def test_a_start_deletes_what_is_over(votes, clock, tmp_path):
    code, _ = votes.make_room("en", OPEN)
    votes.vote(code, "abcdef123456", ASKED, "rises")
    votes.close()
    assert b"abcdef123456" in held(tmp_path)
    clock.minutes += LONGEST
    Votes(tmp_path, clock).close()
    assert b"abcdef123456" not in held(tmp_path)
    assert code.encode() not in held(tmp_path)


def test_the_file_holds_answers_and_no_persons(votes, tmp_path, clock):
    code, secret = votes.make_room("zh", OPEN)
    votes.vote(code, "abcdef123456", ASKED, "rises")
    columns = votes._connection.execute("SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p")
    assert {tuple(row) for row in columns} >= {("answer", "phone"), ("answer", "answer"), ("room", "until")}
    named = {
        name
        for _, name in map(
            tuple,
            votes._connection.execute(
                "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table'"
            ),
        )
    }
    assert named == {"code", "secret", "until", "language", "lesson", "step", "revealed", "turn", "phone", "answer"}
    assert votes._connection.execute("SELECT until FROM room").fetchone()[0] == clock.minutes + LONGEST
    assert b"abcdef123456" in held(tmp_path)
    votes.end(code, secret)
    for word in (b"abcdef123456", code.encode(), secret.encode()):
        assert word not in held(tmp_path)


def test_a_file_that_was_tidied_away_is_made_anew(votes, tmp_path):
    code, _ = votes.make_room("en", OPEN)
    for file in tmp_path.iterdir():
        file.unlink()
    assert refused(votes.room, code) == "no_such_room"
    code, _ = votes.make_room("en", OPEN)
    assert votes.room(code).step == 3


def test_codes_have_no_signs_that_look_alike(votes):
    codes = {votes.make_room("en", OPEN)[0] for _ in range(50)}
    assert len(codes) == 50
    assert {len(code) for code in codes} == {SIGNS_OF_CODE}
    assert set("".join(codes)) <= set(SIGNS)
    assert not set("0O1IL5S8B2Z") & set(SIGNS)


def test_the_folder_is_for_this_user_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = private_folder("/lab")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert private_folder("/lab") == folder != private_folder("/other")
    folder.chmod(0o755)
    with pytest.raises(PermissionError):
        private_folder("/lab")
    folder.rmdir()
    folder.symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(PermissionError):
        private_folder("/lab")
    with suppress(FileNotFoundError):
        folder.unlink()
