import gzip
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy import util
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from spacy_svd2.corpora.corpus import Corpus, make_corpus
from spacy_svd2.errors import UserError

SENTENCES = [["Der", "Hund", "bellt", "."], ["Er", "schläft"], ["\U00010348ß", "!"]]


def conllu(sentences: list[list[str]]) -> str:
    rows = [[f"{i}\t{word}\t_\tX\t_\t_\t_\t_\t_\t_\n" for i, word in enumerate(words, 1)] for words in sentences]
    return "\n".join("".join(lines) for lines in rows)


def tsv(sentences: list[list[str]]) -> str:
    return "\n".join("".join(f"{word}\tT\n" for word in words) for words in sentences)


def tokenized(sentences: list[list[str]]) -> str:
    return "".join(" ".join(words) + "\n" for words in sentences)


def jsonl(sentences: list[list[str]]) -> str:
    return "".join(json.dumps({"tokens": words}) + "\n" for words in sentences)


def docbin(sentences: list[list[str]]) -> bytes:
    vocab = spacy.blank("xx").vocab
    docs = [Doc(vocab, words=words, sent_starts=[True] + [False] * (len(words) - 1)) for words in sentences]
    return DocBin(docs=docs).to_bytes()


WRITERS = {"conllu": conllu, "tsv": tsv, "txt": tokenized, "jsonl": jsonl, "spacy": docbin}


@pytest.mark.parametrize("zipped", ["", ".gz"])
@pytest.mark.parametrize("suffix", WRITERS)
def test_every_format_gives_the_same_sentences(suffix, zipped, write, nlp: Language) -> None:
    corpus = make_corpus(write(f"a.{suffix}{zipped}", WRITERS[suffix](SENTENCES)), tokenized=True)
    assert list(corpus.sentences(nlp)) == SENTENCES
    assert [[token.text for token in doc] for doc in corpus.docs(nlp)] == SENTENCES
    assert all(doc.has_annotation("SENT_START") for doc in corpus.docs(nlp) if len(doc) > 1)
    assert all(len(list(doc.sents)) == 1 for doc in corpus.docs(nlp))
    assert list(corpus.sentences(nlp)) == SENTENCES  # a second pass reads the files anew
    assert list(corpus.written_sentences(nlp)) == SENTENCES
    assert [" ".join(found.text.split()) for found in corpus.written_sentences(nlp)] == [*map(" ".join, SENTENCES)]


def test_sentences_with_the_text_as_it_is_written(write, nlp: Language) -> None:
    raw = write("a.txt", "Er lief (schnell),\u3000weit.\n\n \n„Ja!“\n")
    first, second = make_corpus(raw).written_sentences(nlp)
    assert first.text == "Er lief (schnell),\u3000weit."
    assert [word + gap for word, gap in zip(second, second.gaps(), strict=True)] == ["„", "Ja", "!", "“"]
    range_ = "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    rows = "".join(f"{i}\t{word}\t_\tX\t_\t_\t_\t_\t_\t_\n" for i, word in enumerate(["de", "le", "!"], 1))
    corpus = make_corpus(write("a.conllu", f"{range_}{rows}\n"))
    (only,) = corpus.written_sentences(nlp)
    assert (only, only.text) == (["de", "le", "!"], "du! ")
    assert list(corpus.texts()) == ["du! "]


@pytest.mark.parametrize("suffix", WRITERS)
def test_format_overrules_the_suffix(suffix, write, nlp: Language) -> None:
    corpus = make_corpus(write("a.data", WRITERS[suffix](SENTENCES)), format=suffix, tokenized=True)
    assert list(corpus.sentences(nlp)) == SENTENCES


word = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r"), min_size=1)
visible = word.map(lambda text: text.replace("\0", "").strip()).filter(bool)  # white space around words is not kept
no_space = word.filter(lambda text: text.split() == [text])


