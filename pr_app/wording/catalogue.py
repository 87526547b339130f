"""Every sentence on the screen, in every language: one TOML file a page, the same keys in each language.

Numbers enter a sentence through its placeholders, so a sentence can never claim what was not computed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pr_app.reading.problem import Problem
from pr_app.wording.markup import code_span

FOLDER = Path(__file__).parent / "words"
LANGUAGES = {"en": "English", "zh": "中文"}  # each in its own language, for whoever cannot read the present one


@dataclass(frozen=True)
class Words:
    """The catalogue of one language: `say` fills in a sentence, `say_problem` words a problem."""

    language: str
    catalogue: dict[str, str]

    def say(self, key: str, **facts: Any) -> str:
        """Fill in the sentence `key`; where it comes as `.one` and `.other`, the fact `count` decides.

        >>> words_in("en").say("data.rows", count=1), words_in("en").say("data.rows", count=2)
        ('1 row', '2 rows')
        """
        if key not in self.catalogue:
            key = f"{key}.{'one' if facts['count'] == 1 else 'other'}"
        return self.catalogue[key].format(**facts)

    def raw(self, key: str) -> str:
        """The sentence as it stands, for Plotly's own placeholders."""
        return self.catalogue[key]

    def say_problem(self, problem: Problem, quoted: Callable[[str], str] = code_span) -> str:
        """Word a problem as Markdown; texts from users' files become code spans, or what else `quoted` makes of them.

        >>> words_in("en").say_problem(Problem("empty_file", name="a.csv"))
        'The file `a.csv` is empty. Choose a file with a header and at least two rows.'
        """
        facts = {name: quoted(fact) if isinstance(fact, str) else fact for name, fact in problem.facts.items()}
        if "row" in facts:
            facts["rows"] = self.say("data.rows", **facts) if "count" in facts else ""
            facts["where"] = self.say("problems.row_and_line" if "line" in facts else "problems.row_alone", **facts)
        return self.say(f"problems.{problem.key}", **facts)


@cache
def words_in(language: str) -> Words:
    """Load a language.

    Raises
    ------
    ValueError: there is no such language.

    >>> words_in("zh").language
    'zh'
    """
    if language not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, got {language!r}")
    catalogue: dict[str, str] = {}
    for file in sorted((FOLDER / language).glob("*.toml")):
        catalogue.update(_flat(file.stem, tomllib.loads(file.read_text(encoding="utf-8"))))
    return Words(language, catalogue)


def _flat(prefix: str, table: dict[str, Any]) -> dict[str, str]:
    """Name nested entries by their path: [step] name = "..." in schemes.toml is schemes.step.name."""
    flat: dict[str, str] = {}
    for key, value in table.items():
        path = f"{prefix}.{key}"
        flat.update(_flat(path, value) if isinstance(value, dict) else {path: str(value)})
    return flat
