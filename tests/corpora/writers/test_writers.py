"""Tagged documents as files: what is written, and that it can be read again."""

import gzip
import io
from collections.abc import Sequence
from pathlib import Path

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training.converters import conllu_to_docs
from ud_validation import faults

from spacy_svd2.corpora.annotate import Source, annotate
from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.writers.conllu import write_conllu
from spacy_svd2.corpora.writers.registry import OUTPUT_FORMATS, write_annotated
from spacy_svd2.corpora.writers.sentences import WritingOptions
from spacy_svd2.errors import UserError

PARTS = {"Hi": "INTJ", "you": "PRON", "!": "PUNCT"}


@Language.component("tests_parts")
def parts(doc: Doc) -> Doc:
    for token in doc:
        token.tag_ = "_SP" if token.is_space else PARTS.get(token.text, "X")
    return doc


@pytest.fixture(scope="module")
def nlp() -> Language:
    nlp = spacy.blank("xx")
    nlp.add_pipe("tests_parts")
    return nlp


@pytest.fixture(scope="module")
def with_sentences() -> Language:
    nlp = spacy.blank("xx")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("tests_parts")
    return nlp


def written(nlp: Language, folder: Path, name: str, text: str, column: str = "upos", **options: object) -> str:
    (folder / name).write_text(text, "utf8")
    out = folder / "out.conllu"
    write_annotated(out, annotate(nlp, Corpus([folder / name], **options)), WritingOptions(column))  # type: ignore[arg-type]
    content = out.read_bytes().decode("utf8")
    assert faults(content) == []
    return content


def rows(content: str) -> list[list[str]]:
    return [[row[1], row[3], row[4], row[9]] for line in content.splitlines() if len(row := line.split("\t")) == 10]


def texts(content: str) -> list[str]:
    return [line.removeprefix("# text = ") for line in content.splitlines() if line.startswith("# text")]


def test_a_file_of_text(nlp: Language, tmp_path: Path) -> None:
    content = written(nlp, tmp_path, "my text.txt", "Hi you!\n\nHi\n")
    cells = "\t_\t{}\t_\t_\t_\t_\t_\t{}\n"
    assert content == (
        "# newdoc id = my_text.txt\n# sent_id = my_text.txt-s1\n# text = Hi you!\n"
        + "1\tHi" + cells.format("INTJ", "_") + "2\tyou" + cells.format("PRON", "SpaceAfter=No")
        + "3\t!" + cells.format("PUNCT", "_")
        + "\n# sent_id = my_text.txt-s2\n# text = Hi\n1\tHi" + cells.format("INTJ", "_") + "\n"
    )  # fmt: skip


def test_other_tags_are_in_xpos(nlp: Language, tmp_path: Path) -> None:
    assert rows(written(nlp, tmp_path, "a.txt", "Hi", "xpos")) == [["Hi", "_", "INTJ", "_"]]


def test_sentences_of_the_pipeline_and_lines_without(nlp: Language, with_sentences: Language, tmp_path: Path) -> None:
    record = '{"text": "Hi! Hi\\nyou"}'
    assert texts(written(nlp, tmp_path, "a.jsonl", record)) == ["Hi! Hi", "you"]
    content = written(with_sentences, tmp_path, "a.jsonl", record)
    assert texts(content) == ["Hi!", "Hi you"]
    assert rows(content)[2][3] == r"SpacesAfter=\n"


def test_every_document_has_an_id(nlp: Language, tmp_path: Path) -> None:
    content = written(nlp, tmp_path, "a.jsonl", '{"text": "Hi"}\n{"text": "you"}')
    assert [line for line in content.splitlines() if line[:1] == "#"] == [
        "# newdoc id = a.jsonl-1", "# sent_id = a.jsonl-1-s1", "# text = Hi",
        "# newdoc id = a.jsonl-2", "# sent_id = a.jsonl-2-s1", "# text = you",
    ]  # fmt: skip


