"""The words that a class asks for are there."""

import re

import pytest

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.web.modules import FOLDER

SCRIPTS = {name: (FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in ("lesson_in_streamlit", "player")}
BUTTONS = {
    f"class_{name}"
    for way in re.findall(r"way\((.*?), \"", SCRIPTS["lesson_in_streamlit"])
    for name in re.findall(r'"(\w+)"', way)
}
COUNTED = ("class_answers", "class_phones")
ASKED = {key for text in SCRIPTS.values() for key in re.findall(r'"(class(?:_[a-z_]+)?)"[,)}; ]', text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_a_class_asks_for_is_there_and_no_other(language):
    catalog = messages_in(language).catalog
    there = {key.removeprefix("player.") for key in catalog if re.match(r"player\.class(_|$)", key)}
    counted = {key for key in there if key.startswith(COUNTED)}
    assert {"class_close", "class_lock", "class_unlock", "class_end"} == BUTTONS
    assert counted == {f"{key}.{form}" for key in COUNTED for form in messages_in(language).number_format.plural_forms}
    assert there - counted == ASKED - {"class_code", *COUNTED} | BUTTONS
