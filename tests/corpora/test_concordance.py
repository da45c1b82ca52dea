from collections import Counter
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.corpora.concordance import WrittenWords, find_lines

SENTENCES = [["The", "cat", "sleeps", "."], ["A", "dog", "sees", "the", "cat"], ["Cat"]]


def test_lines_in_corpus_order_with_what_stands_around() -> None:
    assert find_lines(SENTENCES, ["cat", "the", "bird"], normalize=str.lower) == {
        "cat": [("The", "cat", "sleeps ."), ("A dog sees the", "cat", ""), ("", "Cat", "")],
        "the": [("", "The", "cat sleeps ."), ("A dog sees", "the", "cat")],
        "bird": [],
    }


def test_width_takes_whole_tokens_next_to_the_word() -> None:
    sentence = ["one", "two", "three", "x", "four", "five"]
    assert find_lines([sentence], ["x"], width=9)["x"] == [("two three", "x", "four five")]
    assert find_lines([sentence], ["x"], width=8)["x"] == [("three", "x", "four")]
    assert find_lines([sentence], ["x"], width=3)["x"] == [("", "x", "")]


def test_a_word_twice_in_a_sentence_gives_two_lines() -> None:
    assert find_lines([["a", "b", "a"]], ["a"])["a"] == [("", "a", "b a"), ("a b", "a", "")]


def test_the_same_line_is_shown_once() -> None:
    assert find_lines([["a", "b"]] * 50 + [["b", "a"]], ["a"], n=3)["a"] == [("", "a", "b"), ("b", "a", "")]


def test_lines_come_from_the_whole_corpus_with_equal_chances() -> None:
    n, size, words = 4, 400, [f"w{number}" for number in range(300)]
    corpus = [[word, str(at)] for at in range(size) for word in words]
    found = find_lines(corpus, words, n=n)
    quarters = Counter(int(right) * 4 // size for lines in found.values() for _, _, right in lines)
    assert sum(quarters.values()) == n * len(words)
    assert all(250 < quarters[quarter] < 350 for quarter in range(4))  # 300 each; 3.3 standard deviations are 50


def test_same_lines_each_time_and_the_corpus_is_read_once() -> None:
    def corpus() -> Iterator[list[str]]:
        return ([str(at), "x"] for at in range(1000))

    assert find_lines(corpus(), ["x"]) == find_lines(corpus(), ["x"])


def test_no_lines_wanted() -> None:
    assert find_lines(SENTENCES, ["cat"], n=0) == {"cat": []}


def test_lines_are_shown_as_they_are_written() -> None:
    words = WrittenWords(["Dŵr", "'r", "afon", ",", "(", "oer", ")", "!"], "Dŵr'r afon,  (oer)!")
    assert find_lines([words], ["afon", "'r", "!"]) == {
        "afon": [("Dŵr'r", "afon", ", (oer)!")],
        "'r": [("Dŵr", "'r", "afon, (oer)!")],
        "!": [("Dŵr'r afon, (oer)", "!", "")],
    }
    assert find_lines([words], ["oer"], width=6)["oer"] == [(", (", "oer", ")!")]


def test_words_that_are_not_in_their_text_stand_apart() -> None:
    words = WrittenWords(["Il", "parle", "de", "le", "vin", "."], "Il parle du vin.")
    assert find_lines([words], ["vin"])["vin"] == [("Il parle de le", "vin", ".")]


@given(st.lists(st.tuples(st.sampled_from(["a", "bb", ",;", "é"]), st.sampled_from(["", " "]))))
def test_a_line_that_is_wide_enough_is_the_text(tokens: list[tuple[str, str]]) -> None:
    text = "".join(word + gap for word, gap in tokens)
    sentence = WrittenWords([*(word for word, _ in tokens), "x"], f"{text}x")
    assert find_lines([sentence], ["x"], width=10_000)["x"] == [(text.rstrip(), "x", "")]


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=5), max_size=20), st.integers(1, 4))
def test_every_line_stands_in_the_corpus(sentences: list[list[str]], n: int) -> None:
    texts = {" ".join(sentence) for sentence in sentences}
    occurrences = Counter(token for sentence in sentences for token in sentence)
    for word, lines in find_lines(sentences, "abc", n=n, width=100).items():
        assert len(lines) == len(set(lines)) <= n
        assert bool(lines) == bool(occurrences[word])
        assert all(" ".join(filter(None, line)) in texts and line[1] == word for line in lines)
