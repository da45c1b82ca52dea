from dataclasses import replace

import numpy as np
import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import Artifact, artifact_to_bytes, pack_strings
from spacy_svd2.tagger.counting.counts import BigramCounts
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.forms.cluster_form_model import OldFormModel
from spacy_svd2.tagger.forms.form_classifier import FormClassifier
from spacy_svd2.tagger.induction.clustering_levels import build_clusterings
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.model.storage import check_model, model_from_artifact, model_to_artifact
from spacy_svd2.tagger.naming.naming import find_doubts
from spacy_svd2.tagger.settings import Settings

SETTINGS = Settings(n_tags=4, w1=14, r1=5, min_count=1)
NOUNS, VERBS = ("cat", "dog", "cow", "hen"), ("sleeps", "barks", "eats", "walks")
LABELS = {"the": ["DET"], "cat": ["NOUN"], "dog": ["NOUN"], "sleeps": ["VERB"], ".": ["PUNCT"], "ann": ["PROPN"]}


@pytest.fixture
def model(toy: BigramCounts) -> SVD2Model:
    return SVD2Model.train(toy, SETTINGS)


@pytest.fixture
def named(model: SVD2Model) -> SVD2Model:
    return model.named(LABELS, pos={"DET": "DET", "NOUN": "NOUN", "OTHER": "X"})


def tags(model: SVD2Model) -> dict[str, str]:
    assert model.naming is not None
    best = model.naming.tagger.probabilities.argmax(axis=1).tolist()
    return {word: model.naming.tags[i] for word, i in zip(model.types, best, strict=True)}


@pytest.mark.parametrize("method", ["propagate", "prototype"])
def test_labels_reach_words_of_the_same_behaviour(model: SVD2Model, method) -> None:
    found = tags(model.named(LABELS, method=method))
    assert found["cow"] == found["hen"] == "NOUN"
    assert found["barks"] == found["walks"] == "VERB"
    assert found["bob"] == found["joe"]
    assert found["bob"] == "PROPN" or method == "prototype"  # six clusters are not enough for so few tokens


def test_a_label_that_all_others_contradict_is_told(toy: BigramCounts, model: SVD2Model) -> None:
    tag = dict.fromkeys(NOUNS, "NOUN") | dict.fromkeys(VERBS, "VERB")
    right, wrong = ({word: [tag[word]] for word in tag} for _ in range(2))
    wrong["cow"] = ["VERB"]
    both = right | {"cow": ["NOUN", "VERB"]}  # one of its tags is what the others suggest
    for labels, doubts in ((right, []), (wrong, [("cow", "VERB", "NOUN")]), (both, []), ({"cow": ["NOUN"]}, [])):
        naming = model.named(labels).naming
        assert naming is not None
        assert naming.doubts == doubts


def test_of_labels_as_doubtful_those_of_frequent_words_are_told_first() -> None:
    given = np.eye(2, dtype=np.float32)[[0, 0, 0, 0]]
    others = np.array([[0.1, 0.9], [0.1, 0.9], [0.001, 0.999], [0.6, 0.4]], dtype=np.float32)
    found = find_doubts(["rare", "often", "surely", "right"], ["A", "B"], given, others, np.array([4, 9, 4, 100]))
    assert found == [("surely", "A", "B"), ("often", "A", "B"), ("rare", "A", "B")]


def test_a_label_holds_for_other_spellings_of_the_word() -> None:
    counts = count_bigrams(
        [["n'a", "b"], ["n\u2019a", "c"], ["b", "caf\u00e9"], ["c", "cafe\u0301"]] * 3
    ).by_frequency()
    model = SVD2Model.train(counts, SETTINGS)
    found = tags(model.named({"n\u2019a": ["X"], "caf\u00e9": ["Y"], "b": ["Z"]}))
    assert (found["n'a"], found["cafe\u0301"]) == ("X", "Y")
    # a spelling that the corpus does not have, and a word with labels of its own
    found = tags(model.named({"n\u02bca": ["X"], "n'a": ["Y"], "b": ["Z"]}))
    assert (found["n'a"], found["n\u2019a"]) == ("Y", "Y")
    found = tags(model.named({"n\u02bca": ["X"], "b": ["Z"]}))
    assert (found["n'a"], found["n\u2019a"]) == ("X", "X")


