"""A probe: how the released versions of one tool are asked for their number.

Runs in the environments of the tools too, so it imports the standard library only.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TypeAlias

# As strings, because some tools run on a Python that could not evaluate them.
Case: TypeAlias = "dict[str, Any]"  # y_true and y_score, and perhaps sample_weight and total_positives
Ask: TypeAlias = "Callable[[Case], float]"


@dataclass(frozen=True)
class Probe:
    """How the versions of a tool are asked, and which ones.

    Attributes
    ----------
    key : str
        Key of the tool in `TOOLS`, without a version.
    package : str
        Name in the package registry.
    ask : callable
        Function from the unpacked archive of a version to a function from a case to the tool's number.
    versions : tuple of tuple of str
        For each behavior, oldest first, the versions that are run: the first and the last that have it, and some
        between them. The last behavior has no last version; the newest one that can be downloaded is run as well.
    obtained : {"function", "imported", "installed"}
        Whether functions are taken out of the archive by their syntax tree, the unpacked archive is imported as it is
        (`ask` puts its folder on the path), or the package is installed.
    requirements : tuple of str
        What the environment of the function needs, or, for a package that is installed, what it needs beside itself.
        ``{version}`` is replaced by the version.
    python : str
        Version of Python of the environment.
    programs : tuple of str
        Other programs that are needed, such as Java.
    archive : str
        Arguments for ``pip download`` beside the package, for archives that today's Python would not get. Several sets
        of arguments, separated by ``|``, are tried in turn, and at last the source archive without running its setup.
    installed_since : str
        Version from which on the package is installed although the functions of earlier versions are taken out.
    requirements_by_version : dict of str to tuple of str
        Other requirements from a version on, as in ``{"3": ("torch",)}``; the last one that applies counts.
    stand_ins : dict of str to str
        For versions that only pass on the code of another package, the arguments for ``pip download`` that get it.
    with_archives : tuple of str
        Versions whose archives `ask` uses beside the one that is asked.
    ended : bool
        Whether later versions lack the function, so that the newest one is not run.
    """

    key: str
    package: str
    ask: Callable[[Archive], Ask]
    versions: tuple[tuple[str, ...], ...]
    obtained: str = "function"
    requirements: tuple[str, ...] = ("numpy",)
    python: str = "3.11"
    programs: tuple[str, ...] = ()
    archive: str = ""
    takes_weights: bool = False
    takes_total_positives: bool = False
    requirements_by_version: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    installed_since: str = ""
    with_archives: tuple[str, ...] = ()
    ended: bool = False


@dataclass(frozen=True)
class Archive:
    """The unpacked archive of a version."""

    folder: Path
    version: str

    def text(self, *paths: str) -> str:
        """Return the text of the first of these files that exists.

        A path may begin with ``*/`` for the folder of a source archive, which is named by its version.
        """
        for path in paths:
            for found in sorted(self.folder.glob(path)):
                return found.read_text(encoding="utf-8")
        raise FileNotFoundError(f"none of {', '.join(paths)} in {self.folder.name}")

    def take(self, names: tuple[str, ...], *paths: str, **given: object) -> dict[str, Any]:
        """Compile the named functions, classes and assignments of a module, without running the rest of it.

        A method is named by its class: ``"Class.method"`` is taken as a function.

        Parameters
        ----------
        names : tuple of str
            What to take; a name that the module lacks is left out.
        *paths : str
            The module, by the paths that it had in different versions.
        **given : object
            Global names that the functions use.

        Returns
        -------
        dict of str to object
            The namespace that holds them.
        """
        tree = ast.parse(self.text(*paths))
        taken = [node for node in ast.walk(tree) if _names(node) & set(names)]
        for owner in ast.walk(tree):
            if isinstance(owner, ast.ClassDef):
                taken += [node for node in owner.body if f"{owner.name}.{getattr(node, 'name', '')}" in names]
        for node in taken:
            if hasattr(node, "decorator_list"):
                node.decorator_list = [one for one in node.decorator_list if _is_plain(one)]
            for argument in ast.walk(node):  # annotations would need names that are not there
                if isinstance(argument, ast.arg):
                    argument.annotation = None
                elif isinstance(argument, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    argument.returns = None
        module = ast.Module(body=taken, type_ignores=[])
        namespace: dict[str, Any] = dict(given)
        exec(compile(ast.fix_missing_locations(module), paths[0], "exec"), namespace)
        return namespace


def _names(node: ast.AST) -> set[str]:
    """Return the names that a statement at the top of a module defines."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {target.id for target in node.targets if isinstance(target, ast.Name)}
    return set()


def _is_plain(decorator: ast.AST) -> bool:
    return isinstance(decorator, ast.Name) and decorator.id in {"staticmethod", "classmethod", "property"}


def stub(name: str, **attributes: object) -> ModuleType:
    """Make a module of the given attributes, to stand in for one that a function names and does not need."""
    module = ModuleType(name)
    module.__dict__.update(attributes)
    return module
