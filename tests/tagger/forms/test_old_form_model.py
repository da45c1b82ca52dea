import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.tagger.forms.cluster_form_model import OldFormModel

NOTHING, WORD, NAME, NUMBER = "", "0|", "4|", "2|"
NODES = {
    NOTHING: (0.25, 0.25, 0.25, 0.25),
    WORD: (0.5, 0.5, 0, 0),
    f"{WORD}g": (0.75, 0.25, 0, 0),
    f"{WORD}ng": (1, 0, 0, 0),
    f"{WORD}\x02a": (0, 1, 0, 0),  # of no word: "a" is not in the tree
    NAME: (0, 0, 1, 0),
    NUMBER: (0, 0, 0, 1),
}
FORM = OldFormModel(list(NODES), np.array(list(NODES.values()), dtype=np.float16))


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("running", "0|ng"),
        ("dog", "0|g"),
        ("cat", WORD),
        ("a", WORD),  # the path to its longer suffix is broken
        ("Rome", NAME),
        ("Being", NAME),
        ("7", NUMBER),
        ("a-b", NOTHING),  # a shape that the corpus does not have
    ],
)
def test_the_longest_suffix_of_the_shape_tells(text: str, node: str) -> None:
    np.testing.assert_array_equal(FORM([text.lower()], [text]), [NODES[node]])


def test_no_words_no_rows() -> None:
    assert FORM([], []).shape == (0, 4)


@given(st.lists(st.text(min_size=1), max_size=8))
def test_any_text_gets_probabilities(texts: list[str]) -> None:
    found = FORM([text.lower() for text in texts], texts)
    np.testing.assert_allclose(found.sum(axis=1), np.ones(len(texts)), rtol=1e-5)
