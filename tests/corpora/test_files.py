"""Lines, whatever ends them."""

import io
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.corpora import files
from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.corpora.files import CorpusFile
from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.table import read_sense_tsv
from spacy_svd2.shared.word_keys import WordKey
from spacy_svd2.tagger.labelling.labels import read_labels
from spacy_svd2.tagger.labelling.tagsets import read_tagset

ENDS = ["\n", "\r\n", "\r"]


@given(text=st.text(alphabet="a\r\n", max_size=12), size=st.integers(1, 5))
def test_lines_as_python_has_them(tmp_path_factory: pytest.TempPathFactory, text: str, size: int) -> None:
    path = tmp_path_factory.getbasetemp() / "lines.txt"
    path.write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_CHUNK", size)
        file = CorpusFile(path)
        found = list(file.lines())
        again = CorpusFile(path)
        texts = list(again.texts())
    assert found == [line.rstrip("\n") for line in io.StringIO(text, newline=None)]
    assert file.n_lines == again.n_lines == len(found)
    assert "".join(texts) == io.StringIO(text, newline=None).read()
    assert all(texts)
    assert all(block[-1] == "\n" for block in texts[:-1])


@pytest.mark.parametrize("end", ENDS)
def test_every_reader_takes_the_same_line_ends(tmp_path: Path, end: str) -> None:
    def written(name: str, *lines: str) -> Path:
        path = tmp_path / name
        path.write_bytes("".join(line + end for line in lines).encode())
        return path

    corpus = make_corpus(str(written("a.txt", "the cat", "", "a dog")), tokenized=True)
    assert [[token.text for token in doc] for doc in corpus.docs(spacy.blank("xx"))] == [["the", "cat"], ["a", "dog"]]
    assert read_labels(written("words.tsv", "word\ttag", "cat\tN", "sees\tV")).tags == {"cat": ("N",), "sees": ("V",)}
    assert [tag.name for tag in read_tagset(written("tags.tsv", "N\tnoun", "V"))] == ["N", "V"]
    senses = read_sense_tsv(written("senses.tsv", "shore\tby the\tbank\t.", "money\tthe\tbank\tpays"))
    assert [(one.word, one.senses) for one in senses] == [("bank", ("shore",)), ("bank", ("money",))]


@pytest.mark.parametrize("end", ENDS)
def test_files_that_were_put_together_have_marks_in_their_midst(tmp_path: Path, end: str) -> None:
    def joined(name: str, *parts: str) -> Path:
        path = tmp_path / name
        path.write_bytes(b"".join(f"\ufeff{part}".replace("\n", end).encode() for part in parts))
        return path

    def words(path: Path) -> list[list[str]]:
        corpus = make_corpus(str(path), tokenized=True)
        return [[token.text for token in doc] for doc in corpus.docs(spacy.blank("xx"))]

    conllu = "# text = {0}\n1\t{0}\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    formats = {"a.txt": "{}\n", "a.tsv": "{}\tX\n\n", "a.conllu": conllu, "a.jsonl": '{{"text": "{}"}}\n'}
    for name, part in formats.items():
        path = joined(name, part.format("the"), part.format("cat"), part.format("a\ufeffb"))
        assert [[*map(WordKey(), one)] for one in words(path)] == [["the"], ["cat"], ["ab"]]
        assert words(path)[2] in (["a\ufeffb"], ["\ufeffa\ufeffb"])  # texts stay as they are
    senses = read_sense_tsv(joined("senses.tsv", "shore\tby the\tbank\t.\n", "money\tthe\tbank\tpays\n"))
    assert [one.senses for one in senses] == [("shore",), ("money",)]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("start", [0, 1])
def test_messages_count_the_same_lines(tmp_path: Path, end: str, start: int) -> None:
    head = f"ab{end}c{end}".encode()
    (tmp_path / "a.txt").write_bytes(head + b"d\xff" + end.encode())
    file = CorpusFile(tmp_path / "a.txt", start=start * len(head), end=len(head) + 3)
    with pytest.raises(UserError, match=r"C006.*line 3.*0xff at byte 2 "):
        list(file.lines())


def test_a_text_beside_its_compressed_copy(write: Callable[[str, str], str], tmp_path: Path) -> None:
    for name in ("a.txt", "b/a.txt.gz", "b/b.txt", "c.txt", "c.tsv.gz"):
        write(name, "a\tX\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(make_corpus(str(tmp_path)).files) == 5
    write("b/b.txt.GZ", "")
    with pytest.warns(UserWarning, match=r"C150.*'b\.txt' and 'b\.txt\.GZ'"):
        assert len(make_corpus(str(tmp_path)).files) == 6
