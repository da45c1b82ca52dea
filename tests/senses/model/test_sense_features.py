import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_svd2.errors import UserError
from spacy_svd2.senses.model import hashed_texts as hashing
from spacy_svd2.senses.model.contexts import Context, ContextWindow
from spacy_svd2.senses.model.features import annotation_features, extract
from spacy_svd2.senses.model.hashed_texts import hash_text, hash_texts, neighbours, place_targets
from spacy_svd2.senses.model.latent import LatentVectors, block_bounds, learn_latent

WORDS = ["The", "old", "bank", "of", "the", "river", ",", "a", "Bank", "account"]
PLAIN = ContextWindow()


def codes(words: list[str], start: int, end: int, settings: ContextWindow = PLAIN, **more: object) -> set[int]:
    texts = hash_texts([Context(words, **more)], settings)
    return set(extract(texts, place_targets(texts, [(0, start, end)]), settings)[0].tolist())


def only(*groups: str, **options: int) -> ContextWindow:
    return ContextWindow(groups=groups, **options)


@pytest.mark.parametrize(
    ("settings", "count"),
    [
        (only("words"), 7),  # the, old, of, river, a, bank, account
        (only("words", window=2), 3),
        (only("stems", prefix=1), 5),
        (only("near", near=1), 2),
        (only("positions"), 11),  # the text has no third word before the target
        (only("positions", outside=True), 13),
        (only("suffixes"), 6),
        (only("shapes"), 6),
        (only("bigrams"), 10),
        (only("trigrams"), 3),
        (only("bigrams", positions=1), 6),
        (only(), 0),
    ],
)
def test_groups(settings: ContextWindow, count: int) -> None:
    assert len(codes(WORDS, 2, 3, settings)) == count


def test_words_are_lower_cased_but_shapes_are_kept() -> None:
    upper = [word.upper() for word in WORDS]
    assert codes(WORDS, 2, 3, only("words", "bigrams")) == codes(upper, 2, 3, only("words", "bigrams"))
    assert codes(WORDS, 2, 3, only("shapes")) != codes(upper, 2, 3, only("shapes"))


def test_places_beyond_the_text_make_no_features() -> None:
    assert len(codes(["bank"], 0, 1)) == 3  # its own form, suffix and shape
    assert len(codes(["bank"], 0, 1, ContextWindow(outside=True))) > 30
    tagged = {"tags": ["NN"], "lemmas": ["bank"]}
    assert set(annotation_features(Context(["bank"], **tagged), 0, 1, PLAIN)) == {"tag0 NN", "lemma0 bank"}


def test_position_matters() -> None:
    assert codes(["a", "x", "b"], 1, 2, only("positions")) != codes(["b", "x", "a"], 1, 2, only("positions"))
    assert codes(["a", "x", "b"], 1, 2, only("words")) == codes(["b", "x", "a"], 1, 2, only("words"))


def test_targets_of_several_tokens_count_as_one() -> None:
    long, short = ["an", "art", "gallery", "here"], ["an", "Art gallery", "here"]
    assert codes(long, 1, 3, only("positions", "bigrams")) == codes(short, 1, 2, only("positions", "bigrams"))


@pytest.mark.parametrize(("start", "end"), [(0, 1), (9, 10), (0, 10)])
def test_targets_at_the_ends(start: int, end: int) -> None:
    assert codes(WORDS, start, end)


def test_one_pass_for_all_targets_equals_one_by_one() -> None:
    contexts = [Context(WORDS), Context(WORDS[::-1]), Context(["bank"])]
    targets = [(0, 2, 3), (0, 8, 9), (1, 1, 3), (2, 0, 1)]
    texts = hash_texts(contexts, PLAIN)
    together = extract(texts, place_targets(texts, targets), PLAIN)
    for found, (text, start, end) in zip(together, targets, strict=True):
        assert set(found.tolist()) == codes(list(contexts[text].words), start, end)
        assert (np.diff(found.astype(np.int64)) > 0).all()


def test_codes_are_the_same_on_every_machine_as_artifacts_need() -> None:
    assert sorted(codes(["a", "bank"], 1, 2, only("words", "bigrams", positions=1, outside=True))) == GOLDEN


GOLDEN = [150268048, 589238375, 1586897843, 1972694779, 2066314310, 3404494854, 4127620244]


def test_sentence_bounds() -> None:
    settings = ContextWindow(within_sentence=True)
    texts = hash_texts([Context(["x"]), Context(WORDS, sentence_starts=[0, 2, 4])], settings)
    found = neighbours(texts, place_targets(texts, [(1, 2, 3)]), settings)
    assert found.tolist() == [[11, 11, 11, 3, 4, 11, 11]]
    free = neighbours(texts, place_targets(texts, [(1, 2, 3)]), PLAIN)
    assert free.tolist() == [[11, 1, 2, 3, 4, 5, 6]]


def test_tags_lemmas_and_dependencies() -> None:
    words = ["She", "opened", "an", "account"]
    context = Context(
        words, ["PRP", "VBD", "DT", "NN"], ["she", "open", "a", "account"], [1, 1, 3, 1], ["s", "R", "d", "o"]
    )
    found = set(annotation_features(context, 3, 4, PLAIN))
    assert {"tag-1 DT", "lemma-2 open", "lemma she", "head o open", "child d a"} <= found
    assert "grandchild o a" in set(annotation_features(context, 1, 2, PLAIN))
    assert len(codes(words, 3, 4, tags=context.tags)) > len(codes(words, 3, 4))


