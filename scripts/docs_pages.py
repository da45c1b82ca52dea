"""Hook of mkdocs: writes the reference of commands and of settings from the program itself, and adds the pictures."""

import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / ".github" / "images"
HELP_WIDTH = 80

_ENTRY = re.compile(r"^(\w+(?:, \w+)*) \(([^)]+)\): (.*)$")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages and the README's pictures to the site."""
    for path, content in (("reference/commands.md", commands_page()), ("reference/settings.md", settings_page())):
        files.append(File.generated(config, path, content=content))
    for picture in sorted(PICTURES.iterdir()):
        files.append(File.generated(config, f"images/{picture.name}", abs_src_path=str(picture)))
    return files


def commands_page() -> str:
    """The `--help` of every command."""
    from spacy_svd2.cli.senses.app import app as kpca
    from spacy_svd2.cli.tagger.app import app as svd2

    parts = [
        "# Commands\n",
        "Every command is a subcommand of `python -m spacy`. This page shows what `--help` prints for each. The "
        "program `spacy-svd2` is the same as `python -m spacy svd2`.\n",
    ]
    for name, app in (("svd2", svd2), ("kpca", kpca)):
        group = typer.main.get_command(app)
        parts.append(f"## {name}\n\n{group.help}\n")
        for key, command in group.commands.items():  # type: ignore[attr-defined]
            parts.append(f"### {name} {key}\n\n```text\n{help_text(command, f'python -m spacy {name} {key}')}\n```\n")
    return "\n".join(parts)


def help_text(command: Any, name: str) -> str:
    """What `--help` prints, at a width that fits the page."""
    context = command.context_class(command, info_name=name, terminal_width=HELP_WIDTH, max_content_width=HELP_WIDTH)
    return command.get_help(context).strip()


def settings_page() -> str:
    """A table for each class of settings, from its docstring and its defaults."""
    from spacy_svd2.senses.settings import SenseSettings
    from spacy_svd2.tagger.settings import Settings

    sections = [
        (Settings, "`svd2_tagger`", "`[initialize.components.svd2_tagger.settings]`, or `svd2 train --set NAME=VALUE`"),
        (SenseSettings, "`kpca_wsd`", "`[initialize.components.kpca_wsd.settings]`, or `kpca train --set NAME=VALUE`"),
    ]
    parts = [
        "# Settings\n",
        "These settings control training. In a config they stand under the heading given below. On the command line, "
        "`--set` changes them: `-s w1=300`, or `-s refine.power=0.9` inside a section. For the arguments of the "
        "components themselves, such as `threshold`, see [Components](components.md).\n",
    ]
    for cls, title, place in sections:
        parts.append(f"## {title}\n\nWhere: {place}.\n")
        parts.extend(settings_tables(cls))
    return "\n".join(parts)


def settings_tables(cls: type) -> Iterator[str]:
    """The table of a class, and those of the classes that it holds."""
    text, entries = split_docstring(cls)
    by_name = {item.name: item for item in fields(cls)}
    ranges = getattr(sys.modules[cls.__module__], "RANGES", {})  # of all numbers among the settings
    rows = ["| setting | type | range | default | |", "|---|---|---|---|---|"]
    for names, kind, meaning in entries:
        defaults = ", ".join(default_of(by_name[name]) for name in names if name in by_name)
        limits = [f"{ranges[name].low:,} to {ranges[name].high:,}" for name in names if name in ranges]
        found = ", ".join(dict.fromkeys(limits))
        rows.append(
            "| " + " | ".join([", ".join(f"`{name}`" for name in names), kind, found, defaults, meaning]) + " |"
        )
    yield f"{text}\n\n" + "\n".join(rows) + "\n"
    for item in by_name.values():
        inner = [part for part in (item.type, *get_args(item.type)) if isinstance(part, type) and is_dataclass(part)]
        for part in inner[:1]:
            yield f"### `{item.name}`\n"
            yield from settings_tables(part)


def split_docstring(cls: type) -> tuple[str, list[tuple[list[str], str, str]]]:
    """The text of a docstring, and its entries `name (type): meaning`."""
    text: list[str] = []
    entries: list[tuple[list[str], str, str]] = []
    for line in inspect.cleandoc(cls.__doc__ or "").splitlines():
        if match := _ENTRY.match(line):
            entries.append((match[1].split(", "), match[2], match[3]))
        elif entries and line.startswith(" "):
            names, kind, meaning = entries[-1]
            entries[-1] = (names, kind, f"{meaning} {line.strip()}")
        elif not entries:
            text.append(line)
    return "\n".join(text).strip(), [(names, kind, meaning.replace("|", "\\|")) for names, kind, meaning in entries]


def default_of(item: "Field[Any]") -> str:
    """A default as JSON and configs write it."""
    value = item.default if item.default is not MISSING else None
    if item.default_factory is not MISSING:
        return "see below"
    if isinstance(value, tuple):
        return f"`{list(value)}`".replace("'", '"')
    if value is None or isinstance(value, bool):
        return "`null`" if value is None else f"`{str(value).lower()}`"
    return f"`{value!r}`".replace("'", '"')