@pytest.mark.parametrize("suffix", ["tsv", "conllu", "jsonl"])
@settings(deadline=None, max_examples=30)
@given(sentences=st.lists(st.lists(visible, min_size=1), min_size=1))
def test_any_words_come_back(suffix, tmp_path_factory, sentences: list[list[str]]) -> None:
    if suffix == "tsv":  # a table most of whose words hold spaces is taken for one of sentences, and refused
        sentences = [[word.replace(" ", "_") for word in words] for words in sentences]
    path = tmp_path_factory.mktemp("any") / f"a.{suffix}"
    path.write_text(WRITERS[suffix](sentences), encoding="utf8", newline="")
    assert list(make_corpus(str(path)).sentences(spacy.blank("xx"))) == sentences


@settings(deadline=None, max_examples=30)
@given(sentences=st.lists(st.lists(no_space, min_size=1), min_size=1))
def test_any_tokenized_text_comes_back(tmp_path_factory, sentences: list[list[str]]) -> None:
    # a byte order mark at the very start of a file is taken for one
    sentences[0][0] = "x" + sentences[0][0]
    path = tmp_path_factory.mktemp("any") / "a.txt"
    path.write_text(tokenized(sentences), encoding="utf8", newline="")
    assert list(make_corpus(str(path), tokenized=True).sentences(spacy.blank("xx"))) == sentences


def test_folder_is_read_sorted_without_hidden_and_foreign_files(write, tmp_path: Path, nlp: Language) -> None:
    write("c/b.tsv", "second\tT\n")
    write("c/a/z.txt.gz", "first\n")
    write("c/d.JSONL", '{"tokens": ["third"]}\n')
    for name in ("c/.hidden.txt", "c/.git/x.txt", "c/README.md", "c/README"):
        write(name, "no\n")
    corpus = make_corpus(str(tmp_path / "c"))
    assert [file.name for file in corpus.files] == ["z.txt.gz", "b.tsv", "d.JSONL"]
    assert list(corpus.sentences(nlp)) == [["first"], ["second"], ["third"]]


def test_format_picks_the_files_of_a_folder(write, tmp_path: Path) -> None:
    write("a.conllu", conllu(SENTENCES))
    write("a.txt", "the same as raw text\n")
    assert [file.name for file in make_corpus(str(tmp_path), format="conllu").files] == ["a.conllu"]


def test_list_keeps_its_order(write, tmp_path: Path, nlp: Language) -> None:
    second, first = write("1.txt", "second"), write("2/x.txt", "first")
    assert list(make_corpus([str(Path(first).parent), second]).sentences(nlp)) == [["first"], ["second"]]


def test_no_path_is_an_empty_corpus(nlp: Language) -> None:
    corpus = make_corpus()
    assert (list(corpus(nlp)), list(corpus.sentences(nlp)), corpus.files, corpus.n_bytes) == ([], [], [], 0)


@pytest.mark.parametrize("limit", [1, 2])
def test_limit_counts_over_files(limit: int, write, nlp: Language) -> None:
    paths = [write("a.txt", "one"), write("b.txt", "two\nthree")]
    corpus = make_corpus(paths, limit=limit)
    assert list(corpus.sentences(nlp)) == [["one"], ["two"]][:limit]
    assert len(list(corpus(nlp))) == limit


def test_examples_predict_tokens_and_nothing_else(write, nlp: Language) -> None:
    lines = ["1\tda\t_\tADP\t_\t_\t_\t_\t_\tSpaceAfter=No", "2\t.\t_\tPUNCT\t_\t_\t_\t_\t_\t_"]
    paths = [write("a.conllu", "\n".join(lines)), write("b.tsv", "da\tT\n.\tP\n"), write("c.txt", "da.\n")]
    for example in make_corpus(paths)(nlp):
        assert [token.text for token in example.predicted] == ["da", "."]
        assert example.predicted.text == example.reference.text
        assert example.predicted.has_unknown_spaces == example.reference.has_unknown_spaces
        assert not any(example.predicted.has_annotation(name) for name in ("TAG", "POS", "SENT_START"))
    tags = [example.get_aligned("TAG", as_string=True) for example in make_corpus(paths)(nlp)]
    assert tags == [["ADP", "PUNCT"], ["T", "P"], ["", ""]]


