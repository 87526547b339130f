import ast
import re
import string
from typing import get_args

import pytest

from pr_curve_lab.analysis.alternative_values import Metric, ValueKind
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.i18n.names import glossary_entries, tool_message_key
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.column_values import Why
from pr_curve_lab.schema.examples import EXAMPLES
from pr_metrics import SCHEMES, TOOLS
from pr_metrics.tools.tool import Reason, Ties, ToolStart
from tests.repository import ROOT, SOURCES

ENGLISH = messages_in("en").catalog

PLOTLY = re.compile(r"%\{[^}]*\}")


def placeholders(sentence):
    return sorted(name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None)


COUNTED = {key.removesuffix(".one") for key in ENGLISH if re.sub("one$", "other", key) in ENGLISH.keys() - {key}}


def english_of(key):
    """Return the English sentence of a key; another language's plural form maps to English "one" or "other"."""
    stem, _, form = key.rpartition(".")
    return ENGLISH[f"{stem}.{'one' if form in ('one', '1') else 'other'}" if stem in COUNTED else key]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences(language):
    words = messages_in(language)
    counted = {key for key in words.catalog if key.rpartition(".")[0] in COUNTED}
    uncounted = {key for key in ENGLISH if key.rpartition(".")[0] not in COUNTED}
    assert words.catalog.keys() - counted == uncounted
    for stem in COUNTED:  # and optionally an own form for a single thing
        forms = {key.removeprefix(f"{stem}.") for key in counted if key.startswith(f"{stem}.")}
        assert forms - {"1"} == {*words.number_format.locale.plural_form.tags, "other"}, stem


IN_FIGURES = {"zero", "half", "one", "levels"}  # of lessons, whose English has words for them


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_the_same_placeholders(language):
    raw = {key for key in ENGLISH if key.endswith("hover")}  # Plotly's own placeholders, checked below
    for key, sentence in messages_in(language).catalog.items():
        if key in raw:
            assert sorted(PLOTLY.findall(sentence)) == sorted(PLOTLY.findall(ENGLISH[key])) != []
        else:
            assert set(placeholders(sentence)) ^ set(placeholders(english_of(key))) <= IN_FIGURES, key


def test_chinese_has_a_space_beside_latin_letters_and_none_beside_its_signs():
    for key, sentence in messages_in("zh").catalog.items():
        fixed = re.sub(r"\{[^{}]*\}", "|", sentence)
        assert not re.search(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9%][\u4e00-\u9fff]", fixed), key
        is_form = key.startswith("curve.ask_")  # fields stand in it
        assert is_form or not re.search(r" [，。；：、）]|[，。；：、（] ", fixed), key


@pytest.mark.parametrize(
    "word", ["您", "查准率—查全率", "查准率–查全率", "负例", "负类", "误报率", "假阳性率", "门槛", "印出"]
)
def test_chinese_has_one_name_for_one_thing_and_speaks_to_pupils(word):
    """They are 你; the classes are 正例 and 反例, the rate is 假正例率, as in the list of terms."""
    assert not [key for key, sentence in messages_in("zh").catalog.items() if word in sentence]


@pytest.mark.parametrize(
    ("new", "old", "sentence"),
    [("随机森林", "近邻法", "随机森林可以取代近邻法吗？"), ("rf", "`kNN`", "rf 可以取代 `kNN` 吗？")],
)
def test_a_name_in_chinese_gets_the_spaces_that_it_needs(new, old, sentence):
    assert messages_in("zh").format("gate.question", new=new, old=old) == sentence


def test_every_scheme_and_example_has_texts():
    for scheme in SCHEMES:
        assert {f"schemes.{scheme}.{part}" for part in ("name", "short", "joined", "explained")} <= ENGLISH.keys()
    for example in EXAMPLES:
        assert {f"examples.{example}.{part}" for part in ("name", "shows")} <= ENGLISH.keys()


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.key)
def test_every_tool_has_texts(tool):
    assert {tool_message_key("start", tool.start), tool_message_key("ties", tool.ties)} <= ENGLISH.keys()
    assert (f"tools.bins.{tool.key}" in ENGLISH) == (tool.bins is not None)


def test_the_catalog_has_exactly_the_alternative_readings():
    said = {key.removeprefix("published.otherwise.") for key in ENGLISH if key.startswith("published.otherwise.")}
    assert said == set(get_args(ValueKind))
    metrics = {key.removeprefix("published.metric.") for key in ENGLISH if key.startswith("published.metric.")}
    assert metrics == set(get_args(Metric))