def test_stages_are_told(model: SVD2Model) -> None:
    stages: list[str] = []
    model.named(LABELS, on_stage=stages.append)
    assert stages == ["clusterings", "spreading the labels", "neighbours and forms"]


def test_an_artifact_that_does_not_join_spellings_is_saved_as_it_was(named: SVD2Model) -> None:
    artifact = model_to_artifact(named)
    del artifact.meta["naming"]["one_apostrophe"]
    data = artifact_to_bytes(artifact)
    again = model_from_artifact(data)
    assert again.naming is not None
    assert named.naming is not None
    assert (again.naming.one_apostrophe, named.naming.one_apostrophe) == (False, True)
    assert artifact_to_bytes(model_to_artifact(again)) == data


def test_an_artifact_of_the_former_method_ensemble_loads_and_is_saved_as_it_was(named: SVD2Model) -> None:
    artifact = model_to_artifact(named)
    artifact.meta["naming"]["method"] = "ensemble"
    data = artifact_to_bytes(artifact)
    again = model_from_artifact(data)
    assert again.naming is not None
    assert again.naming.method == "ensemble"
    assert artifact_to_bytes(model_to_artifact(again)) == data
    assert tags(again) == tags(named)
    artifact.meta["naming"]["method"] = "magic"
    with pytest.raises(UserError, match="A005"):
        model_from_artifact(artifact_to_bytes(artifact))


def test_an_unknown_method_is_named_with_the_known_ones(model: SVD2Model) -> None:
    with pytest.raises(UserError, match=r"S002.*'method' is 'ensemble'.*\"propagate\", \"prototype\""):
        model.named(LABELS, method="ensemble")


def test_labelled_words_keep_what_they_were_given(model: SVD2Model) -> None:
    named = model.named({**LABELS, "cow": ["VERB", "NOUN"]})
    assert named.naming is not None
    row = named.naming.tagger.probabilities[model.types.index("cow")]
    assert dict(zip(named.naming.tags, row.tolist(), strict=True)) == {
        "DET": 0, "NOUN": 0.5, "VERB": 0.5, "PUNCT": 0, "PROPN": 0
    }  # fmt: skip


def test_tags_are_in_the_order_of_the_labels_and_pos_only_of_tags_in_use(named: SVD2Model) -> None:
    assert named.naming is not None
    assert named.tag_names == ["DET", "NOUN", "VERB", "PUNCT", "PROPN"]
    assert named.naming.pos == {"DET": "DET", "NOUN": "NOUN"}


def test_words_that_the_corpus_does_not_have_are_left_out(model: SVD2Model) -> None:
    assert model.named({**LABELS, "unicorn": ["NOUN"]}).tag_names == list(dict.fromkeys(t for (t,) in LABELS.values()))
    with pytest.raises(UserError, match="S005"):
        model.named({"unicorn": ["NOUN"]})


def test_words_that_the_corpus_does_not_have_teach_forms(model: SVD2Model) -> None:
    more = {word: ["ADV"] for word in ("softly", "badly", "kindly", "madly", "sadly")}
    labels = {**LABELS, "sleeps": ["ADV"]}
    taught, alone = (model.named(given).naming for given in ({**labels, **more}, labels))
    assert taught is not None
    assert alone is not None
    adverb = alone.tags.index("ADV")
    before, after = (one.tagger.by_form(["gladly"], ["gladly"])[0, adverb] for one in (alone, taught))
    assert after > before
    assert (taught.tagger.probabilities == alone.tagger.probabilities).all()


def test_round_trip(named: SVD2Model) -> None:
    data = artifact_to_bytes(model_to_artifact(named))
    again = model_from_artifact(data)
    assert artifact_to_bytes(model_to_artifact(again)) == data
    assert tags(again) == tags(named)
    assert again.naming is not None
    assert named.naming is not None
    rows, none = np.arange(6), np.zeros((0, 5), dtype=np.float32)
    scores = [model.naming.tagger.scores(rows, np.arange(6) == 0, none) for model in (named, again)]
    np.testing.assert_array_equal(*scores)


@pytest.mark.parametrize("method", ["propagate", "prototype"])
def test_words_that_the_corpus_does_not_have_are_tagged_by_the_form_classifier(model: SVD2Model, method) -> None:
    again = model_from_artifact(artifact_to_bytes(model_to_artifact(model.named(LABELS, method=method))))
    assert again.naming is not None
    tagger = again.naming.tagger
    assert isinstance(tagger.form_model, FormClassifier)
    np.testing.assert_array_equal(tagger.by_form(["zz"], ["Zz"]), tagger.form_model(["zz"], ["Zz"]))


