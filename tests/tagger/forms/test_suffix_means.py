import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.tagger.forms.suffix_means import SuffixMeans


def plainly(words: list[str], counts: np.ndarray, values: np.ndarray, length: int, backing: float, most: int):
    """The definition, word by word."""
    tokens = np.minimum(counts, most)
    overall = tokens @ values / tokens.sum()
    means = []
    for i, word in enumerate(words):
        mean = overall
        for size in range(1, length + 1):
            ending = word.rjust(size, "\x02")[-size:]
            others = [j for j, other in enumerate(words) if j != i and other.rjust(size, "\x02")[-size:] == ending]
            mean = (tokens[others] @ values[others] + backing * mean) / (tokens[others].sum() + backing)
        means.append(mean - overall)
    return np.array(means)


@given(st.lists(st.text("ab", min_size=1, max_size=4), min_size=1, max_size=12, unique=True), st.integers(1, 4))
def test_means_are_those_of_the_other_words_backed_off_letter_by_letter(words, length):
    random = np.random.default_rng(len(words))
    counts = np.sort(random.integers(1, 20, len(words)))[::-1]
    values = random.normal(size=(len(words), 3)).astype(np.float32)
    like = SuffixMeans.build(words, counts, length=length, backing=2.5, max_tokens=10)
    expected = plainly(words, counts, values, length, 2.5, 10)
    np.testing.assert_allclose(like(values), expected, atol=1e-5)
    space = np.zeros((len(words), 5), dtype=np.float32)
    assert like(values, out=space[:, 1:4]).base is space
    np.testing.assert_array_equal(space[:, 1:4], like(values))
    assert not space[:, [0, 4]].any()
