from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora import docs as sense_docs
from spacy_svd2.senses.model import contexts
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.feature_space import feature_weights
from spacy_svd2.senses.model.kernel_pca import Kernel
from spacy_svd2.senses.model.selection import (
    SHARPNESSES,
    choose_settings,
    cross_validate,
    stratified_folds,
    usual_sharpness,
)
from spacy_svd2.senses.model.sense_model import Occurrence, Prediction, train_senses
from spacy_svd2.senses.model.settings import ModelSettings, default_candidates, paper_settings
from spacy_svd2.senses.model.storage import load_model, model_from_artifact, model_to_artifact
from spacy_svd2.senses.model.word_model import Examples, WordModel, label_matrix
from spacy_svd2.shared.artifacts import artifact_to_bytes, write_artifact

TOPICS = {
    "shore": ["river", "water", "fish", "boat", "mud", "flood", "swim", "stream", "reed", "duck"],
    "money": ["loan", "cash", "credit", "pay", "fund", "rate", "branch", "account", "cheque", "debt"],
}
STEPS = [
    ModelSettings(),
    ModelSettings(step="neighbours", n_components=5),
    ModelSettings(step="vote", n_components=0.9, weighting=("idf",)),
    ModelSettings(step="svm", n_components=10),
    ModelSettings(step="logistic", penalty=1.0, kernel=Kernel("gaussian")),
    ModelSettings(step="ridge", n_components=8, weighting=("gain_ratio", "idf")),
    ModelSettings(kernel=Kernel(degree=2, offset=1.0), sqrt=True, weighting=("info_gain",), center=False),
    ModelSettings(max_exact=10, landmarks=10),
    replace(paper_settings(), kernel=Kernel(degree=2, cosine=False)),
]


def sample(size: int = 40, seed: int = 0, *, word: str = "bank", labelled: bool = True) -> list[Occurrence]:
    rng = np.random.default_rng(seed)
    found = []
    for number in range(size):
        sense = ("shore", "money")[number % 2]
        words = [*map(str, rng.choice(TOPICS[sense], 5)), word, *map(str, rng.choice(TOPICS[sense], 5))]
        found.append(Occurrence(word, Context(words), 5, 6, (sense,) if labelled else ()))
    return found


def accuracy(model, occurrences: list[Occurrence]) -> float:
    found = model.predict(occurrences)
    return float(np.mean([one.sense in item.senses for one, item in zip(found, occurrences, strict=True)]))


@pytest.mark.parametrize("settings", STEPS, ids=lambda item: f"{item.step}-{item.kernel.name}-{item.kernel.degree}")
@pytest.mark.parametrize("width", [0, 4])
def test_every_last_step_learns_and_survives_storage(settings: ModelSettings, width: int, tmp_path: Path) -> None:
    model = train_senses(sample(60), candidates=[settings], latent_width=width)
    test = sample(30, seed=1)
    assert accuracy(model, test) > 0.9
    write_artifact(tmp_path / "m.npz", model_to_artifact(model, {"glosses": {"shore": "land beside water"}}))
    loaded, extra = load_model(tmp_path / "m.npz")
    assert loaded.predict(test) == model.predict(test)
    assert loaded.words["bank"].settings == settings
    assert extra == {"glosses": {"shore": "land beside water"}}


def test_default_training_repeats_byte_for_byte() -> None:
    one, two = (artifact_to_bytes(model_to_artifact(train_senses(sample(60)))) for _ in range(2))
    assert one == two


def test_choices_are_kept(tmp_path: Path) -> None:
    model = train_senses(sample(60))
    assert model.choices["bank"].total == 60
    assert model.choices["bank"].correct > 50
    write_artifact(tmp_path / "m.npz", model_to_artifact(model))
    assert load_model(tmp_path / "m.npz")[0].choices == model.choices


