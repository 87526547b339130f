import re
import string
from pathlib import Path
from typing import get_args

import pytest

from pr_curve_lab.analysis.alternative_values import Kind, Metric
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.i18n.names import tool_message_key
from pr_curve_lab.io.limits import Notice
from pr_curve_lab.schema.column_values import Why
from pr_curve_lab.schema.examples import EXAMPLES
from pr_metrics import SCHEMES, TOOLS
from pr_metrics.tools.tool import Reason, Ties, ToolStart

ROOT = Path(__file__).parents[3]
ENGLISH = messages_in("en").catalog
CODE = "\n".join(
    file.read_text(encoding="utf-8")
    for folder, names in (("pr_curve_lab", "*.py"), ("pr_curve_lab", "*.html"), ("pages", "*.py"))
    for file in (ROOT / folder).rglob(names)
) + (ROOT / "app.py").read_text(encoding="utf-8")  # fmt: skip

PLOTLY = re.compile(r"%\{[^}]*\}")


def placeholders(sentence):
    return sorted(name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None)


COUNTED = {key.removesuffix(".one") for key in ENGLISH if re.sub("one$", "other", key) in ENGLISH.keys() - {key}}


def english_of(key):
    """The English sentence that another language's says: of several plurals that for one, or for more."""
    stem, _, form = key.rpartition(".")
    return ENGLISH[f"{stem}.{'one' if form in ('one', '1') else 'other'}" if stem in COUNTED else key]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences(language):
    words = messages_in(language)
    counted = {key for key in words.catalog if key.rpartition(".")[0] in COUNTED}
    uncounted = {key for key in ENGLISH if key.rpartition(".")[0] not in COUNTED}
    assert words.catalog.keys() - counted == uncounted
    for stem in COUNTED:  # and where it likes, in words for one thing alone
        forms = {key.removeprefix(f"{stem}.") for key in counted if key.startswith(f"{stem}.")}
        assert forms - {"1"} == words.number_format.plural_forms, stem


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_the_same_placeholders(language):
    raw = {key for key in ENGLISH if key.endswith("hover")}  # Plotly's own placeholders, checked below
    for key, sentence in messages_in(language).catalog.items():
        if key in raw:
            assert sorted(PLOTLY.findall(sentence)) == sorted(PLOTLY.findall(ENGLISH[key])) != []
        else:
            assert set(placeholders(sentence)) == set(placeholders(english_of(key))), key


def test_every_scheme_and_example_is_worded():
    for scheme in SCHEMES:
        assert {f"schemes.{scheme}.{part}" for part in ("name", "short", "joined", "explained")} <= ENGLISH.keys()
    for example in EXAMPLES:
        assert {f"examples.{example}.{part}" for part in ("name", "shows")} <= ENGLISH.keys()


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.key)
def test_every_tool_is_worded(tool):
    assert {tool_message_key("start", tool.start), tool_message_key("ties", tool.ties)} <= ENGLISH.keys()
    assert (f"tools.bins.{tool.key}" in ENGLISH) == (tool.bins is not None)


def test_every_other_reading_of_the_rows_is_worded_and_no_other():
    said = {key.removeprefix("published.otherwise.") for key in ENGLISH if key.startswith("published.otherwise.")}
    assert said == set(get_args(Kind))
    metrics = {key.removeprefix("published.metric.") for key in ENGLISH if key.startswith("published.metric.")}
    assert metrics == set(get_args(Metric))


def test_every_refusal_is_worded_and_no_other():
    refused = {key for key in ENGLISH if key.startswith("tools.refused_")}
    assert refused == {tool_message_key("refused", reason) for reason in get_args(Reason)}
    for kind, facts in (("start", ToolStart), ("ties", Ties)):
        known = {tool_message_key(kind, fact) for part in get_args(facts) for fact in get_args(part) or [part]}
        assert known == {key for key in ENGLISH if key.startswith(f"tools.{kind}_")}


