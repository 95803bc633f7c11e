"""The names of arguments in the manual, docs/python.md, and the names that the modules show."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import re
from pathlib import Path
from typing import Any

import marlin_connect4 as m4
import pytest
from marlin_connect4.compat import bitbully

MANUAL = Path(os.environ.get("MARLIN_DOCS", Path(__file__).parents[3] / "docs")) / "python.md"
TEXT = MANUAL.read_text() if MANUAL.exists() else ""

# The names in the calls of the manual that are not of the package itself.
OBJECTS: dict[str, Any] = {"position": m4.Position, "game": m4.Game, "solver": m4.Solver, "opponent": m4.Opponent}


def called() -> list[str]:
    """Return the calls in the text, each once."""
    spans = dict.fromkeys(re.findall(r"`([A-Za-z_.0-9]+\([^`]*\))`", TEXT))
    return [span for span in spans if "..." not in span]


def function_of(name: ast.expr) -> Any:
    """Return the function or class with a name, `None` for one of another package."""
    parts = ast.unparse(name).split(".")
    try:
        found = OBJECTS.get(parts[0]) or getattr(m4 if hasattr(m4, parts[0]) else m4.envs, parts[0])
        for part in parts[1:]:
            found = getattr(found, part)
    except (AttributeError, ImportError):
        return None
    return found


def wrong_names(call: ast.Call) -> list[str]:
    """Return the keywords in a call that it does not take. Calls of classes and opponents show the names of all parameters."""
    function = function_of(call.func)
    if function is None:
        return []
    names = [name for name in inspect.signature(function).parameters if name != "self"]
    placed = [(name, found.id) for name, found in zip(names, call.args, strict=False) if isinstance(found, ast.Name)]
    is_definition = inspect.isclass(function) or ast.unparse(call.func).startswith("Opponent.")
    wrong = [found for name, found in placed if name != found] if is_definition else []
    return wrong + [keyword.arg for keyword in call.keywords if keyword.arg and keyword.arg not in names]


def test_the_manual_is_found_and_has_calls() -> None:
    if not MANUAL.exists():
        pytest.skip("the archive of the sources has no docs/python.md")
    known = [span for span in called() if function_of(ast.parse(span, mode="eval").body.func)]  # type: ignore[attr-defined]
    assert len(known) > 20


@pytest.mark.parametrize("span", called())
def test_the_manual_names_arguments_as_the_package_does(span: str) -> None:
    calls = [node for node in ast.walk(ast.parse(span, mode="eval")) if isinstance(node, ast.Call)]
    assert [name for call in calls for name in wrong_names(call)] == []


@pytest.mark.parametrize("name", ["", ".data", ".judges", ".opponents", ".compat", ".compat.bitbully", ".envs"])
def test_a_module_shows_its_public_names_alone(name: str) -> None:
    module = importlib.import_module(f"marlin_connect4{name}")
    shown = dir(module)
    assert set(module.__all__) <= set(shown) and not [found for found in shown if found.startswith("_") and found != "__version__"]
    assert not {"Any", "annotations", "import_module", "np"} & set(shown)
    assert all(hasattr(bitbully, found) for found in dir(bitbully))
    # A name with one underscore is a protocol of notebooks.
    for found in (m4.Position, m4.Game, m4.Solver, m4.Batch):
        assert {part for part in dir(found) if re.match(r"_[a-z]", part)} <= {"_repr_svg_", "_repr_html_", "_begin", "_read"}
