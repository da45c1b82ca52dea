from pathlib import Path

import pytest
from cli_helpers import SMALL, Run, sense_lines, sentences
from typer.testing import CliRunner

from spacy_svd2.cli.senses.app import app as kpca_app
from spacy_svd2.cli.tagger.app import app

LABELS = {"the": "DET", "cat": "NOUN", "sleeps": "VERB", "now": "ADV"}


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one corpus as corpus.txt, gold.tsv (word, tag, the same in lower case) and gold.conllu."""
    folder = tmp_path_factory.mktemp("tiny")
    data = sentences()
    (folder / "corpus.txt").write_text("".join(" ".join(word for word, _ in one) + "\n" for one in data))
    rows = ["".join(f"{word}\t{tag}\t{tag.lower()}\n" for word, tag in one) for one in data]
    (folder / "gold.tsv").write_text("\n".join(rows))
    line = "{}\t{}\t_\t{}\t{}\t_\t_\t_\t_\t_\n"
    blocks = ["".join(line.format(i, word, tag, "X") for i, (word, tag) in enumerate(one, 1)) for one in data]
    (folder / "gold.conllu").write_text("\n".join(blocks) + "\n")
    return folder


@pytest.fixture(scope="session")
def run() -> Run:
    """Run the command line in this process."""
    runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"})
    return lambda *arguments: runner.invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="session")
def trained(tiny: Path, run: Run) -> Path:
    """A pipeline trained on the tiny corpus."""
    out = tiny / "pipeline"
    result = run("train", tiny / "corpus.txt", out, "--tokenized", *SMALL)
    assert result.exit_code == 0, result.output
    return out


@pytest.fixture(scope="session")
def named(trained: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline whose tags are universal parts of speech."""
    folder = tmp_path_factory.mktemp("named")
    (folder / "words.tsv").write_text("word\ttag\n" + "".join(f"{word}\t{tag}\n" for word, tag in LABELS.items()))
    result = run("name", trained, folder / "words.tsv", "-o", folder / "named")
    assert result.exit_code == 0, result.output
    return folder / "named"


@pytest.fixture(scope="session")
def kpca() -> Run:
    """Run the commands on senses in this process."""
    runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "80"})
    return lambda *arguments: runner.invoke(kpca_app, [str(argument) for argument in arguments])


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with train.tsv and test.tsv: contexts of two words with two senses each."""
    folder = tmp_path_factory.mktemp("samples")
    (folder / "train.tsv").write_text("".join(sense_lines(range(24))), "utf8")
    (folder / "test.tsv").write_text("".join(sense_lines(range(24, 32))), "utf8")
    return folder


@pytest.fixture(scope="session")
def senses(samples: Path, kpca: Run) -> Path:
    """A pipeline trained on train.tsv."""
    out = samples / "pipeline"
    result = kpca("train", samples / "train.tsv", out, "--lang", "en")
    assert result.exit_code == 0, result.output
    return out
