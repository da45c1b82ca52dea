import subprocess
import sys

import pytest
import spacy
from spacy import parts_of_speech
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.scorer import Scorer
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry
from spacy.vocab import Vocab

from spacy_svd2.tagger.evaluation.metric_table import clustering_scores
from spacy_svd2.tagger.evaluation.scorer import make_tagger_scorer

KEYS = {
    "tag_acc",
    "pos_acc",
    "svd2_many_to_one",
    "svd2_one_to_one",
    "svd2_one_to_one_greedy",
    "svd2_v_measure",
    "svd2_homogeneity",
    "svd2_completeness",
    "svd2_vi",
    "svd2_nvi",
    "svd2_prototype_acc",
    "svd2_upper_bound",
}


@pytest.fixture(scope="module")
def vocab() -> Vocab:
    return spacy.blank("xx").vocab


@pytest.fixture
def example(vocab):
    """Make an example of "word/tag" strings; the gold document has a vocabulary of its own."""

    def make(predicted: str, gold: str, attr: str = "tags") -> Example:
        docs = []
        for text, kind, words in ((predicted, "tags", vocab), (gold, attr, spacy.blank("xx").vocab)):
            pairs = [pair.rsplit("/", 1) for pair in text.split(",") if pair]
            docs.append(Doc(words, [w for w, _ in pairs], **{kind: [t for _, t in pairs]}))
        return Example(*docs)

    return make


@pytest.fixture
def score():
    return make_tagger_scorer()


def test_registered_name(score):
    assert registry.scorers.get("spacy_svd2.tagger_scorer.v1")() is score


def test_importing_the_scorer_imports_nothing_heavy():
    code = (
        "import sys, spacy; spacy.blank('xx'); import spacy.training; before = set(sys.modules)\n"
        "import spacy_svd2.tagger.evaluation.scorer, spacy_svd2.tagger.evaluation.evaluate\n"
        "new = {name.split('.')[0] for name in set(sys.modules) - before}\n"
        "sys.exit(bool(new & {'scipy', 'sklearn', 'pandas', 'matplotlib'}))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_scores_are_those_of_the_metrics(example, score):
    types = ["the", "dog", "the", "barks", "loud"]
    predicted, gold = ["1", "2", "1", "2", "N"], ["D", "N", "D", "V", "N"]
    result = score(
        [
            example("The/1,dog/2", "The/D,dog/N"),
            example("the/1,barks/2,loud/N", "the/D,barks/V,loud/N"),
        ]
    )
    expected = clustering_scores(types, predicted, gold, predicted)
    assert set(result) == KEYS
    assert result.pop("pos_acc") is None
    assert {key: expected[key.removeprefix("svd2_")] for key in KEYS - {"pos_acc"}} == result
    assert result["tag_acc"] == pytest.approx(1 / 5)
    assert all(type(value) is float for value in result.values())


def test_types_ignore_case(example, score):
    # The prototype of the one cluster is "the" (2 of 3), not the first word.
    assert score([example("dog/1,The/1,the/1", "dog/N,The/D,the/D")])["svd2_prototype_acc"] == pytest.approx(2 / 3)


class FirstLetterTagger(Pipe):
    scorer = staticmethod(make_tagger_scorer())

    def __init__(self, name: str):
        self.name = name

    def __call__(self, doc: Doc) -> Doc:
        for token in doc:
            token.tag_ = token.text[0]
        return doc


@Language.factory("test_first_letter_tagger", default_score_weights={"svd2_v_measure": 1.0, "svd2_vi": None})
def make_first_letter_tagger(nlp: Language, name: str) -> FirstLetterTagger:
    return FirstLetterTagger(name)


def test_spacy_evaluates_with_it(example):
    nlp = spacy.blank("xx")
    nlp.add_pipe("test_first_letter_tagger")
    scores = nlp.evaluate([example("a1/,b1/,a2/", "a1/A,b1/b,a2/A")])
    assert {key: scores[key] for key in ("tag_acc", "svd2_v_measure", "svd2_vi")} == {
        "tag_acc": pytest.approx(1 / 3),
        "svd2_v_measure": 1.0,
        "svd2_vi": 0.0,
    }
    assert set(scores) >= KEYS


def test_reads_generators_and_ignores_spacys_options(example, score):
    examples = (example("a/N", "a/N") for _ in range(3))
    assert score(examples, attr="tag", getter=None)["tag_acc"] == 1.0


@pytest.mark.parametrize("gold", [None, "", "a/,b/"])
def test_nothing_to_score_is_none(example, score, gold):
    examples = [] if gold is None else [example("a/N,b/V" if gold else "", gold)]
    assert score(examples) == dict.fromkeys(KEYS)


def test_whitespace_counts_on_neither_side(vocab, score):
    doc = Doc(vocab, ["a", " ", "b", "\n\n"], tags=["N", "_SP", "V", "_SP"])
    wrong = Doc(vocab, ["a", " ", "b", "\n\n"], tags=["N", "N", "V", ""])
    for predicted in (doc, wrong):
        result = score([Example(predicted, doc)])
        assert (result["tag_acc"], result["svd2_many_to_one"], result["svd2_vi"]) == (1.0, 1.0, 0.0)


def test_whitespace_in_one_tokenisation_only(vocab, score):
    predicted = Doc(vocab, ["a", " ", "b"], tags=["N", "_SP", "V"])
    gold = Doc(vocab, ["a", "b"], tags=["N", "V"])
    assert score([Example(predicted, gold)])["tag_acc"] == 1.0
    assert score([Example(gold, predicted)])["tag_acc"] == 1.0


def test_words_without_gold_tag_are_skipped(example, score):
    assert score([example("a/X,b/V,c/V", "a/,b/V,c/N")])["tag_acc"] == 0.5


def test_untagged_words_are_errors_and_a_cluster_of_their_own(example, score):
    result = score([example("a/,b/V,c/", "a/N,b/V,c/N")])
    assert (result["tag_acc"], result["svd2_many_to_one"]) == (pytest.approx(1 / 3), 1.0)


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        # Only "x" and "y" are one token on both sides.
        ("x/N,do/V,n't/V,y/N", "x/N,don't/V,y/V", 1 / 2),
        ("x/N,don't/V,y/N", "x/N,do/V,n't/V,y/V", 1 / 2),
        ("x/N,ab/V,c/V,y/N", "x/N,a/V,bc/V,y/N", 1.0),
    ],
)
def test_only_tokens_aligned_one_to_one_count(example, score, predicted, gold, expected):
    assert score([example(predicted, gold)])["tag_acc"] == expected