def test_files_of_one_name_have_ids_of_their_own(nlp: Language, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text("Hi")
    out = tmp_path / "out.conllu"
    write_annotated(out, annotate(nlp, Corpus([tmp_path])), WritingOptions())
    assert faults(out.read_text()) == []
    assert out.read_text().count("newdoc") == 2


def test_white_space(nlp: Language, tmp_path: Path) -> None:
    content = written(nlp, tmp_path, "a.txt", " Hi\t you \u00a0!  \n")
    assert texts(content) == ["Hi you !"]
    assert [row[3] for row in rows(content)] == [r"SpacesAfter=\t\s", r"SpacesAfter=\s\s", "_"]


def test_words_with_spaces_and_texts_that_are_not_composed(nlp: Language, tmp_path: Path) -> None:
    content = written(nlp, tmp_path, "a.tsv", "word\ttag\nViệt  Nam\tX\ncafe\u0301\tX\n")
    assert [row[0] for row in rows(content)] == ["Việt Nam", "café"]
    assert texts(content) == ["Việt Nam café"]


CONLLU = "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\tde\t_\tADP\t_\t_\t_\t_\t_\t_\n2\tle\t_\tDET\t_\t_\t_\t_\t_\t_\n3\t!\t_\tX\t_\t_\t_\t_\t_\tSpaceAfter=No\n\n"  # fmt: skip  # noqa: E501


def test_multiword_tokens_and_spaces_of_conllu_stay(nlp: Language, tmp_path: Path) -> None:
    content = written(nlp, tmp_path, "a.conllu", CONLLU)
    assert texts(content) == ["du!"]
    assert [line.split("\t")[0] for line in content.splitlines() if line[:1].isdigit()] == ["1-2", "1", "2", "3"]
    assert rows(content) == [
        ["du", "_", "_", "SpaceAfter=No"], ["de", "X", "_", "_"], ["le", "X", "_", "_"],
        ["!", "PUNCT", "_", "SpaceAfter=No"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["out.conllu", "out.tsv", "out.spacy", "out.conllu.gz", "out.tsv.bz2", "out.conllu.xz"]
)
def test_our_readers_read_what_is_written(nlp: Language, tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_text('Hi you! "A"\nyou\n')
    write_annotated(tmp_path / name, annotate(nlp, Corpus([tmp_path / "a.txt"])), WritingOptions("upos"))
    docs = [[(token.text, token.tag_) for token in doc] for doc in Corpus([tmp_path / name]).docs(spacy.blank("xx"))]
    quoted = [('"', "X"), ("A", "X"), ('"', "X")]
    assert docs == [[("Hi", "INTJ"), ("you", "PRON"), ("!", "PUNCT"), *quoted], [("you", "PRON")]]
    if "tsv" not in name:
        assert next(iter(Corpus([tmp_path / name]).texts())) == 'Hi you! "A"' + " " * ("conllu" in name)


def test_spacy_converts_what_is_written(with_sentences: Language, tmp_path: Path) -> None:
    content = written(with_sentences, tmp_path, "a.txt", "Hi you! Hi\n")
    (doc,) = conllu_to_docs(content, n_sents=10, no_print=True)
    assert [(token.text, token.pos_) for token in doc] == [
        ("Hi", "INTJ"), ("you", "PRON"), ("!", "PUNCT"), ("Hi", "INTJ"),
    ]  # fmt: skip


def test_the_same_text_gives_the_same_bytes(nlp: Language, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Hi you!\n" * 20)
    for name in ("1.conllu.gz", "2.conllu.gz"):
        write_annotated(tmp_path / name, annotate(nlp, Corpus([tmp_path / "a.txt"])), WritingOptions())
    first, second = ((tmp_path / name).read_bytes() for name in ("1.conllu.gz", "2.conllu.gz"))
    assert first == second
    assert gzip.decompress(first).count(b"# text = Hi you!\n") == 20


def test_a_text_of_several_parts(nlp: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The vocabulary is cleaned up between them, and lines that are too long for the pipeline are cut."""
    whole = written(nlp, tmp_path, "a.txt", "Hi you there !\nsome other words\n" * 3)
    monkeypatch.setattr("spacy_svd2.corpora.annotate._FIRST_CHARACTERS", 5)
    monkeypatch.setattr("spacy_svd2.corpora.annotate._ZONE_CHARACTERS", 20)
    assert written(nlp, tmp_path, "a.txt", "Hi you there !\nsome other words\n" * 3) == whole
    monkeypatch.setattr(nlp, "max_length", 9)
    assert texts(written(nlp, tmp_path, "a.txt", "Hi you there !\nlonglonglong")) == [
        "Hi you", "there !", "longlongl", "ong",
    ]  # fmt: skip


def test_a_file_that_fails_leaves_nothing(nlp: Language, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": "Hi"}\nno JSON\n')
    with pytest.raises(UserError, match="C014"):
        write_annotated(tmp_path / "out.conllu", annotate(nlp, Corpus([tmp_path / "a.jsonl"])), WritingOptions())
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


@pytest.mark.parametrize("name", ["out.txt", "out", "out.conllu.zst", "out.gz"])
def test_names_that_stand_for_no_format(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"L060.*\.conllu, \.tsv, \.spacy"):
        write_annotated(tmp_path / name, [], WritingOptions())


def test_each_format_has_a_suffix_of_its_own() -> None:
    assert len({one.suffix for one in OUTPUT_FORMATS}) == len(OUTPUT_FORMATS)


@given(st.lists(st.text("aé#_|\t \n\u0301\u00a0\u2028\x0b=-", min_size=1, max_size=5), min_size=1, max_size=8))
def test_any_words_give_valid_conllu(words: Sequence[str]) -> None:
    vocab = spacy.blank("xx").vocab
    docs = [Doc(vocab, words=list(words), spaces=[at % 2 == 0 for at in range(len(words))])]
    file = io.BytesIO()
    write_conllu(file, [(doc, Source("a")) for doc in docs], WritingOptions())
    assert not file.getvalue() or faults(file.getvalue().decode("utf8")) == []