def test_scores_are_shares_and_ordered() -> None:
    found = train_senses(sample(60)).predict(sample(10, seed=2))
    for one in found:
        assert set(one.senses) == {"shore", "money"}
        assert one.score >= one.runner_up_score > 0
        assert one.runner_up == one.senses[1]
        assert sum(one.scores) == pytest.approx(1, abs=1e-5)


def test_one_at_a_time_equals_together() -> None:
    model = train_senses(sample(60))
    test = sample(20, seed=3)
    assert [model.predict([item])[0] for item in test] == model.predict(test)


def test_targets_that_share_a_context() -> None:
    model = train_senses(sample(60))
    words = [*TOPICS["shore"], "bank", "of", "bank"]
    shared = Context(words)
    both = [Occurrence("bank", shared, 10, 11), Occurrence("bank", shared, 12, 13)]
    apart = [Occurrence("bank", Context(words), 10, 11), Occurrence("bank", Context(words), 12, 13)]
    assert model.predict(both) == model.predict(apart)


def test_word_without_a_model() -> None:
    unknown = [replace(sample(1)[0], word="plant")]
    assert train_senses(sample(20)).predict(unknown) == [Prediction()]
    assert Prediction().sense == Prediction().runner_up == ""
    assert Prediction().score == Prediction().runner_up_score == 0


@pytest.mark.parametrize("settings", STEPS, ids=lambda item: f"{item.step}-{item.kernel.name}-{item.kernel.degree}")
@pytest.mark.parametrize(
    ("senses", "contexts", "wanted"),
    [
        ([("a",)], [["x"]], "a"),
        ([("a",), ("b",)], [["x"], ["x"]], "a"),
        ([("b",), ("b",), ("a",)], [["x"], ["x"], ["x"]], "b"),
        ([("b",), ("a", "b"), ("a",), ("b",)], [["x", "y"], ["x"], ["x"], ["x"]], "b"),
        ([("a",), ("a",), ("a",)], [["x"], ["x", "y"], ["z", "x"]], "a"),
    ],
)
def test_one_two_or_identical_examples(settings: ModelSettings, senses: list, contexts: list, wanted: str) -> None:
    train = [
        Occurrence("x", Context(words), words.index("x"), words.index("x") + 1, sense)
        for words, sense in zip(contexts, senses, strict=True)
    ]
    model = train_senses(train, candidates=[settings])
    found = model.predict([Occurrence("x", Context(["x"]), 0, 1), Occurrence("x", Context(["never", "?"]), 0, 2)])
    assert found[0].sense == wanted
    assert all(np.isfinite(one.scores).all() for one in found)


@pytest.mark.parametrize("settings", STEPS, ids=lambda item: f"{item.step}-{item.kernel.name}-{item.kernel.degree}")
def test_vectors_without_features(settings: ModelSettings) -> None:
    empty = [np.zeros(0, dtype=np.uint32)] * 3
    model = WordModel.fit("x", Examples(empty, [("b",), ("b",), ("a",)]), settings)
    scores = model.scores(empty[:1])
    assert model.senses == ("b", "a")
    assert np.isfinite(scores).all()
    assert scores[0].argmax() == 0


def test_no_labelled_example() -> None:
    with pytest.raises(UserError, match="K008"):
        train_senses(sample(4, labelled=False))
    with pytest.raises(UserError, match="K006.*'x'"):
        WordModel.fit("x", Examples([np.zeros(0, dtype=np.uint32)], [()]))


def test_answers_of_several_senses_are_shared_out() -> None:
    senses, labels, labelled = label_matrix([("b", "a"), ("b",), ("P", "a"), ("P",), ()])
    assert senses == ("a", "b", "P")
    assert labels.tolist() == [[0.5, 0.5, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 0, 0]]
    assert labelled.tolist() == [True, True, True, True, False]


