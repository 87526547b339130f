import pytest

from pr_curve_lab.i18n.messages import LANGUAGES, words_in
from pr_curve_lab.i18n.names import TERMS, entries


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_explained_and_named_in_both_languages(language):
    listed = entries(words_in(language))
    assert len(listed) == len(TERMS)
    for term, entry in zip(TERMS, listed, strict=True):
        for other in LANGUAGES:
            assert words_in(other).say(f"glossary.{term}.name") in entry
        assert words_in(language).say(f"glossary.{term}.means") in entry


def test_every_term_of_the_catalogue_is_listed():
    known = {key.split(".")[1] for key in words_in("en").catalogue if key.startswith("glossary.")}
    assert known == {"title", *TERMS}
