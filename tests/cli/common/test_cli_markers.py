"""Every command marks what it reads and writes, and no output of any command destroys anything."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
import typer.main
from cli_helpers import contents, flat
from typer.testing import CliRunner, Result

from scripts.datasets.__main__ import app as datasets_app
from spacy_svd2.cli.common.paths import CheckedCommand, Input, Output
from spacy_svd2.cli.senses.app import app as kpca_app
from spacy_svd2.cli.tagger.app import app as svd2_app

APPS = {"svd2": svd2_app, "kpca": kpca_app}
REMEDIES = ("Choose another", "choose another", "write elsewhere", "Check the")


def commands(*apps: Any) -> Iterator[Any]:
    for app in apps:
        yield from typer.main.get_command(app).commands.values()  # type: ignore[attr-defined]


def markers(command: Any) -> dict[str, Any]:
    hints = get_type_hints(command.callback, include_extras=True).items()
    found = {name: getattr(hint, "__metadata__", [None])[-1] for name, hint in hints}
    return {name: marker for name, marker in found.items() if isinstance(marker, Input | Output)}


def is_path(hint: Any) -> bool:
    return hint is Path or any(map(is_path, get_args(hint)))


def unmarked(command: Any) -> list[str]:
    """Parameters that name files, or look like it, and have no marker."""
    hints, marked = get_type_hints(command.callback), markers(command)
    options = {param.name: param.opts for param in command.params}
    return [
        name
        for name, hint in hints.items()
        if name not in marked and (is_path(hint) or any("output" in option for option in options.get(name, ())))
    ]


@pytest.mark.parametrize("command", [*commands(*APPS.values(), datasets_app)], ids=lambda command: command.name)
def test_every_path_is_marked(command: Any) -> None:
    assert isinstance(command, CheckedCommand)
    assert not unmarked(command)


def test_a_command_without_markers_is_found() -> None:
    app = typer.Typer()

    @app.command()
    def new(out: list[Path] | None, summary: str = typer.Option("", "--output-json")) -> None: ...

    assert unmarked(typer.main.get_command(app)) == ["out", "summary"]


def cases() -> Iterator[Any]:
    for group, app in APPS.items():
        for command in commands(app):
            marked = markers(command)
            for out in [name for name, marker in marked.items() if isinstance(marker, Output)]:
                for read in [name for name, marker in marked.items() if isinstance(marker, Input)]:
                    yield pytest.param(group, command, out, read, id=f"{group} {command.name} {out} {read}")


def outputs() -> Iterator[Any]:
    seen = set()
    for case in cases():
        group, command, out, _ = case.values
        if (group, command.name, out) not in seen:
            seen.add((group, command.name, out))
            yield pytest.param(group, command, out, id=f"{group} {command.name} {out}")


def run(group: str, command: Any, values: dict[str, str], *, force: bool = False) -> Result:
    """Run a command with some paths, and new ones or files of text for what it needs besides."""
    arguments: list[str] = []
    options = ["--force"] if force and "force" in {param.name for param in command.params} else []
    for param in command.params:
        value = values.get(param.name)
        marker = markers(command).get(param.name)
        needed = param.required or (param.name == "corpus" and "counts" not in values)
        if value is None and needed and isinstance(marker, Input):
            value = f"{param.name}.txt"
            Path(value).write_text("some text\n")
        elif value is None and needed:
            value = f"new_{param.name}.spacy"
        if value is not None:
            is_option = param.param_type_name == "option"
            (options if is_option else arguments).extend([param.opts[0], value] if is_option else [value])
    runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"})
    return runner.invoke(APPS[group], [command.name, *options, *arguments])


def check_refused(result: Result, out: str, codes: tuple[str, ...]) -> None:
    message = flat(result.stderr)
    assert result.exit_code == 1, (result.output, result.exception)
    assert any(f"[{code}]" in message for code in codes), message
    assert f"'{out}'" in message
    assert any(remedy in message for remedy in REMEDIES), message


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize(("group", "command", "out", "read"), [*cases()])
def test_an_output_is_no_input(group: str, command: Any, out: str, read: str, linked: bool) -> None:
    Path("theirs.txt").write_text("theirs")
    Path("link").symlink_to("theirs.txt")
    target = "link" if linked else "theirs.txt"
    check_refused(run(group, command, {out: target, read: "theirs.txt"}, force=True), target, ("L031",))
    assert Path("theirs.txt").read_text() == "theirs"
    assert Path("link").readlink() == Path("theirs.txt")


@pytest.mark.parametrize(("group", "command", "out", "read"), [*cases()])
def test_an_output_does_not_take_the_place_of_a_folder_that_is_read(
    group: str, command: Any, out: str, read: str
) -> None:
    Path("folder", "texts").mkdir(parents=True)
    Path("folder", "texts", "a.txt").write_text("theirs")

    for path in ("folder", "folder/texts"):
        check_refused(run(group, command, {out: path, read: "folder/texts"}, force=True), path, ("L030",))
    assert contents(Path("folder")) == {"texts/a.txt": b"theirs"}


@pytest.mark.parametrize(("group", "command", "out", "read"), [*cases()])
def test_an_output_does_not_join_what_is_read(group: str, command: Any, out: str, read: str) -> None:
    Path("folder").mkdir()
    Path("folder", "a.txt").write_text("theirs")
    target = "folder/vocab/b.txt"
    marked = markers(command)
    if marked[read].reads(("vocab", "b.txt", *marked[out].sample), "auto", Path("folder")):
        check_refused(run(group, command, {out: target, read: "folder"}), target, ("L032", "L033"))
    else:
        marked[read].check(Path("folder"), Path(target), marked[out], "auto")
    assert contents(Path("folder")) == {"a.txt": b"theirs"}


@pytest.mark.parametrize("there", ["theirs.txt", "folder"])
@pytest.mark.parametrize(("group", "command", "out"), [*outputs()])
def test_an_output_does_not_replace_what_is_of_another_kind(group: str, command: Any, out: str, there: str) -> None:
    Path("theirs.txt").write_text("theirs\n")
    Path("folder").mkdir()
    Path("folder", "a.txt").write_text("theirs")
    check_refused(run(group, command, {out: there}), there, ("L005", "L010", "L015", "L034", "L035", "N002", "C019"))
    assert Path("theirs.txt").read_text() == "theirs\n"
    assert contents(Path("folder")) == {"a.txt": b"theirs"}