def old_artifact(named: SVD2Model, nodes: dict[str, tuple[float, ...]], *, classifier: bool) -> Artifact:
    """The artifact as older versions wrote it: with a suffix tree, with or without the classifier."""
    artifact = model_to_artifact(named)
    artifact.arrays["naming_form_data"], artifact.arrays["naming_form_offsets"] = pack_strings(list(nodes))
    artifact.arrays["naming_form_probabilities"] = np.array(list(nodes.values()), dtype=np.float16)
    for part in ("data", "offsets", "weights"):
        if not classifier:
            del artifact.arrays[f"naming_pieces_{part}"]
    return artifact


NODES = {"": (0.2, 0.2, 0.2, 0.2, 0.2), "0|": (0, 1, 0, 0, 0), "0|z": (0, 0, 1, 0, 0), "4|": (0, 0, 0, 0, 1)}


def test_without_a_classifier_a_suffix_tree_tells_as_in_older_artifacts(named: SVD2Model) -> None:
    data = artifact_to_bytes(old_artifact(named, NODES, classifier=False))
    again = model_from_artifact(data)
    assert again.naming is not None
    tagger = again.naming.tagger
    assert isinstance(tagger.form_model, OldFormModel)
    np.testing.assert_array_equal(tagger.by_form(["zz", "zz", "a"], ["zz", "Zz", "a"]).argmax(axis=1), [2, 4, 1])
    np.testing.assert_allclose(tagger.by_prior(), [NODES[""]], rtol=1e-3)
    assert artifact_to_bytes(model_to_artifact(again)) == data


def test_beside_the_classifier_only_the_root_of_the_tree_is_kept(named: SVD2Model) -> None:
    again = model_from_artifact(artifact_to_bytes(old_artifact(named, NODES, classifier=True)))
    assert again.naming is not None
    assert isinstance(again.naming.tagger.form_model, FormClassifier)
    np.testing.assert_allclose(again.naming.tagger.by_prior(), [NODES[""]], rtol=1e-3)
    root = old_artifact(named, {"": NODES[""]}, classifier=True)
    assert artifact_to_bytes(model_to_artifact(again)) == artifact_to_bytes(root)


@pytest.mark.parametrize(
    "nodes",
    [
        {"0|": (0, 1, 0, 0, 0)},
        {"": (1, 1, 0, 0, 0)},
        {"": (1, 0, 0, 0)},
        {"": (1, 0, 0, 0, 0), "0|": (2, 0, 0, 0, 0)},
    ],
)
def test_a_tree_without_root_or_probabilities_is_refused(named: SVD2Model, nodes: dict) -> None:
    with pytest.raises(UserError, match="A005"):
        model_from_artifact(artifact_to_bytes(old_artifact(named, nodes, classifier=False)))


def test_a_model_can_be_checked_before_it_is_written(model: SVD2Model, named: SVD2Model) -> None:
    assert check_model(model) == check_model(named) == []
    assert named.naming is not None
    twice = replace(named.naming, tags=["DET", *named.naming.tags[1:-1], "DET"])
    assert check_model(replace(named, naming=twice)) == [("naming_probabilities", "or its tags are missing")]
    wrong = replace(named.naming, labelled=np.array([99] * len(named.naming.labelled)))
    assert check_model(replace(named, naming=wrong)) == [("naming_labelled", "names types there are not")]


def test_a_piece_that_stands_twice_is_refused(named: SVD2Model) -> None:
    artifact = model_to_artifact(named)
    artifact.arrays["naming_pieces_data"], artifact.arrays["naming_pieces_offsets"] = pack_strings(["<a", "<a"])
    artifact.arrays["naming_pieces_weights"] = np.zeros((9, 5), dtype=np.float16)
    with pytest.raises(UserError, match="holds a piece twice"):
        model_from_artifact(artifact_to_bytes(artifact))


def test_a_saved_model_can_be_named_again(named: SVD2Model) -> None:
    again = model_from_artifact(artifact_to_bytes(model_to_artifact(named)))
    assert again.named(LABELS).tag_names == named.tag_names
    without = replace(named, word_pairs=None)
    assert model_from_artifact(artifact_to_bytes(model_to_artifact(without))).bigrams is None
    with pytest.raises(UserError, match="S006"):
        without.named(LABELS)


