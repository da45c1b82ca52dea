from spacy_svd2.senses.model.contexts import Context, ContextWindow
from spacy_svd2.senses.model.explanation import explain
from spacy_svd2.senses.model.features import feature_names
from spacy_svd2.senses.model.sense_model import Occurrence, train_senses

TRAIN = [
    Occurrence("bank", Context(f"{side} bank of the {word}".split()), 1, 2, (sense,))
    for side, word, sense in [
        ("muddy", "river", "shore"),
        ("steep", "river", "shore"),
        ("muddy", "stream", "shore"),
        ("central", "state", "money"),
        ("central", "kingdom", "money"),
    ]
]


def test_names_say_what_and_where() -> None:
    context = Context(["The", "Art", "gallery", "closed"], tags=["D", "N", "N", "V"])
    names = set(feature_names(context, 1, 3, ContextWindow(positions=1)).values())
    assert {"form(0)=art gallery", "stem(-1, 0)=the|art g", "form(-1, 1)=the|closed", "stem(1)=close"} <= names
    assert {"shape(-1)=X", "suffix(1)=sed", "word=closed", "near=the", "tag1 V"} <= names
    assert "word=art" not in names


def test_heaviest_features_and_nearest_contexts() -> None:
    model = train_senses(TRAIN)
    found = explain(model, Occurrence("bank", Context(["a", "muddy", "bank", "of", "some", "river"]), 2, 3), count=2)
    assert found.prediction.sense == "shore"
    assert [one.row for one in found.neighbours] == [0, 2]
    assert {one.sense for one in found.neighbours} == {"shore"}
    assert found.neighbours[0].similarity > found.neighbours[1].similarity
    weights = dict(found.features)
    assert weights["word=muddy"] > weights["word=of"]
    assert "word=some" not in weights


def test_word_without_a_model() -> None:
    found = explain(train_senses(TRAIN), Occurrence("plant", Context(["plant"]), 0, 1))
    assert (found.prediction.sense, found.features, found.neighbours) == ("", [], [])
