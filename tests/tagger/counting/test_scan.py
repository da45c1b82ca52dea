import unicodedata
from collections import Counter
from itertools import pairwise

import pytest
from bigram_helpers import SENTENCES, bigrams, boundaries, corpora, plain
from count_helpers import content
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.shared.word_keys import WordKey
from spacy_svd2.tagger.counting import scan
from spacy_svd2.tagger.counting.scan import count_bigrams, count_texts


def test_by_hand() -> None:
    counts = count_bigrams(SENTENCES)
    assert counts.types == ["the", "cat", "saw", "dog", "ran", "nato", "!", "go"]
    assert counts.counts.tolist() == [3, 1, 1, 2, 1, 1, 1, 1]
    assert counts.starts.tolist() == [2, 0, 0, 0, 0, 1, 0, 0]
    assert counts.ends.tolist() == [0, 0, 0, 1, 1, 0, 0, 1]
    assert counts.n_sentences == 3
    assert bigrams(counts) == {
        ("the", "cat"): 1,
        ("cat", "saw"): 1,
        ("saw", "the"): 1,
        ("the", "dog"): 2,
        ("dog", "the"): 1,
        ("dog", "ran"): 1,
        ("ran", "nato"): 1,
        ("nato", "!"): 1,
        ("!", "go"): 1,
    }


def test_case_counts_leave_out_sentence_starts_and_what_follows_punctuation() -> None:
    counts = count_bigrams([["The", "Dog", "saw", "NATO", ",", "Then", "the", "dog", "ran"]])
    case = dict(zip(counts.types, counts.case.tolist(), strict=True))
    assert case["the"] == [1, 0, 0, 0]
    assert case["dog"] == [2, 1, 0, 0]
    assert case["nato"] == [1, 1, 1, 0]
    assert case["then"] == [0, 0, 0, 0]


def test_capitals_inside_a_word_are_counted() -> None:
    counts = count_bigrams([["x", "uYanga", "UYanga", "UYANGA", "uyanga", "iPhone", "Rome"]])
    case = dict(zip(counts.types, counts.case.tolist(), strict=True))
    assert case["uyanga"] == [4, 2, 1, 2]
    assert case["iphone"] == [1, 0, 0, 1]
    assert case["rome"] == [1, 1, 0, 0]


@pytest.mark.parametrize("setting", ["stop", "token"])
def test_no_bigram_across_sentences(setting: str) -> None:
    counts = count_bigrams(SENTENCES, boundaries=setting)
    assert ("dog", "the") not in bigrams(counts)
    assert ("ran", "nato") not in bigrams(counts)
    assert counts.bigrams.sum() == counts.n_tokens - counts.n_sentences


def test_normalize_makes_the_types() -> None:
    assert count_bigrams(SENTENCES, normalize=str).types[:4] == ["The", "cat", "saw", "the"]


@pytest.mark.parametrize("form", ["NFC", "NFD", "mixed"])
def test_counts_do_not_depend_on_the_encoding(form: str) -> None:
    lines = ["Ẹ\u0300kọ́ dára , É É\u0323 ÉÀ", "ẹ\u0300kọ́ ni VIỆT , Việt é", "\u201cẸ\u0300KỌ́ \u0301 ọ\u0300 -"] * 3
    forms = ["NFC", "NFD"] * 5 if form == "mixed" else [form] * 10
    encoded = [unicodedata.normalize(one, line) for one, line in zip(forms, lines, strict=False)]
    wanted = count_bigrams([unicodedata.normalize("NFC", line).split() for line in lines], normalize=WordKey())
    assert content(count_bigrams(map(str.split, encoded), normalize=WordKey())) == content(wanted)
    assert content(count_texts(["\n".join(encoded)], normalize=WordKey())) == content(wanted)
    assert wanted.types[0] == unicodedata.normalize("NFC", "ẹ\u0300kọ́")


def test_empty_corpus() -> None:
    counts = count_bigrams([[], []])
    assert (counts.n_tokens, counts.n_types, counts.n_sentences) == (0, 0, 0)
    assert counts.bigrams.shape == (0, 0)


@given(corpora, boundaries)
def test_against_a_plain_loop(corpus: list[list[str]], setting: str) -> None:
    counts = count_bigrams(corpus, boundaries=setting)
    lowered = [[word.lower() for word in sentence] for sentence in corpus if sentence]
    stream = [word for sentence in lowered for word in sentence]
    if setting == "ignore":
        expected = Counter(pairwise(stream))
    else:
        expected = Counter(pair for sentence in lowered for pair in pairwise(sentence))
    assert bigrams(counts) == dict(expected)
    assert dict(zip(counts.types, counts.counts.tolist(), strict=True)) == dict(Counter(stream))
    assert counts.types == list(dict.fromkeys(stream))


@given(corpora, boundaries, st.integers(1, 9))
def test_chunk_size_does_not_matter(corpus: list[list[str]], setting: str, chunk: int) -> None:
    small = count_bigrams(corpus, boundaries=setting, chunk_tokens=chunk)
    assert plain(small) == plain(count_bigrams(corpus, boundaries=setting))


lines = st.lists(st.lists(st.sampled_from(["a", "A", "be", "Be", ",", "NATO", "incomprehensible", "\u3042"])))


@given(lines, boundaries, st.integers(1, 9), st.integers(1, 30), st.booleans())
def test_texts_are_counted_as_the_words_of_their_lines(
    sentences: list[list[str]], setting: str, chunk: int, size: int, alike: bool
) -> None:
    texts = [" ".join(sentence) + "\n" for sentence in sentences]
    with pytest.MonkeyPatch.context() as patch:
        if alike:
            patch.setattr(scan, "distinct_words", lambda text: None)
        counts = count_texts(texts, boundaries=setting, chunk_tokens=chunk, text_size=size)
    assert plain(counts) == plain(count_bigrams(sentences, boundaries=setting))


def test_texts_without_words() -> None:
    assert plain(count_texts([])) == plain(count_texts(["", "\n \n"])) == plain(count_bigrams([]))