def test_unlabelled_occurrences_enter_the_transform() -> None:
    settings = [ModelSettings(step="neighbours", n_components=2)]
    extra = sample(40, seed=5, labelled=False)
    plain = train_senses(sample(8), candidates=settings)
    semi = train_senses(sample(8), candidates=settings, unlabelled=extra, transform_unlabelled=True)
    assert plain.words["bank"].space.rows.shape[0] == 8
    assert semi.words["bank"].space.rows.shape[0] == 48
    assert semi.words["bank"].classifier.points is not None
    assert len(semi.words["bank"].classifier.points) == 8
    assert accuracy(semi, sample(30, seed=1)) > 0.8


def test_composite_rule(tmp_path: Path) -> None:
    train = [*sample(9), *sample(9, seed=8)[1:2]]
    model = train_senses(train, unlabelled=sample(20, seed=5, labelled=False), composite=0.01)
    composite = model.composites["bank"]
    assert composite.threshold == pytest.approx(1 - 0.5 + 0.01)
    assert composite.model.space.rows.shape[0] == 30
    write_artifact(tmp_path / "m.npz", model_to_artifact(model))
    test = sample(10, seed=4)
    assert load_model(tmp_path / "m.npz")[0].predict(test) == model.predict(test)


def test_composite_asks_the_second_model_only_far_from_training_and_for_the_most_frequent() -> None:
    train = sample(21)
    model = train_senses(train, candidates=[ModelSettings()], unlabelled=sample(4, seed=5), composite=10.0)
    codes, latent = model.describe(train)
    first = model.words["bank"].scores(codes, latent)
    second = model.composites["bank"].model.scores(codes, latent)
    place = {sense: n for n, sense in enumerate(model.words["bank"].senses)}
    for row, one in enumerate(model.predict(train)):
        wanted = second[row] if first[row].argmax() == 0 else first[row]
        assert one.score == pytest.approx(wanted[place[one.sense]], abs=1e-5)


def test_folds_are_stratified_and_repeat() -> None:
    labels = ["a"] * 10 + ["b"] * 6
    folds = stratified_folds(labels, 5)
    assert np.bincount(folds[:10]).tolist() == [2] * 5
    assert np.bincount(folds[10:]).max() == 2
    np.testing.assert_array_equal(folds, stratified_folds(labels, 5))
    np.testing.assert_array_equal(folds, stratified_folds(["a"] * 10 + ["a\0"] * 6, 5))


def test_cross_validation_finds_the_better_settings() -> None:
    shell = train_senses(sample(2), candidates=[ModelSettings()], latent_width=0)
    train = sample(60)
    codes, _ = shell.describe(train)
    examples = Examples(codes, [item.senses for item in train])
    poor = ModelSettings(step="neighbours", n_components=1, neighbours=60)
    trials = cross_validate(examples, [poor, ModelSettings()])
    assert trials.total == 60
    assert trials.correct[1].min() > trials.correct[0].max()
    small = examples.subset(range(12))
    choices = choose_settings(
        {"bank": examples, "small": small, "tiny": examples.subset([0, 1])}, [poor, ModelSettings()]
    )
    assert {choice.settings.step for choice in choices.values()} == {"ridge"}
    assert choices["tiny"].total == 0


