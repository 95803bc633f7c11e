"""Adapters to environments of other packages. Each is imported when it is first used.

| Name | For | Extra |
|---|---|---|
| `ConnectFourEnv`, `ConnectFourVectorEnv` | Gymnasium: an agent against an `Opponent` | `gym` |
| `PettingZooPolicy` | PettingZoo: an `Opponent` that plays `connect_four_v3` | `gym` |
| `MarlinBot` | OpenSpiel: a `pyspiel.Bot` for `connect_four` | `openspiel` |
| `kaggle_agent.agent`, `agent_of` | Kaggle: agents for `connectx` | `kaggle` |
| `textarena_agent.agent`, `agent_of` | TextArena: agents for `ConnectFour-v0` | `textarena` |

The policy for PettingZoo and the agents for Kaggle read plain arrays, and the agents for TextArena read text,
so they import none of these packages.

Examples:
    >>> from marlin_connect4 import Opponent
    >>> from marlin_connect4.envs import ConnectFourEnv  # doctest: +SKIP
    >>> env = ConnectFourEnv(Opponent.epsilon(0.1))  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .gymnasium_env import ConnectFourEnv
    from .gymnasium_vector import ConnectFourVectorEnv
    from .kaggle_agent import agent_of
    from .openspiel_bot import MarlinBot
    from .pettingzoo_env import PettingZooPolicy

__all__ = ["ConnectFourEnv", "ConnectFourVectorEnv", "MarlinBot", "PettingZooPolicy", "agent_of"]

_MODULES: Final = {
    "ConnectFourEnv": "gymnasium_env",
    "ConnectFourVectorEnv": "gymnasium_vector",
    "MarlinBot": "openspiel_bot",
    "PettingZooPolicy": "pettingzoo_env",
    "agent_of": "kaggle_agent",
}
_SUBMODULES: Final = frozenset({*_MODULES.values(), "textarena_agent"})


def __getattr__(name: str) -> Any:
    if name in _SUBMODULES:
        return import_module(f".{name}", __name__)
    if name in _MODULES:
        return getattr(import_module(f".{_MODULES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_SUBMODULES})
