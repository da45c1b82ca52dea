import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_helpers import Run, flat, start
from typer.testing import CliRunner

from spacy_svd2.cli.common import output
from spacy_svd2.cli.tagger.app import app
from spacy_svd2.errors import UserError

COMMANDS = {
    "new": ["--lang", "--n-tags", "--force", "texts/", "project.yml"],
    "train": ["--config", "--recipe", "--n-tags", "--lang", "--attr", "--min-count", "--scaling", "--n-passes", "--set",
              "--tokenized", "--format", "--limit", "--force", "--output-json", "--json", "sqrt-cca", "NORM"],
    "evaluate": ["--gold-column", "--output", "--component", "--format", "--limit", "--json", "xpos"],
    "clusters": ["--component", "--n-words", "-n", "--json"],
    "neighbours": ["--component", "-n", "--json", "WORD"],
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_help_mentions_options_and_gives_an_example_on_a_line_of_its_own(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    for option in COMMANDS[command]:
        assert option in result.stdout
    examples = [line for line in result.stdout.splitlines() if line.strip().startswith("python -m spacy svd2")]
    assert len(examples) >= 2
    assert "\b" not in result.stdout


def test_help_gives_the_settings_of_each_recipe(run: Run) -> None:
    shown = flat(run("train", "--help").stdout)
    for default in ("[default: 45]", "[default: LOWER]", "[default: 5; paper: 1]", "[default: sqrt-cca; paper: raw]"):
        assert default in shown


def test_group_help_lists_the_commands(run: Run) -> None:
    assert all(command in run("--help").stdout for command in COMMANDS)


@pytest.mark.parametrize("program", [["-m", "spacy", "svd2"], ["-m", "spacy_svd2"]])
def test_both_modules_start_the_same_commands(program: list[str]) -> None:
    done = subprocess.run([sys.executable, *program, "--help"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert all(command in done.stdout for command in COMMANDS)


def test_console_script_starts_the_same_commands() -> None:
    script = Path(sys.executable).with_name("spacy-svd2")
    if not script.exists():
        pytest.skip("the package is not installed with its console script")
    done = subprocess.run([script, "--help"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert all(command in done.stdout for command in COMMANDS)


def test_importing_the_commands_imports_neither_scipy_nor_sklearn() -> None:
    loaded = "any(m.split('.')[0] in ('scipy', 'sklearn') for m in sys.modules)"
    code = f"import sys, spacy_svd2.cli.tagger.app; sys.exit({loaded})"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["clusters"], ["clusters", "x", "--nope"], ["train", "a.txt"], ["clusters", "x", "-n", "0"]],
)
def test_usage_errors_exit_with_2(run: Run, arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_messages_are_plain_where_no_terminal_reads_them(trained: Path) -> None:
    process = start("neighbours", trained, "unicorn")
    out, err = process.communicate()
    assert (process.returncode, out) == (1, "")
    assert "L006" in err
    assert "\x1b" not in err
    assert "Traceback" not in err


def _raised(error: BaseException) -> "tuple[int, str]":
    import typer

    toy = typer.Typer(cls=output.Commands)

    @toy.callback()
    def _group() -> None: ...

    @toy.command()
    def fail() -> None:
        raise error

    result = CliRunner().invoke(toy, ["fail"])
    return result.exit_code, flat(result.stderr)


def test_errors_become_messages_and_exit_codes() -> None:
    assert _raised(UserError("[X] bad")) == (1, "✘ [X] bad")
    assert _raised(KeyboardInterrupt()) == (130, "✘ Interrupted.")
    code, message = _raised(PermissionError(13, "Permission denied", "/some/path"))
    assert code == 1
    assert "'/some/path': Permission denied" in message


def test_a_programming_error_is_not_hidden() -> None:
    import typer

    toy = typer.Typer(cls=output.Commands)

    @toy.callback()
    def _group() -> None: ...

    @toy.command()
    def fail() -> None:
        raise ZeroDivisionError

    assert isinstance(CliRunner().invoke(toy, ["fail"]).exception, ZeroDivisionError)


def test_json_is_readable_where_the_terminal_has_no_unicode(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_json({"word": "ئۇيغۇر"})
    assert json.loads(capsys.readouterr().out) == {"word": "ئۇيغۇر"}


def test_write_json_makes_folders_and_refuses_a_folder(tmp_path: Path) -> None:
    output.write_json(tmp_path / "new" / "scores.json", {"a": 1.5})
    assert json.loads((tmp_path / "new" / "scores.json").read_text()) == {"a": 1.5}
    with pytest.raises(UserError, match="it is a folder"):
        output.write_json(tmp_path / "new", {})


def test_app_is_registered_with_spacy() -> None:
    from spacy.cli._util import app as spacy_app

    assert app in [group.typer_instance for group in spacy_app.registered_groups]
