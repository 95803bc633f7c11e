"""The examples in all docstrings, of the Python files and of the compiled classes."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
from typing import Any

import marlin_connect4
import numpy as np
import pytest
from marlin_connect4 import _core

# Modules of `compat` and `envs` import packages that are optional: their own tests run their examples.
MODULES = [
    module.name
    for module in pkgutil.walk_packages(marlin_connect4.__path__, "marlin_connect4.")
    if not module.name.startswith(("marlin_connect4.envs", "marlin_connect4.compat", "marlin_connect4.__main__"))
]
NAMES: dict[str, Any] = {name: getattr(marlin_connect4, name) for name in marlin_connect4.__all__} | {"np": np}


def compiled() -> list[tuple[str, str]]:
    """Return the docstrings of the compiled classes and of their members, with their names."""
    classes = [value for value in vars(_core).values() if inspect.isclass(value)]
    members = [(f"{cls.__name__}.{name}", member) for cls in classes for name, member in vars(cls).items()]
    documented = [(cls.__name__, cls) for cls in classes] + members
    return [(name, found.__doc__) for name, found in documented if ">>>" in (getattr(found, "__doc__", "") or "")]


def run(test: doctest.DocTest) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    failures: list[str] = []
    runner.run(test, out=failures.append)
    assert not failures, "".join(failures)


@pytest.mark.parametrize("name", ["marlin_connect4", *MODULES])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    module = importlib.import_module(name)
    for test in doctest.DocTestFinder().find(module, globs=NAMES | vars(module)):
        run(test)


@pytest.mark.parametrize(("name", "text"), compiled())
def test_the_examples_of_a_compiled_class_are_true(name: str, text: str) -> None:
    run(doctest.DocTestParser().get_doctest(text, dict(NAMES), name, None, None))


def test_every_public_name_of_the_classes_has_a_docstring() -> None:
    for cls in (_core.Position, _core.Game, _core.Solver):
        missing = [name for name, member in vars(cls).items() if not name.startswith("_") and not member.__doc__]
        assert not missing, (cls, missing)


def documented() -> list[Any]:
    """Return the functions and classes of the package, and the methods of its classes, whose docstrings list arguments."""
    modules = [importlib.import_module(name) for name in ["marlin_connect4", *MODULES]]
    found = [value for module in modules for value in vars(module).values() if callable(value)]
    found += [member for cls in found if inspect.isclass(cls) for member in vars(cls).values()]
    return list({id(value): value for value in found if re.search("^ *Args:$", getattr(value, "__doc__", "") or "", re.M)}.values())


@pytest.mark.parametrize("function", documented(), ids=lambda function: function.__qualname__)
def test_a_docstring_lists_the_arguments_in_their_order(function: Any) -> None:
    _, _, listed = inspect.cleandoc(function.__doc__).partition("Args:\n")
    names = re.findall(r"^    (\w+): ", re.split(r"\n\n(?=\S)", listed)[0], re.M)
    assert names == [name for name in inspect.signature(function).parameters if name != "self"]
