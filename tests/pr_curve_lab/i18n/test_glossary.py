import pytest

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.i18n.names import TERMS, glossary_entries


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_explained_and_named_in_both_languages(language):
    listed = glossary_entries(messages_in(language))
    assert len(listed) == len(TERMS)
    for term, entry in zip(TERMS, listed, strict=True):
        for other in LANGUAGES:
            assert messages_in(other).format(f"glossary.{term}.name") in entry
        assert messages_in(language).format(f"glossary.{term}.means") in entry


def test_every_term_of_the_catalog_is_listed():
    known = {key.split(".")[1] for key in messages_in("en").catalog if key.startswith("glossary.")}
    assert known == {"title", *TERMS}