def test_every_problem_in_the_code_is_worded():
    named = set(re.findall(r'Notice\(\s*f?"([a-z_{}]+)"', CODE)) | set(
        re.findall(r'_at_rows\(\s*f?"([a-z_{}]+)"', CODE)
    )
    parts, kinds = ("label", "score", "weight"), ("not_number", "infinite", "too_large")
    reasons = (*set(get_args(Why)) - {"plain"}, "yours")
    wanted = {
        name.format(part=part, kind=kind, why=why)
        for name in named for part in parts for kind in kinds for why in reasons
    }  # fmt: skip
    # Labels are not read as numbers, so they cannot fail to be numbers.
    impossible = {f"label_{kind}" for kind in kinds}
    assert {f"problems.{name}" for name in wanted - impossible} <= ENGLISH.keys()


def test_no_sentence_is_unused():
    computed = (
        "examples.",
        "problems.",
        "report.month.",
        "report.section.",
        "play.",  # these four: tests/pr_curve_lab/web/test_words.py
        "notebook.",
        "player.",
        "laboratory.",
        "tools.start_",
        "tools.ties_",
        "tools.refused_",
        "tools.bins.",
        "areas.headline_",
        "averages.headline_",
        "averages.column_",
        "averages.micro.",
        "averages.macro.",
        "averages.weighted.",
        "averages.samples.",
        "averages.folds.",
        "averages.groups.",
        "exports.folds.",
        "exports.groups.",
        "areas.column_",
        "areas.start_",
        "areas.rounding_",
        "curve.column_",
        "data.role_",
        "data.question_",
        "data.taken_",
        "data.could_be_",
        "models.headline_",
        "models.column_",
        "models.change_",
        "models.none_",
        "models.lead_",
        "models.paired_",
        "data.kind_",
        "data.offer_",
        "data.view_",
        "data.headline_",
        "data.asked_",
        "exports.scheme.",
        "exports.task_",
        "exports.average_",
        "exports.download_",
        "report.",
        "balance.headline_",
        "balance.finding_",
        "balance.line_",
        "balance.row_",
        "progress.stopped",
        "serving.refused.",
        "progress.failed",
        "lesson_",
        "lessons.rises",
        "lessons.falls",
        "lessons.stays",
        "glossary.",
        "lessons.more",
        "lessons.less",
        "lessons.as_much",
        "lessons.precision_",
        "lessons.recall_",
        "lessons.f1_",
        "lessons.false_",
        "lessons.corrected_",
        "sheet.required_",
    )
    for key in ENGLISH:
        stem = re.sub(r"\.(one|other)$", "", key)
        if not key.startswith(computed) and not re.match(
            r"(areas\.pick_|tools\.finding|schemes\.(headline_|[a-z_]+\.)|tools\.column_|ties\.(mean|limit)_|"
            r"published\.(otherwise|metric)\.|answer\.(headline|cause|block|part|mine|theirs)|"
            r"curve\.(require|ask|best|nearest|rows|grid|step|unit|each|limit|where|misses|back|required)_|chart\.(posi|nega)tives|chart\.net_|"
            r"schemes\.(no_)?(low|high)est|[a-z_]+\.title)",
            key,
        ):
            of_circles = stem.removesuffix("_some")  # the other form of a sentence that says what a circle is
            used = (f'"{stem}"', f"'{stem}'") if of_circles == stem else (f'marker_caption("{of_circles}"',)
            assert any(one in CODE for one in used), key


def test_chinese_is_chinese():
    for key, sentence in messages_in("zh").catalog.items():
        said = re.sub(r"\{[^}]*\}|\\[a-z]+", "", english_of(key))
        is_of_names = key.endswith((".tools", ".source"))  # of programs and papers
        if re.search("[a-z]{4}", said) and key != "data.paste_example" and not is_of_names:
            assert re.search("[一-鿿]", sentence), key


def test_tools_and_sources_of_schemes_are_those_of_the_library():
    for key, scheme in SCHEMES.items():
        assert ENGLISH[f"schemes.{key}.tools"] == ", ".join(scheme.tools)
        assert ENGLISH[f"schemes.{key}.source"] == scheme.source


def test_count_chooses_the_number():
    words = messages_in("en")
    assert words.format("data.rows", count=1) == "1 row"
    assert words.format("data.rows", count=1234) == "1,234 rows"


def test_users_text_stays_text():
    sentence = messages_in("en").format_notice(Notice("one_column", name="a.csv", column="![x](http://y/z)"))
    assert "`![x](http://y/z)`" in sentence


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match=f"language must be one of {', '.join(LANGUAGES)}, got 'xx'"):
        messages_in("xx")
