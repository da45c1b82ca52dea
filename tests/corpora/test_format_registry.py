"""Each format is one entry of a registry: the reader, the commands' help and choices, messages and checks go by it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import spacy

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.formats import registry
from spacy_svd2.corpora.formats.registry import FORMATS, CorpusFormat
from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora import registry as sense_registry
from spacy_svd2.senses.corpora.corpus import SenseCorpus
from spacy_svd2.senses.corpora.instance import Instance
from spacy_svd2.senses.corpora.registry import SenseFormat

COMMANDS = """
import json, sys
from spacy_svd2.corpora.formats import registry
from spacy_svd2.senses.corpora import registry as sense_registry

def read_dashes(file, options):
    return (line.split("-") for line in file.lines())

registry.FORMATS += (registry.CorpusFormat("dashed", ("dsh",), "words and dashes", read_dashes, "the last"),)
sense_registry.FORMATS += (sense_registry.SenseFormat("leaves", ("lvs",), "leaves .lvs", None),)

from spacy_svd2.cli.senses.app import app as kpca
from spacy_svd2.cli.tagger.app import app as svd2
from typer.testing import CliRunner

runner = CliRunner(env={"NO_COLOR": "1", "COLUMNS": "200"})
lines = [(svd2, ["count", "--help"]), (svd2, ["train", "--help"]), (svd2, ["evaluate", "--help"]),
    (kpca, ["train", "--help"]), (svd2, ["train", "x.abc", "out"]), (kpca, ["train", sys.argv[1], "out"])]
print(json.dumps([" ".join(runner.invoke(app, line).output.split()) for app, line in lines]))
"""


@pytest.fixture
def dashed(monkeypatch: pytest.MonkeyPatch) -> CorpusFormat:
    """A format of raw text whose words are joined by dashes."""
    entry = CorpusFormat("dashed", ("dsh", "dash"), "words and dashes", lambda file, options: map(undash, file.lines()))
    monkeypatch.setattr(registry, "FORMATS", (*FORMATS, entry))
    return entry


def undash(line: str) -> str:
    return line.replace("-", " ")


def test_names_and_suffixes_are_each_of_one_format() -> None:
    for formats in (FORMATS, sense_registry.FORMATS):
        names = [one.name for one in formats]
        suffixes = [suffix for one in formats for suffix in one.suffixes if getattr(one, "is_like", None) is None]
        assert len(set(names)) == len(names)
        assert len(set(suffixes)) == len(suffixes)
        assert all(suffix == suffix.lower().strip(".") for suffix in suffixes)


@pytest.mark.usefixtures("dashed")
def test_a_new_entry_is_read_by_its_suffixes_by_its_name_and_in_folders(tmp_path: Path) -> None:
    for name in ("a.dsh", "b.dash", "c.other"):
        (tmp_path / name).write_text("the-cat\n", "utf8")
    nlp = spacy.blank("xx")
    assert list(Corpus([tmp_path]).sentences(nlp)) == [["the", "cat"]] * 2
    assert list(Corpus([tmp_path], format="dashed").sentences(nlp)) == [["the", "cat"]] * 2
    assert list(Corpus([tmp_path / "c.other"], format="dashed").sentences(nlp)) == [["the", "cat"]]


@pytest.mark.usefixtures("dashed")
def test_messages_list_a_new_entry(tmp_path: Path) -> None:
    (tmp_path / "c.other").write_text("the-cat\n", "utf8")
    with pytest.raises(UserError, match=r"C003.*\.odt, \.dsh, \.dash, each"):
        _ = Corpus([tmp_path / "c.other"]).files
    with pytest.raises(UserError, match=r"C002.*\.dsh"):
        _ = Corpus([tmp_path]).files
    with pytest.raises(UserError, match=r"C004.*auto, txt, .*, dashed\."):
        Corpus([], format="dash")


def test_a_new_sense_format_is_read_and_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Instance("1", "bank", "the ", "bank", " of a river", ("shore",))
    leaves = SenseFormat("leaves", ("lvs",), "leaves .lvs", lambda path: iter([found]))
    monkeypatch.setattr(sense_registry, "FORMATS", (*sense_registry.FORMATS, leaves))
    (tmp_path / "a.lvs").touch()
    (tmp_path / "a.other").touch()
    (doc,) = SenseCorpus([tmp_path / "a.lvs"]).docs(spacy.blank("en"))
    assert [span.label_ for span in doc.spans["senses"]] == ["shore"]
    assert "leaves .lvs, each also .gz, .bz2, .xz, .lzma or .zst; " in sense_registry.listed_formats()
    with pytest.raises(UserError, match=r"C003.*'\.other'.*\.lvs"):
        list(SenseCorpus([tmp_path / "a.other"]).docs(spacy.blank("en")))
    with pytest.raises(UserError, match=r"C004.*, leaves\."):
        SenseCorpus([], format="leaf")


def test_suffixes_of_senses_are_known_whatever_their_case(tmp_path: Path) -> None:
    (tmp_path / "A.TSV").write_text("shore\tthe\tbank\tof a river\n", "utf8")
    (doc,) = SenseCorpus([tmp_path / "A.TSV"]).docs(spacy.blank("en"))
    assert [span.text for span in doc.spans["senses"]] == ["bank"]


def test_commands_offer_a_new_entry(tmp_path: Path) -> None:
    (tmp_path / "a.other").touch()
    (tmp_path / "x.abc").touch()
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, "a.other"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    count, train, evaluate, senses, text_error, sense_error = json.loads(done.stdout)
    for text in (count, train):
        assert ".odt, .dsh, each also .gz" in text
        assert "office|dashed" in text
    assert ".tei, .dsh, each also .gz" in evaluate
    assert "for .dsh the last" in evaluate
    assert "rlwsd|leaves" in senses
    assert "leaves .lvs, each also .gz" in senses
    assert ".odt, .dsh, each also" in text_error
    assert ".lvs, each also" in sense_error


def test_the_documentation_lists_every_format() -> None:
    page = (Path(__file__).parents[2] / "docs/guides/corpora.md").read_text("utf8")
    for one in FORMATS:
        assert f"`.{one.suffixes[0]}`" in page
    for sense_format in sense_registry.FORMATS:
        assert f"`{sense_format.name}`" in page