def test_feature_weights_by_hand() -> None:
    from scipy.sparse import csr_array

    matrix = csr_array(np.array([[1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0]], dtype=np.float32))
    labels = np.array([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=np.float32)
    np.testing.assert_allclose(feature_weights(matrix, labels, "none"), [1, 1, 1])
    np.testing.assert_allclose(feature_weights(matrix, labels, "idf"), [np.log(2.5), np.log(2.5), 0], rtol=1e-6)
    np.testing.assert_allclose(feature_weights(matrix, labels, "info_gain"), [np.log(2), 0, 0], atol=1e-6)
    np.testing.assert_allclose(feature_weights(matrix, labels, "gain_ratio"), [1, 0, 0], atol=1e-6)
    np.testing.assert_allclose(
        feature_weights(matrix, labels, "info_gain", sqrt=True), [np.sqrt(np.log(2)), 0, 0], atol=1e-4
    )


@pytest.mark.parametrize(
    "options",
    [
        {"weighting": ()},
        {"weighting": ("tfidf",)},
        {"domain": 1.0},
        {"n_components": 0},
        {"n_components": 1.5},
        {"step": "forest"},
        {"neighbours": 0},
        {"penalty": 0.0},
        {"sharpness": -1.0},
        {"metric": "manhattan"},
    ],
)
def test_impossible_settings(options: dict) -> None:
    with pytest.raises(UserError, match="K001"):
        ModelSettings(**options)


def test_settings_round_trip() -> None:
    for settings in (*default_candidates(), paper_settings()):
        assert ModelSettings.from_dict(settings.to_dict()) == settings
    with pytest.raises(UserError, match="K005"):
        ModelSettings.from_dict({"colour": "red"})


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("columns", lambda a: a + 10**6),
        ("columns", lambda a: a[:-1]),
        ("columns", lambda a: -a - 1),
        ("row_lengths", lambda a: a + 1),
        ("keys", lambda a: a[::-1].copy()),
        ("sizes", lambda a: a * 2),
        ("sizes", lambda a: -a),
        ("sizes", lambda a: a[:0]),
        ("weights", lambda a: -a - 1),
        ("projection", lambda a: a[:-1]),
        ("projection", lambda a: np.append(a, np.float32(1))),
        ("counts", lambda a: a * 0),
        ("latent_keys", lambda a: a[:-1]),
        ("latent_means", lambda a: a[1:]),
        ("string_offsets", lambda a: np.append(a, a[-1])),
    ],
)
def test_damaged_models_are_refused(name: str, spoil) -> None:
    artifact = model_to_artifact(train_senses(sample(20), candidates=[ModelSettings()]))
    artifact.arrays[name] = spoil(artifact.arrays[name])
    with pytest.raises(UserError, match="K007"):
        model_from_artifact(artifact, path="bad.npz")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("features", None),
        ("features", {"window": 3}),
        ("settings", []),
        ("settings", [3]),
        ("settings", [{"domain": 7}]),
        ("settings_of", [9]),
        ("choices", {"plant": [1, 2]}),
        ("choices", {"bank": [3, 2]}),
        ("choices", {"bank": 7}),
        ("choices", {"bank": [1, 10**30]}),
        ("thresholds", {"bank": "high"}),
        ("thresholds", {"bank": 0.5}),
        ("latent_by_form", 1),
        ("latent_by_form", None),
    ],
)
def test_damaged_headers_are_refused(name: str, value: object) -> None:
    artifact = model_to_artifact(train_senses(sample(20), candidates=[ModelSettings()]))
    artifact.meta[name] = value
    with pytest.raises(UserError, match="K007"):
        model_from_artifact(artifact, path="bad.npz")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[(name, 10**30) for name in ("window", "near", "positions", "prefix", "suffix")],
        *[("window", value) for value in (0, -1, 1.5, "3", None, True)],
        *[("within_sentence", value) for value in ("x", 1, None)],
        *[("groups", value) for value in ("words", {"words": 1}, [3], ["colour"])],
    ],
)
def test_damaged_feature_settings_are_refused(name: str, value: object) -> None:
    artifact = model_to_artifact(train_senses(sample(20), candidates=[ModelSettings()]))
    artifact.meta["features"][name] = value
    with pytest.raises(UserError, match=r"K007.*'bad\.npz'"):
        model_from_artifact(artifact, path="bad.npz")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[(name, "x") for name in (*ModelSettings().to_dict(), *(f"kernel.{key}" for key in asdict(Kernel())))],
        *[(name, []) for name in (*ModelSettings().to_dict(), *(f"kernel.{key}" for key in asdict(Kernel())))],
        *[(name, 10**400) for name in ("domain", "penalty", "sharpness", "kernel.offset", "kernel.gamma")],
        *[(name, True) for name in ("domain", "penalty", "sharpness", "n_components", "neighbours", "kernel.degree")],
        *[(name, float("inf")) for name in ("penalty", "sharpness", "kernel.gamma")],
        *[(name, float("nan")) for name in ("penalty", "sharpness", "kernel.offset", "n_components")],
        *[(name, 1) for name in ("sqrt", "center", "kernel.cosine")],
        *[(name, 10**30) for name in ("kernel.degree", "n_components", "neighbours", "landmarks", "max_exact")],
    ],
)
def test_damaged_model_settings_are_refused(name: str, value: object) -> None:
    artifact = model_to_artifact(train_senses(sample(20), candidates=[ModelSettings()]))
    *outer, name = name.split(".")
    settings = artifact.meta["settings"][0]
    (settings[outer[0]] if outer else settings)[name] = value
    with pytest.raises(UserError, match=r"K007.*'bad\.npz'"):
        model_from_artifact(artifact, path="bad.npz")