@pytest.mark.parametrize(("start", "end"), [(-1, 1), (2, 2), (3, 2), (9, 11)])
def test_impossible_targets(start: int, end: int) -> None:
    with pytest.raises(UserError, match=r"K003.*10 tokens"):
        codes(WORDS, start, end)


def test_annotations_of_another_length() -> None:
    with pytest.raises(UserError, match=r"K002.*1 tags for 2 words"):
        Context(["a", "b"], tags=["X"])


@pytest.mark.parametrize("options", [{"window": 0}, {"near": 1.5}, {"groups": ("syntax",)}, {"prefix": True}])
def test_impossible_settings(options: dict) -> None:
    with pytest.raises(UserError, match="K001"):
        ContextWindow(**options)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=4), min_size=1, max_size=8), st.data())
def test_any_text_works(words: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    assert codes(words, start, start + 1) == codes(list(words), start, start + 1)


def corpus() -> list[Context]:
    rng = np.random.default_rng(0)
    topics = [["river", "water", "fish", "boat", "shore", "mud"], ["money", "loan", "cash", "credit", "pay", "fund"]]
    return [Context([str(word) for word in rng.choice(topics[n % 2], 12)]) for n in range(60)]


def test_descriptors_bring_words_of_one_topic_together() -> None:
    texts = hash_texts(corpus(), PLAIN)
    latent = learn_latent([texts], width=2)
    assert latent is not None
    vectors = latent.vectors.astype(float)
    rows = latent.rows(hash_texts([Context(["river", "water", "money", "loan"])], PLAIN))[:4]
    water, money = vectors[rows[0]] @ vectors[rows[1]], vectors[rows[0]] @ vectors[rows[2]]
    assert water > 0.9 > 0.5 > money


def test_descriptors_repeat_and_batches_do_not_matter() -> None:
    contexts = corpus()
    first = learn_latent([hash_texts(contexts, PLAIN)], width=3)
    second = learn_latent([hash_texts(contexts[:7], PLAIN), hash_texts(contexts[7:], PLAIN)], width=3)
    assert first is not None
    assert second is not None
    np.testing.assert_array_equal(first.vectors, second.vectors)


def test_too_little_text_gives_no_descriptors() -> None:
    assert learn_latent([hash_texts([Context(["a", "b"])], PLAIN)]) is None
    assert learn_latent([]) is None


def test_embedding_by_hand() -> None:
    latent = LatentVectors.from_vocabulary(["a", "b"], np.array([[2.0, 0.0], [0.0, 1.0]]), np.array([1.0, 3.0]))
    settings = ContextWindow(window=3, near=1, positions=1)
    texts = hash_texts([Context(["b", "A", "x", "unknown", "b"])], settings)
    found = latent.embed(texts, place_targets(texts, [(0, 2, 3)]), settings)
    assert found.tolist() == [[1, 6, 1, 0, 1, 0, 0, 0]]
    assert block_bounds(2, settings) == [(0, 2), (2, 4), (4, 8)]


def test_vocabulary_that_does_not_fit() -> None:
    with pytest.raises(UserError, match="K004"):
        LatentVectors.from_vocabulary(["a"], np.zeros((2, 2)))
    with pytest.raises(UserError, match="K004"):
        LatentVectors.from_vocabulary(["a"], np.array([[np.nan]]))


def test_caches_of_hashes_are_bounded_in_strings_and_letters() -> None:
    long = "x" * 100_000
    before = hashing._cached_hash.cache_info().currsize
    hash_texts([Context([long, f"{long}y", "bank"])], ContextWindow())
    assert hashing._cached_hash.cache_info().currsize <= before + 12
    for cached in (hashing._cached_hash, hashing._cached_units):
        assert cached.cache_info().maxsize <= 1 << 16
    assert hash_text(long) == hash_text("x" * 100_000) != hash_text(f"{long}x")


def test_nearest_word_of_each_tag_on_either_side() -> None:
    words = ["He", "saw", "the", "old", "bank", "of", "the", "Wide", "river", "and", "slept"]
    tags = ["PRP", "VBD", "DT", "JJ", "NN", "IN", "DT", "JJ", "NN", "CC", "VBD"]
    context = Context(words, tags=tags)
    settings = only("nearest_tags", near=4)
    found = [name for name in annotation_features(context, 4, 5, settings) if name.startswith("nearest")]
    assert found == [
        "nearest before JJ old",
        "nearest before DT the",
        "nearest before VBD saw",
        "nearest before PRP he",
        "nearest after IN of",
        "nearest after DT the",
        "nearest after JJ wide",
        "nearest after NN river",
    ]
    assert not any(name.startswith("nearest") for name in annotation_features(context, 4, 5, PLAIN))
    assert not list(annotation_features(Context(words), 4, 5, settings))
    with_group, without = (codes(words, 4, 5, chosen, tags=tags) for chosen in (settings, only(near=4)))
    assert len(with_group - without) == 8
