"""Under which keys of the catalogue the facts about a tool are worded."""

from __future__ import annotations

import re


def term(kind: str, fact: str) -> str:
    """The key under which the words for a tool's start, its ties or its refusal stand.

    >>> term("start", "first positive's precision")
    'tools.start_first_positives_precision'
    """
    return f"tools.{kind}_{re.sub('[^a-z]+', '_', fact.replace(chr(39), ''))}"