def test_falls_back_to_parts_of_speech(example, score):
    tags = sorted(set(parts_of_speech.IDS) - {"", "CONJ", "EOL", "SPACE"})
    words = ",".join(f"w{tag}/{tag}" for tag in tags)
    result = score([example(words, words, "pos")])
    assert (result["tag_acc"], result["svd2_one_to_one"]) == (1.0, 1.0)


def test_parts_of_speech_are_not_used_beside_tags(vocab, score):
    gold = Doc(vocab, ["a", "b"], tags=["NN", ""], pos=["NOUN", "VERB"])
    assert score([Example(Doc(vocab, ["a", "b"], tags=["NN", "x"]), gold)])["tag_acc"] == 1.0


def test_a_tag_on_whitespace_alone_is_no_annotation(vocab, score):
    gold = Doc(vocab, ["a", " "], tags=["", "_SP"], pos=["NOUN", "SPACE"])
    assert score([Example(Doc(vocab, ["a", " "], tags=["NOUN", "_SP"]), gold)])["tag_acc"] == 1.0


def both(vocab: Vocab, words: str, tags: str, pos: str) -> Doc:
    values = {"tags": tags.split("/"), "pos": pos.split("/")}
    return Doc(vocab, words.split("/"), **values)


def test_parts_of_speech_count_beside_tags(vocab, score):
    gold = both(vocab, "a/b/ /c/d", "DT/NN/_SP/VB/", "DET/NOUN/SPACE//VERB")
    predicted = both(vocab, "a/b/ /c/d", "DT/X/_SP/VB/VB", "DET/VERB/NOUN/VERB/VERB")
    result = score([Example(predicted, gold)])
    assert (result["tag_acc"], result["pos_acc"]) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert type(result["pos_acc"]) is float


@pytest.mark.parametrize("pos", ["DET/NOUN/VERB", "DET/VERB/VERB", "X/X/X"])
def test_parts_of_speech_as_spacy_counts_them(vocab, score, pos):
    examples = [Example(both(vocab, "a/b/c", "//", pos), both(vocab, "a/b/c", "D/N/V", "DET/NOUN/VERB"))]
    assert score(examples)["pos_acc"] == pytest.approx(Scorer.score_token_attr(examples, "pos")["pos_acc"])


def test_parts_of_speech_of_tokens_that_are_the_same_on_both_sides(vocab, score):
    example = Example(both(vocab, "a/bc", "/", "DET/NOUN"), both(vocab, "a/b/c", "//", "DET/VERB/VERB"))
    assert score([example])["pos_acc"] == 1.0


@pytest.mark.parametrize(("predicted", "gold"), [("/", "DET/NOUN"), ("DET/NOUN", "/")])
def test_no_parts_of_speech_on_one_side(vocab, score, predicted, gold):
    example = Example(both(vocab, "a/b", "C0/C1", predicted), both(vocab, "a/b", "D/N", gold))
    assert score([example])["pos_acc"] is None
    assert score([example])["tag_acc"] == 0.0