@pytest.mark.parametrize("changes", [{}, {"n_passes": 2, "k1": 5, "r2": 3}, {"refine": None}], ids=str)
def test_clusterings_are_computed_once(toy: BigramCounts, changes: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    model = SVD2Model.train(toy, replace(SETTINGS, **changes))
    clusterings, afresh = model.find_clusterings(), build_clusterings(toy, model.settings)
    named = model.named(LABELS)
    again = model_from_artifact(artifact_to_bytes(model_to_artifact(named)))
    monkeypatch.setattr(
        "spacy_svd2.tagger.induction.clustering_levels.anneal", lambda *args, **options: pytest.fail("computed again")
    )
    for other in (clusterings, again.find_clusterings()):
        np.testing.assert_array_equal(other.descriptors, afresh.descriptors)
        np.testing.assert_array_equal(other.context_labels, afresh.context_labels)
        np.testing.assert_array_equal(other.levels, afresh.levels)
    assert artifact_to_bytes(model_to_artifact(again.named(LABELS))) == artifact_to_bytes(model_to_artifact(named))


def test_counts_come_back_as_they_were(model: SVD2Model) -> None:
    again = model_from_artifact(artifact_to_bytes(model_to_artifact(model))).bigrams
    assert again is not None
    assert model.bigrams is not None
    for name in ("types", "edges", "boundaries", "n_sentences"):
        assert getattr(again, name) == getattr(model.bigrams, name)
    for name in ("counts", "starts", "ends", "case"):
        np.testing.assert_array_equal(getattr(again, name), getattr(model.bigrams, name))
    assert (again.bigrams != model.bigrams.bigrams).nnz == 0


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("naming_probabilities", np.zeros((3, 5), dtype=np.float16)),
        ("naming_left", np.zeros((14, 4), dtype=np.float16)),
        ("naming_edges", np.zeros((1, 5), dtype=np.float32)),
        ("naming_labelled", np.full(6, 99)),
        ("naming_targets", None),
        ("naming_pieces_offsets", None),
        ("naming_pieces_weights", None),
        ("naming_pieces_weights", np.zeros((3, 5), dtype=np.float16)),
        ("naming_pieces_data", np.zeros(1, dtype=np.uint8)),
        ("bigrams_next", np.full(1, 99, dtype=np.int32)),
        ("bigrams_offsets", np.zeros(3, dtype=np.int64)),
        ("edges", np.zeros((1, 14), dtype=np.int64)),
        ("bigrams_counts", None),
        ("clusterings", np.zeros((2, 13), dtype=np.int32)),
        ("clusterings", np.zeros((1, 14), dtype=np.int32)),
        ("clusterings", np.full((2, 14), 14, dtype=np.int32)),
        ("clusterings", np.full((2, 14), -1, dtype=np.int32)),
    ],
)
def test_contradictory_arrays_are_refused(named: SVD2Model, name: str, array: np.ndarray | None) -> None:
    artifact = model_to_artifact(named)
    if array is None:
        del artifact.arrays[name]
    else:
        artifact.arrays[name] = array
    with pytest.raises(UserError, match="A005"):
        model_from_artifact(artifact_to_bytes(artifact))


@pytest.mark.parametrize(
    "change", [{"tags": ["A"]}, {"tags": ["A", "A", "B", "C", "D"]}, {"method": "magic"}, {"least": "x"}, {"pos": []}]
)
def test_contradictory_descriptions_are_refused(named: SVD2Model, change: dict) -> None:
    artifact = model_to_artifact(named)
    artifact.meta["naming"].update(change)
    with pytest.raises(UserError, match="A005"):
        model_from_artifact(artifact_to_bytes(artifact))


@pytest.mark.parametrize("tag", ["", "a\tb", "a\nb", "A|B", "_SP", " A", "\ud800", "A" * 101])
def test_tags_that_an_artifact_or_a_table_could_not_hold(model: SVD2Model, tag: str) -> None:
    with pytest.raises(UserError, match="S008"):
        model.named({model.types[0]: ["NOUN", tag]})
    with pytest.raises(UserError, match="S009"):
        model.named({model.types[0]: ["N"]}, pos={"N": "noun"})


def test_no_labels_yet(model: SVD2Model) -> None:
    with pytest.raises(UserError, match="S007"):
        model.named({})
