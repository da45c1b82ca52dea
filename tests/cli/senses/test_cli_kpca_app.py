import subprocess
import sys

import pytest
from cli_helpers import Run, flat

COMMANDS = {
    "find": ["--output", "--n-forms", "--all", "--lang", "--json", "--force"],
    "suggest": ["--word", "--count", "--forms", "--labels", "--output", "--lang", "--force"],
    "label": ["--word", "--count", "--forms", "--labels", "--title", "--output", "--lang"],
    "induce": ["--word", "--n-senses", "--forms", "--lang", "--force", "--json"],
    "train": ["--key", "--lang", "--format", "--unlabelled", "--fast", "--set", "--force", "--output-json", "--json"],
    "evaluate": ["--key", "--sensemap", "--component", "--format", "--output", "--json"],
    "explain": ["--word", "--count", "--corpus", "--key", "--component", "--json"],
    "report": ["--output", "--key", "--format", "--component"],
    "convert": ["--key", "--lang", "--format"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_help_mentions_options_and_gives_examples(kpca: Run, command: str) -> None:
    result = kpca(command, "--help")
    assert result.exit_code == 0
    assert all(option in result.stdout for option in COMMANDS[command])
    examples = [line for line in result.stdout.splitlines() if line.strip().startswith("python -m spacy kpca")]
    assert len(examples) >= 2
    assert "\b" not in result.stdout


def test_group_help_lists_the_commands(kpca: Run) -> None:
    assert all(command in kpca("--help").stdout for command in COMMANDS)


def test_spacy_finds_the_commands() -> None:
    done = subprocess.run([sys.executable, "-m", "spacy", "kpca", "--help"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert all(command in done.stdout for command in COMMANDS)


def test_importing_the_commands_imports_neither_scipy_nor_sklearn() -> None:
    loaded = "any(m.split('.')[0] in ('scipy', 'sklearn') for m in sys.modules)"
    code = f"import sys, spacy_svd2.cli.senses.app; sys.exit({loaded})"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["train", "only.tsv"],
        ["convert", "x.tsv", "out.txt"],
        ["report", "pipeline"],
    ],
)
def test_usage_errors_exit_with_2(kpca: Run, arguments: list[str]) -> None:
    assert kpca(*arguments).exit_code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "missing.tsv", "out"],
        ["evaluate", "pipeline", "missing.tsv"],
        ["report", "pipeline", "missing.tsv", "-o", "senses.html"],
        ["explain", "pipeline", "text", "--corpus", "missing.tsv"],
        ["convert", "missing.tsv", "out.spacy"],
    ],
)
def test_missing_files_are_named_before_anything_is_done(kpca: Run, arguments: list[str]) -> None:
    result = kpca(*arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "[L010] Can't access 'missing." in flat(result.stderr)