@pytest.mark.parametrize("threshold", [float("nan"), float("inf"), 1, None])
def test_damaged_thresholds_are_refused(threshold: object) -> None:
    model = train_senses(sample(20), unlabelled=sample(4), composite=0.1, candidates=[ModelSettings()])
    artifact = model_to_artifact(model)
    artifact.meta["thresholds"] = dict.fromkeys(artifact.meta["thresholds"], threshold)
    assert artifact.meta["thresholds"]
    with pytest.raises(UserError, match="K007"):
        model_from_artifact(artifact, path="bad.npz")


def test_annotations_are_those_that_documents_can_have() -> None:
    assert set(contexts.ANNOTATIONS) == set(sense_docs.ANNOTATIONS)


def test_without_evidence_scores_are_the_shares_of_the_senses() -> None:
    lines = [
        ("the {} lends money at high interest", "money"),
        ("she owes the {} a lot of money", "money"),
        ("a {} of the city raised its rates", "money"),
        ("reeds grow on the {} of the river", "shore"),
    ] * 2
    items = []
    for text, sense in lines:
        words = text.format("bank").split()
        items.append(Occurrence("bank", Context(words), words.index("bank"), words.index("bank") + 1, (sense,)))
    model = train_senses(items)
    nonsense = ["qa", "qb", "qc", "qd", "bank", "qe", "qf", "qg"]
    for words in (["bank"], nonsense, ["", "bank", "!"]):
        place = words.index("bank")
        (found,) = model.predict([Occurrence("bank", Context(words), place, place + 1)])
        assert found.sense == "money"
        assert abs(found.score - 0.75) < 0.1, words


def test_a_domain_kernel_from_little_text_counts_little() -> None:
    shares = [max(one.domain for one in default_candidates(size)) for size in (0, 500, 20_000, 10**8, None)]
    assert shares[0] == 0
    assert shares[1] < 0.02
    assert shares[2] == pytest.approx(shares[4] / 2)
    assert shares == sorted(shares)


def test_few_examples_raise_the_penalty_of_ridge() -> None:
    settings = ModelSettings(penalty=0.1)
    assert [settings.penalty_for(n) for n in (1, 20, 60, 120, 5000)] == pytest.approx([0.6, 0.6, 0.2, 0.1, 0.1])
    assert replace(settings, evidence=False).penalty_for(5) == 0.1


def test_sharpness_is_chosen_by_cross_validation_unless_it_is_set() -> None:
    train = sample(60)
    free = train_senses(train, candidates=[ModelSettings(), ModelSettings(domain=0.2)])
    given = train_senses(train, candidates=[ModelSettings(sharpness=3.0), ModelSettings(domain=0.2, sharpness=3.0)])
    assert {one.settings.sharpness for one in given.words.values()} == {3.0}
    assert all(one.settings.sharpness in SHARPNESSES for one in free.words.values())
    assert usual_sharpness(np.array([3.0, 3.0])) == pytest.approx(10)
    assert usual_sharpness(np.array([9.0] * 5)) > usual_sharpness(np.array([9.0, 9.0]))
