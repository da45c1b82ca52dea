import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.tagger.forms.cluster_form_model import ClusterFormModel
from spacy_svd2.tagger.forms.suffix_tree import Forms


@pytest.fixture
def model() -> ClusterFormModel:
    types = ["walked", "talked", "jumped", "baked", "houses", "trees", "dogs", "1950", "1999", "2001", "paris", "rome"]
    case = np.array([[5, 0, 0]] * 10 + [[5, 5, 0]] * 2)
    labels = np.array([0] * 4 + [1] * 3 + [2] * 3 + [3] * 2)
    forms = Forms.build(types, case, length=3, min_types=2)
    return ClusterFormModel.fit(forms, labels, 4, suffix_strength=1.0, shape_strength=1.0)


@pytest.mark.parametrize(("text", "label"), [("parked", 0), ("cats", 1), ("1812", 2), ("Berlin", 3)])
def test_unseen_words_go_where_their_form_points(model: ClusterFormModel, text: str, label: int) -> None:
    assert int(model.scores(text.lower(), text).argmax()) == label


@given(st.text(max_size=12))
def test_any_text_gets_finite_scores(text: str) -> None:
    forms = Forms.build(["ab", "b"], np.zeros((2, 3), dtype=np.int64), length=2, min_types=1)
    fitted = ClusterFormModel.fit(forms, np.array([0, 1]), 2, suffix_strength=1.0, shape_strength=1.0)
    assert np.isfinite(fitted.scores(text.lower(), text)).all()