def test_the_catalog_has_exactly_the_refusals():
    refused = {key for key in ENGLISH if key.startswith("tools.refused_")}
    assert refused == {tool_message_key("refused", reason) for reason in get_args(Reason)}
    for kind, facts in (("start", ToolStart), ("ties", Ties)):
        known = {tool_message_key(kind, fact) for part in get_args(facts) for fact in get_args(part) or [part]}
        assert known == {key for key in ENGLISH if key.startswith(f"tools.{kind}_")}


def test_every_problem_in_the_code_has_a_text():
    code = "\n".join((ROOT / file).read_text(encoding="utf-8") for file in SOURCES)
    named = set(re.findall(r'(?:Notice|_at_rows)\(\s*f?"([a-z_{}]+)"', code))
    parts, kinds = ("label", "score", "weight"), ("not_number", "infinite", "too_large")
    reasons = (*set(get_args(Why)) - {"plain"}, "yours")
    wanted = {
        name.format(part=part, role=part, kind=kind, why=why)
        for name in named for part in parts for kind in kinds for why in reasons
    }  # fmt: skip
    # Labels are not read as numbers, so they cannot fail to be numbers.
    impossible = {f"label_{kind}" for kind in kinds}
    assert {f"problems.{name}" for name in wanted - impossible} <= ENGLISH.keys()


def texts_of_code():
    """Yield the strings of the code as patterns: f-string fields match anything, as does the end after "_" or "."."""
    for file in SOURCES:
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = (one.value if isinstance(one, ast.Constant) else None for one in node.values)
                yield "".join(".*" if part is None else re.escape(part) for part in parts)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value) + (".*" if node.value.endswith(("_", ".")) else "(_some)?")
    for file in (ROOT / "pr_curve_lab").rglob("*.html"):
        yield from map(re.escape, re.findall(r'format\("([^"]+)"', file.read_text(encoding="utf-8")))


# The first four are used by scripts of the browser (tests/pr_curve_lab/web/test_words.py), the glossary as a whole.
USED_ELSEWHERE = {"play", "player", "notebook", "laboratory", "glossary", "problems"}


def test_no_sentence_is_unused():
    catalogs, texts = {key.partition(".")[0] for key in ENGLISH}, set(texts_of_code())
    # Patterns that name more than the catalog.
    keys = [text for text in texts if re.match(rf"({'|'.join(catalogs)})\\\.(?!\.\*$)", text)]
    used = re.compile("|".join(keys))
    for key in ENGLISH:
        catalog, _, rest = re.sub(r"\.(one|other)$", "", key).partition(".")
        if catalog not in USED_ELSEWHERE and rest != "title" and f"{re.escape(rest)}(_some)?" not in texts:
            wanted = {f"{catalog}.{rest.replace('default', page)}" for page in catalogs}  # or its default
            assert any(map(used.fullmatch, wanted)), key


def test_chinese_sentences_have_chinese_characters():
    for key, sentence in messages_in("zh").catalog.items():
        said = re.sub(r"\{[^}]*\}|\\[a-z]+", "", english_of(key))
        is_of_names = key.endswith((".tools", ".source"))  # names of programs and papers
        if re.search("[a-z]{4}", said) and key != "data.paste_example" and not is_of_names:
            assert re.search("[一-鿿]", sentence), key


def test_tools_and_sources_of_schemes_are_those_of_the_library():
    for key, scheme in SCHEMES.items():
        assert ENGLISH[f"schemes.{key}.tools"] == ", ".join(scheme.tools)
        assert ENGLISH[f"schemes.{key}.source"] == scheme.source


def test_count_selects_singular_or_plural():
    words = messages_in("en")
    assert words.format("data.rows", count=1) == "1 row"
    assert words.format("data.rows", count=1234) == "1,234 rows"


def test_text_of_users_is_escaped():
    sentence = messages_in("en").format_notice(Notice("one_column", name="a.csv", column="![x](http://y/z)"))
    assert "`![x](http://y/z)`" in sentence


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match=f"language must be one of {', '.join(LANGUAGES)}, got 'xx'"):
        messages_in("xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_explained_and_named_in_both_languages(language):
    listed = "\n".join(glossary_entries(messages_in(language)))
    for term in {key.split(".")[1] for key in ENGLISH if key.startswith("glossary.")} - {"title"}:
        for other in LANGUAGES:
            assert messages_in(other).format(f"glossary.{term}.name") in listed
        assert messages_in(language).format(f"glossary.{term}.means") in listed