@pytest.mark.parametrize("zipped", ["", ".gz"])
@pytest.mark.parametrize("suffix", WRITERS)
def test_progress_adds_up_to_the_size(suffix, zipped, write, nlp: Language) -> None:
    content = WRITERS[suffix](SENTENCES * 8_000 if suffix != "spacy" else SENTENCES)
    corpus = make_corpus([write(f"{name}.{suffix}{zipped}", content) for name in "ab"], tokenized=True)
    seen: list[int] = []
    for _ in corpus.sentences(nlp, progress=seen.append):
        pass
    assert sum(seen) == corpus.n_bytes == sum(file.stat().st_size for file in corpus.files)
    assert min(seen) >= 0
    assert suffix == "spacy" or len(seen) > 4


def test_pickled_reader_reads_the_same(write, nlp: Language) -> None:
    corpus = pickle.loads(pickle.dumps(make_corpus(write("a.tsv", tsv(SENTENCES)))))
    assert list(corpus.sentences(nlp)) == SENTENCES


def test_unknown_format() -> None:
    with pytest.raises(UserError, match=r"C004.*'xyz'.*conllu"):
        make_corpus("a", format="xyz")


def test_negative_limit() -> None:
    with pytest.raises(UserError, match=r"C005.*-1"):
        make_corpus("a", limit=-1)


def test_empty_path_is_not_the_current_folder() -> None:
    with pytest.raises(UserError, match="C001"):
        make_corpus("")


CONFIG = """
[paths]
raw = null

[corpora]

[corpora.train]
@readers = "test_svd2.Corpus.v1"
path = ${paths.raw}
"""


@pytest.mark.parametrize("raw", [None, "a.txt", ["a.txt", "b.txt"]])
@pytest.mark.parametrize("column", [None, 3, "xpos"])
def test_strict_config_resolver(raw, column, tmp_path: Path) -> None:
    spacy.registry.readers.register("test_svd2.Corpus.v1", func=make_corpus)
    (tmp_path / "x.cfg").write_text(CONFIG)
    overrides = {"paths.raw": raw, "corpora.train.column": column}
    config = util.load_config(tmp_path / "x.cfg", overrides=overrides, interpolate=True)
    corpus = spacy.registry.resolve(config["corpora"])["train"]
    assert isinstance(corpus, Corpus)
    assert corpus.options.column == column
    assert list(map(str, corpus.paths)) == ([] if raw is None else raw if isinstance(raw, list) else [raw])


def test_import_is_light() -> None:
    code = "import sys, spacy_svd2.corpora; print({'scipy', 'sklearn'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.corpora
def test_brown(corpora: Path, nlp: Language) -> None:
    corpus = make_corpus(str(corpora / "pos" / "brown.tsv.gz"))
    lengths = [len(words) for words in corpus.sentences(nlp)]
    assert (len(lengths), sum(lengths)) == (57_340, 1_161_192)


@pytest.mark.corpora
def test_treebanks_have_as_many_words_as_lines_with_whole_ids(corpora: Path, nlp: Language) -> None:
    for path in sorted((corpora / "ud").glob("*-dev.conllu.gz")):
        with gzip.open(path, "rt", encoding="utf8") as file:
            expected = sum(line.split("\t")[0].isdigit() for line in file)
        assert sum(len(doc) for doc in make_corpus(str(path)).docs(nlp)) == expected


def test_text_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("the caté sleeps\n".encode("cp1252"))
    assert list(make_corpus(str(path), encoding="cp1252").texts()) == ["the caté sleeps"]
    with pytest.raises(UserError, match=r"C061.*'none-such'"):
        list(make_corpus(str(path), encoding="none-such").texts())
    with pytest.raises(UserError, match=r"C062.*'ascii' from line 1"):
        list(make_corpus(str(path), encoding="ascii").texts())
