"""Rooms and votes: counts, permissions, limits against scripts, and the content of the file."""

import random
import re
from collections import Counter
from contextlib import suppress

import pytest

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.server import votes as votes_module
from pr_curve_lab.server.class_results import results_json
from pr_curve_lab.server.votes import (
    AWAY_SECONDS,
    CODE_CHARACTERS,
    CODE_LENGTH,
    MAX_PHONES,
    MAX_ROOMS,
    MAX_ROOMS_PER_ADDRESS,
    NEW_PHONES,
    ROOM_SECONDS,
    UNUSED_SECONDS,
    WRONG_CODES,
    LessonPosition,
    RejectedError,
    Votes,
    private_folder,
)

OPEN, SHOWN = LessonPosition("sum", 3, revealed=False), LessonPosition("sum", 3, revealed=True)
GUESS = LessonPosition("curve", 5, revealed=False)
ASKED, AGAIN = ("sum", 3, 0, 1), ("sum", 3, 0, 2)
SCHOOL, OTHER_SCHOOL, HOME = "198.51.100.7", "198.51.100.8", "192.0.2.1"


class Clock:
    seconds = 1_800_000_017.3

    def __call__(self):
        return self.seconds


class Class(Votes):
    """Votes of named phones, all at one address; their cookies are old enough to vote."""

    def __init__(self, folder, clock, cookies=None):
        self.clock, self.cookies = clock, {} if cookies is None else cookies
        super().__init__(folder, clock)

    def make(self, place=OPEN, language="en", address=SCHOOL):
        return self.create_room(language, place, address)

    def room(self, code, address=SCHOOL):
        return self.join_room(code, "", address)[0]

    def enter(self, code, *phones, address=SCHOOL):
        for phone in phones:
            self.cookies[code, phone] = self.join_room(code, "", address)[1]
        self.clock.seconds += 2

    def say(self, code, phone, answer, asked=ASKED, address=SCHOOL):
        if (code, phone) not in self.cookies:
            self.enter(code, phone, address=address)
        self.save_answer(code, self.cookies[code, phone], asked, answer, address)

    def present(self, code, secret, place, address=SCHOOL, **more):
        return self.update_room(code, secret, place, address, **more)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def votes(tmp_path, clock):
    votes = Class(tmp_path, clock)
    yield votes
    votes.close()


def refused(act, *given, **more):
    with pytest.raises(RejectedError) as refusal:
        act(*given, **more)
    return refusal.value.reason


