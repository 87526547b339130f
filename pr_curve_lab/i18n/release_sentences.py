"""Sentences about the releases of tools: which versions behave how, since when, and what was changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pr_curve_lab.analysis.formatting import DISPLAY_DECIMALS, NumberText, decimals_for_tolerance, format_number
from pr_curve_lab.analysis.number_sources import Source
from pr_curve_lab.analysis.signature_check import SignatureCheck
from pr_curve_lab.i18n.messages import Messages, format_date
from pr_curve_lab.i18n.names import tool_message_key
from pr_metrics import TOOLS, Tool


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One behavior of a tool in words; the fields are the columns of the record."""

    key: str
    tool: str
    versions: str
    released: str
    joining: str
    start: str
    ties: str
    scores: str
    weights: str
    obtained: str
    change: str
    address: str


def record_rows(messages: Messages, tools: Sequence[str] = ()) -> list[RecordRow]:
    """Return all behaviors of some tools, or of all, tool by tool, oldest first.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> [row.versions for row in record_rows(messages_in("en"), ["PRROC.auc.integral"])]
    ['1.0 to 1.1', '1.3 to 1.4']
    """
    return [_record_row(one, messages) for key in tools or TOOLS for one in TOOLS.releases(key)]


def _record_row(tool: Tool, messages: Messages) -> RecordRow:
    return RecordRow(
        key=tool.key,
        tool=tool.name,
        versions=version_range(tool, messages),
        released=tool.released,
        joining=messages.format(f"schemes.{tool.scheme}.name" if tool.scheme else "tools.no_scheme"),
        start=messages.format(tool_message_key("start", tool.start)),
        ties=messages.format(tool_message_key("ties", tool.ties)),
        scores=bins_text(tool, messages),
        weights=messages.format(f"releases.weights_{'yes' if tool.takes_weights else 'no'}"),
        obtained=messages.format(f"releases.obtained_{tool.obtained}"),
        change=change_text(tool, messages),
        address=tool.address,
    )


def version_range(tool: Tool, messages: Messages, *, first: str = "") -> str:
    """Return the versions that behave like this, as far as they were run, or from another first version on.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> version_range(TOOLS["sklearn.average_precision_score@0.18"], messages_in("en"))
    '0.18 to 0.18.2'
    """
    start = first or tool.since
    if not start or start == tool.version:
        return tool.version
    return messages.format("releases.versions", first=start, last=tool.version)


def change_text(tool: Tool, messages: Messages) -> str:
    """Say what was changed in the first of these versions, or what the oldest do; "" if it is not known."""
    key = f"releases.change.{_message_key(tool)}"
    return messages.format(key) if key in messages.catalog else ""


def bins_text(tool: Tool, messages: Messages) -> str:
    """Say how the scores or recalls are rounded, or at which levels they are read; "" if they are used as they are."""
    if not tool.bins:
        return ""
    key = f"releases.bins.{_message_key(tool)}"
    return messages.format(key if key in messages.catalog else f"tools.bins.{tool.base_key}")


def _message_key(tool: Tool) -> str:
    """Return the key of a behavior in the catalogs, where a version has no points."""
    return f"{tool.base_key}.v{(tool.since or tool.version).replace('.', '_')}"


def release_title(source: Source, number: str, messages: Messages) -> str:
    """Say which releases of a tool gave a number, and what they give since then.

    source: an earlier release.
    """
    assert source.tool is not None
    following, area = source.later[0]
    return messages.format(
        "releases.headline",
        number=NumberText(number),
        name=source.tool.short,
        versions=version_range(source.tool, messages, first=source.first_version),
        version=following.since,
        area=_area_text(following, area, messages, len(number.partition(".")[2])),
    )


def later_texts(source: Source, messages: Messages, digits: int, *, is_short: bool = False) -> list[str]:
    """Say since which release a tool gives another number than an earlier one, what was changed, and the newest number.

    source: an earlier release. digits: decimals of the numbers. is_short: leaves out what was changed, and the source.
    """
    assert source.tool is not None
    (following, area), (newest, newest_area) = source.later[0], source.later[-1]
    texts = [
        messages.format(
            "releases.since",
            name=source.tool.short,
            version=following.since,
            day=format_date(date.fromisoformat(following.released), messages),
            area=_area_text(following, area, messages, digits),
        )
    ]
    if not is_short:
        texts.append(change_text(following, messages))
    if following is not newest:
        version, text = newest.version, _area_text(newest, newest_area, messages, digits)
        texts.append(messages.format("releases.newest", version=version, area=text))
    if following.address and not is_short:
        texts.append(messages.format("releases.address", address=following.address))
    return [text for text in texts if text]


def since_texts(tool: Tool, messages: Messages) -> list[str]:
    """Say since when a tool has computed its number as the newest release does, if it did otherwise before.

    >>> from pr_curve_lab.i18n.messages import messages_in
    >>> since_texts(TOOLS["ultralytics.ap"], messages_in("en"))[0][:58]
    'Ultralytics has computed it this way since version 8.4.37 '
    """
    if len(TOOLS.releases(tool.key)) == 1 or not tool.released:
        return []
    day = format_date(date.fromisoformat(tool.released), messages)
    values = {"name": tool.short, "version": tool.since, "day": day, "last": tool.version}
    return [messages.format("releases.so_since", **values)]


def _area_text(tool: Tool, area: float | None, messages: Messages, digits: int) -> str:
    if area is None:
        return messages.format("releases.no_number")
    decimals = min(max(digits, DISPLAY_DECIMALS), decimals_for_tolerance(tool.tolerance))
    return NumberText(format_number(area, f".{decimals}f"))


def format_signature_check(check: SignatureCheck, messages: Messages) -> str:
    """Say whether the rows in use give the number of a signature, or what differs."""
    signature = check.signature
    if check.is_given:
        positives, rows = signature.positives.split("/")
        counts = {"positives": positives, "rows": rows, "unscored": signature.unscored}
        values = {name: NumberText(text) for name, text in ({"area": signature.area} | counts).items()}
        return messages.format("signature.given" if signature.unscored == "0" else "signature.given_unscored", **values)
    parts = [
        messages.format(f"signature.{one.kind}", given=NumberText(one.given), here=NumberText(one.here))
        for one in check.differences
    ]
    return messages.format("signature.not_given", parts=messages.format("punctuation.clauses").join(parts))
