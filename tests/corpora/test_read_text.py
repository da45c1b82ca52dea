import pytest
import spacy
from spacy.language import Language
from spacy.tokenizer import Tokenizer

from spacy_svd2.corpora.corpus import make_corpus

TEXT = "\ufeffQwertz uiopü.\n\n   \nZwei  Wörter \x00 hier\x85und\u2028da\x0bdort\x0c\r\nletzte"


class OtherTokenizer:
    """A tokenizer that is not spaCy's own class, and fills the vocabulary like it."""

    def __init__(self, nlp: Language) -> None:
        self._inner = nlp.tokenizer

    def __call__(self, text: str) -> spacy.tokens.Doc:
        return self._inner(text)


@pytest.fixture(params=["own", "other", "subclass"])
def any_nlp(request, nlp: Language) -> Language:
    if request.param == "other":
        nlp.tokenizer = OtherTokenizer(nlp)
    if request.param == "subclass":
        nlp.tokenizer = type("Sub", (Tokenizer,), {})(nlp.vocab, suffix_search=nlp.tokenizer.suffix_search)
    return nlp


def test_units_are_lines_that_are_not_blank(write, nlp: Language) -> None:
    texts = [doc.text for doc in make_corpus(write("a.txt", TEXT)).docs(nlp)]
    assert texts == ["Qwertz uiopü.", "Zwei  Wörter \x00 hier\x85und\u2028da\x0bdort\x0c", "letzte"]


def test_sentences_are_the_docs_without_white_space(write, any_nlp: Language) -> None:
    corpus = make_corpus(write("a.txt", TEXT))
    docs = [[token.text for token in doc if not token.is_space] for doc in corpus.docs(any_nlp)]
    assert list(corpus.sentences(any_nlp)) == docs
    assert "\x00" in docs[1]


def test_special_cases_of_the_pipeline_count(write, nlp: Language) -> None:
    nlp.tokenizer.add_special_case("gimme", [{"ORTH": "gim"}, {"ORTH": "me"}])
    assert list(make_corpus(write("a.txt", "gimme that")).sentences(nlp)) == [["gim", "me", "that"]]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "mae ŵy\r\nyma .\r\n"),
        ("a.conllu", "".join(f"{i}\t{word}" + "\t_" * 8 + "\n" for i, word in [(1, "mae"), (2, "ŵy")])),
        ("a.jsonl", '{"text": "mae ŵy"}\n'),
        ("a.tsv", "mae\tV\nŵy\tN\n"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_what_windows_calls_unicode_is_read(name: str, text: str, encoding: str, write, nlp: Language) -> None:
    expected = list(make_corpus(write(f"8{name}", text)).sentences(nlp))
    assert list(make_corpus(write(name, ("\ufeff" + text).encode(encoding))).sentences(nlp)) == expected


@pytest.mark.parametrize("batch", [1, 1 << 20])
def test_vocabulary_stays_free_of_words(batch: int, write, any_nlp: Language, monkeypatch) -> None:
    monkeypatch.setattr("spacy_svd2.corpora.splitting._ZONE_CHARACTERS", batch)
    monkeypatch.setattr("spacy_svd2.corpora.splitting._COPY_CHARACTERS", batch)
    before = set(any_nlp.vocab.strings)
    corpus = make_corpus(write("a.txt", "".join(f"wort{i}, satz{i}\n" for i in range(30))))
    for i, words in enumerate(corpus.sentences(any_nlp)):
        assert words == [f"wort{i}", ",", f"satz{i}"]
        any_nlp.vocab.strings.add(f"mine{i}")  # the caller's own strings stay
    assert set(any_nlp.vocab.strings) - before == {f"mine{i}" for i in range(30)}


def test_within_the_callers_memory_zone(write, any_nlp: Language) -> None:
    corpus = make_corpus(write("a.txt", "ein wort\n"))
    with any_nlp.memory_zone():
        assert list(corpus.sentences(any_nlp)) == [["ein", "wort"]]
    assert "wort" not in any_nlp.vocab.strings


def test_very_long_lines(write, nlp: Language) -> None:
    words = ["longword"] * 1_200_000
    path = write("a.txt", " ".join(words))
    assert list(make_corpus(path, tokenized=True).sentences(nlp)) == [words]
    path = write("b.txt", "ab " * 400_000)
    assert len("ab " * 400_000) > nlp.max_length
    assert [len(sentence) for sentence in make_corpus(path).sentences(nlp)] == [400_000]


def test_tokenized_text_needs_no_spacy(write) -> None:
    class NoPipeline:
        tokenizer = None

    path = write("a.txt", "don't  stop\t.\n \nnow")
    assert list(make_corpus(path, tokenized=True).sentences(NoPipeline())) == [["don't", "stop", "."], ["now"]]
