"""Extension of griffe: turns this project's docstrings into the style that mkdocstrings can render.

Ours have a summary, lines `name (type): meaning`, then RETURNS and RAISES; mkdocstrings reads sections "Args:",
"Returns:" and "Raises:". Examples (`>>>`) become blocks of code.
"""

import re
from typing import Any

import griffe

_ENTRY = re.compile(r"^(\w+(?: \(\w[^)]*\))?(?:, \w+(?: \(\w[^)]*\))?)*)(?<=\)): ")
_OUTCOME = re.compile(r"^(RETURNS|RAISES) \(([^)]+)\): (.*)$")


class HouseDocstrings(griffe.Extension):
    """Rewrites docstrings as they are collected."""

    def on_function_instance(self, *, func: griffe.Function, **kwargs: Any) -> None:
        """Rewrite the docstring of a function or a method."""
        if func.docstring:
            func.docstring.value = rewritten(func.docstring.value)

    def on_class_instance(self, *, cls: griffe.Class, **kwargs: Any) -> None:
        """Rewrite the docstring of a class."""
        if cls.docstring:
            cls.docstring.value = rewritten(cls.docstring.value)


def rewritten(text: str) -> str:
    """A docstring in the style of Google's guide."""
    prose: list[str] = []
    sections: dict[str, list[str]] = {"Args": [], "Returns": [], "Raises": []}
    current = prose
    for line in text.splitlines():
        if match := _OUTCOME.match(line):
            current = sections[match[1].capitalize()]
            current.append(f"{match[2]}: {match[3]}")
        elif _ENTRY.match(line):
            current = sections["Args"]
            current.extend(entries(line))
        elif current is not prose and line.startswith(" "):
            current.append(f"    {line.strip()}")
        else:
            current = prose
            prose.append(line)
    blocks = [fenced("\n".join(prose)).strip()]
    blocks += [f"{name}:\n" + "\n".join(f"    {line}" for line in lines) for name, lines in sections.items() if lines]
    return "\n\n".join(blocks)


def entries(line: str) -> list[str]:
    """The arguments of a line: `a (X), b (Y): meaning` names two."""
    names, meaning = line.split("): ", 1)
    return [f"{name.removesuffix(')')}): {meaning}" for name in re.split(r"(?<=\)), ", names)]


def fenced(text: str) -> str:
    """Examples set as code, with what they print."""
    lines, out, inside = text.splitlines(), [], False
    for line in lines:
        begins = line.startswith((">>>", "..."))
        if begins and not inside:
            out.append("```pycon")
            inside = True
        elif inside and not line.strip():
            out.append("```")
            inside = False
        out.append(line)
    return "\n".join([*out, "```"] if inside else out)
