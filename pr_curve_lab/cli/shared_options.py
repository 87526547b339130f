"""Options that several commands share, or that are too many for one signature."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, get_type_hints


def with_options(
    command: Callable[..., None],
    shared: Callable[..., None],
    taken: Callable[..., Any],
    *,
    defaults: dict[str, Any] | None = None,
) -> Callable[..., None]:
    """A command with the options of a signature after its own arguments; its first argument is what they are taken for.

    defaults: of options, other than those of the signature.

    >>> def report(rows: list[str], *, title: str = "") -> None: print(rows, title)
    >>> def columns(label: str = "y") -> None: ...
    >>> with_options(report, columns, lambda **given: list(given.values()))(label="fraud", title="A")
    ['fraud'] A
    """
    asked = signature(shared).parameters
    first, *own = signature(command).parameters.values()
    arguments = [one for one in own if one.kind is Parameter.POSITIONAL_OR_KEYWORD]
    options = [one.replace(default=(defaults or {}).get(one.name, one.default)) for one in asked.values()]
    every = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in (*arguments, *options, *own[len(arguments) :])]

    def run(**given: Any) -> None:
        command(taken(**{name: given.pop(name) for name in asked}), **given)

    hints = {**get_type_hints(shared, include_extras=True), **_hints(command, first.name)}
    run.__doc__, run.__name__ = command.__doc__, command.__name__
    run.__annotations__ = {one.name: hints[one.name] for one in every}
    run.__signature__ = signature(shared).replace(  # type: ignore[attr-defined]
        parameters=[one.replace(annotation=hints[one.name]) for one in every], return_annotation=None
    )
    return run


def _hints(command: Callable[..., None], first: str) -> dict[str, Any]:
    """The types of a command's own arguments."""
    return {name: hint for name, hint in get_type_hints(command, include_extras=True).items() if name != first}