def held(folder):
    """Return all bytes in the files of a folder."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def test_only_the_last_answer_of_a_phone_counts(votes):
    code, secret = votes.make()
    for phone, answer in (("a1", "rises"), ("b2", "falls"), ("a1", "stays"), ("a1", "falls")):
        votes.say(code, phone, answer)
    assert (votes.room(code).answers, votes.room(code).spread) == (2, None)
    votes.present(code, secret, SHOWN)
    assert votes.room(code).spread == [("falls", 2)]
    assert refused(votes.say, code, "a1", "rises") == "revealed"
    assert votes.room(code).spread == [("falls", 2)]


def test_guesses_are_counted_by_their_value(votes):
    code, secret = votes.make(GUESS)
    for phone, answer in (("a", 0.75), ("b", 0.6000000000000001), ("c", 0.6), ("d", 1)):
        votes.say(code, phone, answer, ("curve", 5, 0, 1))
    votes.present(code, secret, LessonPosition("curve", 5, revealed=True))
    assert votes.room(code).spread == [(0.6, 2), (0.75, 1), (1.0, 1)]


def test_each_question_has_its_own_answers(votes):
    code, secret = votes.make()
    votes.say(code, "a", "rises")
    votes.present(code, secret, LessonPosition("sum", 7, revealed=False))
    assert votes.room(code).answers == 0
    assert refused(votes.say, code, "a", "falls") == "not_asked"
    votes.say(code, "a", "falls", ("sum", 7, 0, 1))
    votes.present(code, secret, SHOWN)
    assert votes.room(code).spread == [("rises", 1)]


def test_a_repeated_question_starts_without_answers(votes):
    code, secret = votes.make()
    votes.say(code, "a", "rises")
    votes.present(code, secret, SHOWN)
    for _ in range(2):  # the same message may come twice
        votes.present(code, secret, OPEN, turn=0, reset=True)
        assert (votes.room(code).answers, votes.room(code).turn) == (0, 1)
    assert refused(votes.say, code, "a", "rises") == "not_asked"
    votes.say(code, "a", "rises", ("sum", 3, 1, 1))
    assert votes.present(code, secret, SHOWN, turn=0).spread is None  # a window that has not heard of it
    assert votes.present(code, secret, SHOWN, turn=1).spread == [("rises", 1)]


def test_a_class_votes_again_after_a_discussion(votes):
    """A phone that answers in one round counts in that round only."""
    code, secret = votes.make()
    for phone, answer in (("both", "falls"), ("left", "falls")):
        votes.say(code, phone, answer)
    for _ in range(2):  # the same message may come twice, also from a second window
        assert votes.present(code, secret, OPEN, discuss=True).round == 2
        assert refused(votes.say, code, "both", "stays", ASKED) == "not_asked"
        votes.say(code, "both", "rises", AGAIN)
    votes.present(code, secret, OPEN)  # a window that has not heard of it
    for phone, answer in (("late", "stays"), ("late", "rises")):
        votes.say(code, phone, answer, AGAIN)
    state = votes.room(code)
    assert (state.round, state.answers, state.spread, state.results) == (2, 2, None, {})
    state = votes.present(code, secret, SHOWN)
    bars = {key: re.findall(r"<b[^>]*>(\d+)</b><span>([^<]*)", bar) for key, bar in state.results["bars"].items()}
    names = ("before", "after discussion")
    assert bars == {
        key: list(zip(counts, names, strict=True))
        for key, counts in {"rises": "02", "falls": "20", "stays": "00"}.items()
    }
    assert votes.room(code).results == {"bars": state.results["bars"]}
    assert votes.present(code, secret, OPEN, turn=0, reset=True).round == 1
    assert votes.present(code, secret, SHOWN).results == {}


def test_a_second_round_needs_answers_and_comes_before_the_reveal(votes):
    code, secret = votes.make()
    assert votes.present(code, secret, OPEN, discuss=True).round == 1
    votes.say(code, "a", "rises")
    assert votes.present(code, secret, SHOWN, discuss=True).round == 1
    assert votes.present(code, secret, OPEN, discuss=True).round == 1


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_double_or_mixed_in_two_votes(votes, seed):
    """Forty phones answer in any order, some twice, too late or in one round only; messages come again."""
    code, secret = votes.make(GUESS)
    chance, given = random.Random(seed), ({}, {})
    votes.enter(code, *map(str, range(40)))
    for number in (1, 2):
        for phone in chance.choices(range(40), k=80):
            answer = chance.randrange(101) / 100
            votes.say(code, str(phone), answer, ("curve", 5, 0, number))
            given[number - 1][phone] = answer
            if number == 2:
                assert refused(votes.say, code, str(phone), 0.5, ("curve", 5, 0, 1)) == "not_asked"
            votes.present(code, secret, GUESS, turn=0, discuss=number == 2 and chance.random() < 0.5)
        assert votes.present(code, secret, GUESS, turn=0).answers == len(given[number - 1])
        votes.present(code, secret, GUESS, turn=0, discuss=True)
    state = votes.present(code, secret, LessonPosition("curve", 5, revealed=True), turn=0)
    spreads = [sorted(Counter(one.values()).items()) for one in given]
    assert state.spread == spreads[1]
    question = lesson_json("curve", "en")["steps"][4]
    assert state.results == results_json(question, spreads, messages_in("en"), is_projector=True)


def test_each_question_has_its_own_second_round(votes):
    code, secret = votes.make()
    votes.say(code, "a", "rises")
    votes.present(code, secret, OPEN, discuss=True)
    assert votes.present(code, secret, LessonPosition("sum", 7, revealed=False)).round == 1
    assert votes.present(code, secret, OPEN).round == 2


def test_a_revealed_answer_stays_revealed(votes):
    """A projector that was loaded again has forgotten what it had revealed."""
    code, secret = votes.make()
    votes.say(code, "a", "falls")
    votes.present(code, secret, SHOWN)
    votes.present(code, secret, LessonPosition("sum", 4, revealed=False))
    assert votes.present(code, secret, OPEN).revealed
    assert refused(votes.say, code, "a", "stays") == "revealed"
    assert votes.room(code).spread == [("falls", 1)]


def test_the_hardest_questions_are_those_of_the_last_rounds(votes):
    """Each needs three answers, of which a quarter are wrong, and is revealed."""
    code, secret = votes.make()
    for phone in "abc":
        votes.say(code, phone, "rises")
    votes.present(code, secret, OPEN, discuss=True)
    for phone, answer in zip("abc", ("stays", "falls", "falls"), strict=True):
        votes.say(code, phone, answer, AGAIN)
    votes.present(code, secret, SHOWN)
    asked, last = LessonPosition("sum", 5, revealed=False), LessonPosition("sum", 8, revealed=False)
    votes.present(code, secret, LessonPosition("sum", 7, revealed=False))
    for phone in "ab":
        votes.say(code, phone, "falls", ("sum", 7, 0, 1))
    votes.present(code, secret, LessonPosition("sum", 7, revealed=True))
    votes.present(code, secret, asked)
    for phone, guess in zip("abcd", (0.48, 0.52, 0.67, 0.83), strict=True):
        votes.say(code, phone, guess, ("sum", 5, 0, 1))

    def hardest(place, language=""):
        found = votes.present(code, secret, place, language=language).hardest
        return [re.findall(r">([^<>]+)<", button) for button in re.findall(r"<button.*?</button>", found)]

    third, fifth = (lesson_json("sum", "en")["steps"][step - 1]["asks"] for step in (3, 5))
    assert hardest(last) == [["1 of 3 are right", third, "2 of 3 said: it falls"]]
    votes.present(code, secret, LessonPosition("sum", 5, revealed=True))
    assert [one[1:] for one in hardest(last)] == [
        [fifth, "2 of 4 guessed about 0.50"],
        [third, "2 of 3 said: it falls"],
    ]
    assert hardest(last, "zh")[0][0] == "4 人中有 1 人接近"
    assert hardest(SHOWN) == []  # not the last step
    assert votes.room(code).hardest == ""


@pytest.mark.parametrize(
    ("place", "ends"),
    [(GUESS, (0, 1)), (LessonPosition("decisions", 2, False), (0, 10)), (LessonPosition("roc", 3, False), (0, 90))],
)
def test_guesses_at_the_ends_have_columns(votes, place, ends):
    code, secret = votes.make(place)
    for phone, guess in zip("ab", ends, strict=True):
        votes.say(code, phone, guess, (place.lesson, place.step, 0, 1))
    state = votes.present(code, secret, LessonPosition(place.lesson, place.step, revealed=True))
    assert state.spread == [(guess, 1) for guess in ends]
    drawn = [box for box in state.results["boxes"] if box[4] == "lab-vote"]
    assert len(drawn) == 2
    for (low, high, *_), end in zip(drawn, (0, 1), strict=True):
        assert low < end < high
    assert [text for _, _, text, _ in state.results["labels"]].count("1") >= 2


def test_columns_hold_each_guess_once(votes):
    code, secret = votes.make(GUESS)
    with votes._write_lock() as file:
        for hundredth in range(101):
            file.execute("INSERT INTO phone VALUES (?, ?, 0)", (code, str(hundredth)))
            file.execute("INSERT INTO vote VALUES (?, ?, 'curve', 5, 1, ?)", (code, str(hundredth), hundredth / 100))
    results = votes.present(code, secret, LessonPosition("curve", 5, revealed=True)).results
    counts = [int(text) for _, _, text, _ in results["labels"] if text.isdigit()]
    assert (len(counts), sum(counts)) == (21, 101)
    assert "7 of 101 came close" in results["found"]
    assert "from 0.72 to 0.78" in results["found"]
    long = {
        name: sum(box[3] - box[2] for box in results["boxes"] if box[4] == name) for name in ("lab-vote", "lab-near")
    }
    assert long["lab-near"] / long["lab-vote"] == pytest.approx(7 / 101)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_with_a_number_has_a_histogram(language):
    messages = messages_in(language)
    for lesson in LESSONS:
        for question in lesson_json(lesson, language)["steps"]:
            if "guess" in question:
                most = question["guess"]["most"]
                rounds = [[(0, 1), (most, 12)], [(most / 2, 3)]]
                results = results_json(question, rounds, messages, is_projector=True)
                assert all(0 <= box[2] <= box[3] <= 1 for box in results["boxes"]), lesson
                assert "1" in [text for _, _, text, _ in results["labels"]], lesson


def test_the_limit_of_an_interval_has_the_decimals_of_the_lesson():
    question = lesson_json("sure", "en")["steps"][1]
    results = results_json(question, [[(0.5, 1)], [(0.4, 2)]], messages_in("en"), is_projector=True)
    assert "0.640" in [text for _, _, text, _ in results["labels"]]
    first, second = [box[2] for box in results["boxes"] if box[4] == "lab-vote"]
    assert first > second  # one round above the other


def test_two_rooms_stay_separate_across_processes(votes, tmp_path, clock):
    other = Class(tmp_path, clock, votes.cookies)
    (one, its), (two, _) = votes.make(), other.make(language="zh")
    for i in range(20):
        (votes, other)[i % 2].say(one, f"a{i}", "rises")
        (votes, other)[i % 3 % 2].say(two, f"a{i}", "falls")
    votes.say(two, "b", "stays")
    assert (other.room(one).answers, votes.room(two).answers) == (20, 21)
    other.present(one, its, SHOWN)
    assert votes.room(one).spread == [("rises", 20)]
    assert votes.room(two).spread is None
    assert (votes.room(one).language, votes.room(two).language) == ("en", "zh")
    votes.end(one, its, SCHOOL)
    assert refused(other.room, one) == "no_such_room"
    assert other.room(two).answers == 21
    other.close()


def test_only_the_creator_of_a_room_may_change_or_end_it(votes):
    (one, its), (two, another) = votes.make(), votes.make()
    for secret in ("", "guess", another):
        assert refused(votes.present, one, secret, SHOWN) == "not_the_maker"
        assert refused(votes.end, one, secret, SCHOOL) == "not_the_maker"
    assert not votes.room(one).revealed
    votes.end(one, its, SCHOOL)
    assert refused(votes.end, one, its, SCHOOL) == "no_such_room"
    assert votes.room(two).code == two


@pytest.mark.parametrize(
    ("place", "answer"),
    [(OPEN, one) for one in ("maybe", "", 0.5, None, True, ["rises"])]
    + [(GUESS, one) for one in ("rises", "0.5", True, None, float("nan"), float("inf"), -0.01, 1.01, 10**400)]
    + [(LessonPosition("curve", 1, revealed=False), one) for one in ("rises", 0.5, None)]
    + [(LessonPosition("wishes", 6, revealed=False), one) for one in (0.09, 10.1, "5", True, float("nan"))],
    ids=str,
)
def test_an_invalid_answer_is_refused(votes, place, answer):
    code, _ = votes.make(place)
    assert refused(votes.say, code, "a", answer, (place.lesson, place.step, 0, 1)) == "no_such_answer"
    assert votes.room(code).answers == 0


@pytest.mark.parametrize(
    "place",
    [LessonPosition("pears", 1, False), LessonPosition("curve", 0, False), LessonPosition("curve", 10, True)],
    ids=str,
)
def test_a_room_cannot_show_an_unknown_step(votes, place):
    assert refused(votes.make, place) == "no_such_step"
    code, secret = votes.make()
    assert refused(votes.present, code, secret, place) == "no_such_step"


def test_a_room_is_deleted_after_three_hours(votes, clock, tmp_path):
    code, secret = votes.make()
    votes.say(code, "a", "rises")
    number = votes.cookies[code, "a"].split(".")[1].encode()
    for _ in range(ROOM_SECONDS // 300 - 1):
        clock.seconds += 300
        votes.present(code, secret, OPEN)
    clock.seconds += 290
    assert votes.room(code).answers == 1
    clock.seconds += 10
    for act in (
        lambda: votes.room(code),
        lambda: votes.end(code, secret, SCHOOL),
        lambda: votes.say(code, "a", "rises"),
    ):
        assert refused(act) == "no_such_room"
    assert number in held(tmp_path)
    other, _ = votes.make()
    assert number not in held(tmp_path)
    assert other.encode() in held(tmp_path)


def test_an_unused_room_is_closed(votes, clock):
    (left, _), (projected, secret), (followed, _) = votes.make(), votes.make(), votes.make()
    votes.say(followed, "a", "rises")
    for _ in range(4):
        clock.seconds += UNUSED_SECONDS / 3
        votes.present(projected, secret, OPEN)
        votes.join_room(followed, votes.cookies[followed, "a"], SCHOOL)
    assert refused(votes.room, left) == "no_such_room"
    assert votes.room(projected).code == projected
    assert votes.room(followed).answers == 1
    clock.seconds += UNUSED_SECONDS
    for code in (projected, followed):
        assert refused(votes.room, code) == "no_such_room"


def test_expired_rooms_are_deleted_at_startup(votes, clock, tmp_path):
    code, _ = votes.make()
    votes.say(code, "a", "rises")
    number = votes.cookies[code, "a"].split(".")[1].encode()
    votes.close()
    assert number in held(tmp_path)
    clock.seconds += UNUSED_SECONDS
    Votes(tmp_path, clock).close()
    assert number not in held(tmp_path)
    assert code.encode() not in held(tmp_path)


def test_the_file_holds_no_personal_data(votes, tmp_path):
    code, secret = votes.make(language="zh")
    votes.say(code, "a", "rises")
    assert refused(votes.room, "000000") == "no_such_room"  # a wrong code is counted for the address
    number = votes.cookies[code, "a"].split(".")[1].encode()
    named = {
        tuple(row)
        for row in votes._connection.execute(
            "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table'"
        )
    }
    place = {"lesson", "step", "revealed", "turn", "language", "locked"}
    assert named == {
        *(("room", name) for name in {"code", "secret", "maker", "until", "watched", "is_shown", *place}),
        *(("phone", name) for name in ("code", "phone", "seen")),
        *(("question_state", name) for name in ("code", "lesson", "step", "round", "revealed")),
        *(("vote", name) for name in ("code", "phone", "lesson", "step", "round", "answer")),
        *(("bucket", name) for name in ("name", "tokens", "at")),
        *(("key", name) for name in ("one", "value")),
    }
    assert number in held(tmp_path)
    assert SCHOOL.encode() not in held(tmp_path)
    votes.end(code, secret, SCHOOL)
    for word in (number, code.encode(), secret.encode()):
        assert word not in held(tmp_path)


def test_without_a_folder_rooms_are_in_memory_only(clock, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    votes, other = Class(None, clock), Class(None, clock)
    code, _ = votes.make()
    votes.say(code, "a", "rises")
    assert votes.room(code).answers == 1
    assert refused(other.room, code) == "no_such_room"
    assert list(tmp_path.iterdir()) == []
    votes.close()
    other.close()


def test_a_deleted_file_is_created_again(votes, tmp_path):
    code, _ = votes.make()
    for file in tmp_path.iterdir():
        file.unlink()
    assert refused(votes.room, code) == "no_such_room"
    code, _ = votes.make()
    assert votes.room(code).step == 3


@pytest.mark.parametrize(
    "alike",
    [
        *("BCDEGPTVZ3", "AJK8", "IY59", "FLSX", "X6", "MN", "QUW2", "R2", "17", "69"),  # similar sounds
        *("0DOQ", "1IL7", "2Z", "5S", "8B", "6G", "UVY"),  # similar shapes
    ],
)
def test_no_two_characters_of_a_code_are_alike(alike):
    assert len(set(alike) & set(CODE_CHARACTERS)) <= 1


def test_codes_consist_of_these_characters(votes):
    codes = {votes.make()[0] for _ in range(20)}
    assert len(codes) == 20
    assert {len(code) for code in codes} == {CODE_LENGTH} == {6}
    assert set("".join(codes)) <= set(CODE_CHARACTERS)


def test_no_two_rooms_have_the_same_code(votes, monkeypatch):
    drawn = iter("000000" + "000000" + "333333")
    monkeypatch.setattr("secrets.choice", lambda _signs: next(drawn))
    assert [votes.make()[0] for _ in range(2)] == ["000000", "333333"]


def changed(cookie, at, part):
    parts = cookie.split(".")
    return ".".join([*parts[:at], part, *parts[at + 1 :]])


def test_a_phone_is_recognized_by_its_signed_cookie(votes, tmp_path, clock):
    (code, _), (other, _) = votes.make(), votes.make()
    votes.enter(code, "a")
    votes.enter(other, "a")
    cookie = votes.cookies[code, "a"]
    forged = [
        changed(cookie, 0, other),
        changed(cookie, 1, "0" * 24),
        changed(cookie, 2, "1"),
        changed(cookie, 3, "0" * 32),
    ]
    for no_cookie in ("", ".", "...", "é", "x.y.z.w", *forged, votes.cookies[other, "a"]):
        assert refused(votes.save_answer, code, no_cookie, ASKED, "rises", SCHOOL) == "no_phone"
    another_process = Votes(tmp_path, clock)
    another_process.save_answer(code, cookie, ASKED, "rises", SCHOOL)
    assert another_process.join_room(code, cookie, SCHOOL)[1] is None  # no new cookie is issued
    another_process.close()
    assert votes.room(code).answers == 1


def test_phones_that_never_return_use_no_place(votes, clock):
    """A script makes 399 phones in half a second; an honest phone comes next."""
    code, _ = votes.make()
    for _ in range(MAX_PHONES - 1):
        _, cookie = votes.join_room(code, "", SCHOOL)
        assert refused(votes.save_answer, code, cookie, ASKED, "falls", SCHOOL) == "too_soon"
        clock.seconds += 0.5 / MAX_PHONES
    assert (votes.room(code).answers, votes.room(code).phones) == (0, 0)
    votes.say(code, "honest", "rises")
    assert (votes.room(code).answers, votes.room(code).phones) == (1, 1)


def test_a_patient_script_cannot_exceed_the_limit_of_new_phones(votes, clock):
    """Phones already in stay in, another address is not limited, and honest phones get in once the script stops."""
    code, secret = votes.make()
    votes.say(code, "before", "rises")
    invented = [votes.join_room(code, "", SCHOOL)[1] for _ in range(MAX_PHONES - 1)]
    clock.seconds += 5
    reasons = []
    for cookie in invented:
        try:
            votes.save_answer(code, cookie, ASKED, "falls", SCHOOL)
        except RejectedError as refusal:
            reasons.append(refusal.reason)
    assert set(reasons) == {"too_many_phones"}
    assert votes.room(code).answers == 1 + NEW_PHONES.max_tokens
    votes.say(code, "before", "stays")
    votes.enter(code, "after")
    votes.say(code, "after", "rises")
    votes.say(code, "elsewhere", "rises", address=OTHER_SCHOOL)
    assert votes.present(code, secret, SHOWN).spread == [("falls", NEW_PHONES.max_tokens), ("rises", 2), ("stays", 1)]


def test_several_classes_of_one_address_can_join_at_once(votes):
    """Six classes of sixty phones join within seconds, after three wrong codes for each class."""
    rooms = [votes.make() for _ in range(6)]
    for _ in range(3 * len(rooms)):
        assert refused(votes.room, "0" * CODE_LENGTH) == "no_such_room"
    for code, secret in rooms:
        votes.enter(code, *(f"p{i}" for i in range(60)))
        for i in range(60):
            votes.say(code, f"p{i}", "rises")
        assert votes.present(code, secret, SHOWN).spread == [("rises", 60)]


def test_a_new_phone_replaces_an_absent_one_in_a_full_room(votes, clock, monkeypatch):
    monkeypatch.setattr(votes_module, "MAX_PHONES", 3)
    code, _ = votes.make()
    for phone in "abc":
        votes.say(code, phone, "rises")
    votes.enter(code, "d")
    assert refused(votes.say, code, "d", "falls") == "too_many_phones"
    votes.say(code, "c", "falls")
    clock.seconds += AWAY_SECONDS
    for phone in "bc":
        votes.join_room(code, votes.cookies[code, phone], SCHOOL)
    clock.seconds += 1
    votes.say(code, "d", "falls")
    assert votes.room(code).phones == votes.room(code).answers == 3
    assert refused(votes.say, code, "a", "falls") == "too_many_phones"


def test_a_locked_room_takes_no_new_phones(votes):
    code, secret = votes.make()
    votes.say(code, "a", "rises")
    votes.enter(code, "late")
    assert votes.present(code, secret, OPEN, locked=True).locked
    assert votes.present(code, secret, OPEN).locked  # it stays locked
    assert refused(votes.room, code) == "locked"
    assert refused(votes.say, code, "late", "rises") == "locked"
    votes.say(code, "a", "falls")
    assert votes.join_room(code, votes.cookies[code, "a"], SCHOOL)[0].phones == 1
    assert not votes.present(code, secret, OPEN, locked=False).locked
    votes.say(code, "late", "rises")


def test_a_script_cannot_use_up_all_rooms(votes, clock):
    """A script opens 199 rooms; teachers at the same address and elsewhere can still open and use rooms."""
    mine = votes.make()
    votes.present(*mine, OPEN)
    opened = []
    for _ in range(199):
        clock.seconds += 0.02
        opened.append(votes.make()[0])
    assert votes.room(mine[0]).code == mine[0]
    another = votes.make()
    votes.present(*another, OPEN)
    elsewhere = votes.make(address=OTHER_SCHOOL)
    votes.present(*elsewhere, OPEN)
    for code, _ in (mine, another, elsewhere):
        assert votes.room(code).code == code
    there = votes._connection.execute("SELECT COUNT(*) FROM room").fetchone()[0]
    assert there == MAX_ROOMS_PER_ADDRESS + 1
    left = {row[0] for row in votes._connection.execute("SELECT code FROM room")}
    # The oldest were removed.
    assert left == {mine[0], another[0], elsewhere[0], *opened[-(MAX_ROOMS_PER_ADDRESS - 2) :]}


def test_rooms_in_use_are_limited_for_each_address(votes, clock, monkeypatch):
    monkeypatch.setattr(votes_module, "MAX_ROOMS_PER_ADDRESS", 3)
    for _ in range(3):
        votes.present(*votes.make(), OPEN)
    assert refused(votes.make) == "too_many_rooms"
    votes.make(address=OTHER_SCHOOL)
    clock.seconds += AWAY_SECONDS + 1
    votes.make()  # once the other rooms are unused


def test_the_total_number_of_rooms_is_limited(votes, monkeypatch):
    monkeypatch.setattr(votes_module, "MAX_ROOMS", 3)
    for i in range(3):
        votes.present(*votes.make(address=f"192.0.2.{i}"), OPEN)
    assert refused(votes.make, address=HOME) == "too_many_rooms"
    assert MAX_ROOMS == 200


def test_codes_cannot_be_guessed(votes, clock):
    """After too many tries even the right code is refused; other addresses and phones already in are not affected."""
    code, secret = votes.make()
    votes.say(code, "a", "rises")
    for _ in range(int(WRONG_CODES.max_tokens)):
        assert refused(votes.room, "0" * CODE_LENGTH) == "no_such_room"
    for wrong in ("000000", code):
        assert refused(votes.room, wrong) == "too_many_tries"
        assert refused(votes.present, wrong, "guess", OPEN) == "too_many_tries"
        assert refused(votes.end, wrong, "guess", SCHOOL) == "too_many_tries"
    votes.say(code, "a", "falls")
    assert votes.present(code, secret, OPEN).answers == 1
    assert votes.room(code, OTHER_SCHOOL).code == code
    votes.say(code, "b", "rises", address=OTHER_SCHOOL)
    assert votes.join_room(code, "", SCHOOL, votes.room_token(code))[0].code == code  # with the token in the QR code
    for no_pass in (votes.room_token("000000"), "é", votes.room_token(code)[:-1]):
        assert refused(votes.join_room, code, "", SCHOOL, no_pass) == "too_many_tries"
    clock.seconds += 1 / WRONG_CODES.per_second
    assert votes.room(code).code == code
    most = WRONG_CODES.max_tokens + ROOM_SECONDS * WRONG_CODES.per_second
    assert most / len(CODE_CHARACTERS) ** CODE_LENGTH < 1 / 5000


def test_requests_for_an_ended_class_do_not_count_as_guesses(votes):
    """Its phones have cookies of the room, so their requests are not wrong codes."""
    (code, secret), (next_class, _) = votes.make(), votes.make()
    votes.enter(code, *map(str, range(100)))
    votes.end(code, secret, SCHOOL)
    for cookie in votes.cookies.values():
        assert refused(votes.join_room, code, cookie, SCHOOL) == "no_such_room"
    assert votes.room(next_class).code == next_class


def test_addresses_of_one_network_count_as_one(votes):
    votes_of = votes._digest
    assert votes_of("2001:db8::1") == votes_of("2001:db8::2:1") != votes_of("2001:db8:0:1::1")
    assert votes_of("::ffff:192.0.2.1") == votes_of("192.0.2.1") != votes_of("192.0.2.2")


def test_the_number_of_stored_addresses_is_limited(votes, clock, monkeypatch):
    monkeypatch.setattr(votes_module, "MAX_BUCKETS", 20)
    for i in range(50):
        refused(votes.room, "000000", f"192.0.2.{i}")
        clock.seconds += 1
    assert votes._connection.execute("SELECT COUNT(*) FROM bucket").fetchone()[0] == 20


def test_the_folder_is_private(tmp_path):
    folder = private_folder(tmp_path / "classes")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert private_folder(folder) == folder
    folder.chmod(0o755)
    with pytest.raises(PermissionError):
        private_folder(folder)
    folder.rmdir()
    folder.symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(PermissionError):
        private_folder(folder)
    with suppress(FileNotFoundError):
        folder.unlink()
