import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.errors import UserError
from spacy_svd2.tagger.evaluation.evaluate import evaluate, score_table
from spacy_svd2.tagger.evaluation.metric_table import clustering_scores


@Language.component("test_last_letter_tagger")
def last_letter_tagger(doc: Doc) -> Doc:
    """Tag each word by its last letter, "^" added at a sentence start; refuse documents that come with tags."""
    if any(token.tag for token in doc):
        raise ValueError("the gold tags were visible")
    for token in doc:
        token.tag_ = token.text[-1] + ("^" if token.is_sent_start else "")
    return doc


seen: list[tuple[str, list[str], list[bool | None]]] = []


@Language.component("test_spy")
def spy(doc: Doc) -> Doc:
    seen.append((doc.text, [token.text for token in doc], [token.is_sent_start for token in doc]))
    return doc


@pytest.fixture
def nlp() -> Language:
    nlp = spacy.blank("xx")
    nlp.add_pipe("test_last_letter_tagger")
    return nlp


@pytest.fixture
def gold() -> list[Doc]:
    """Two documents of a vocabulary that is not the pipeline's and knows no lexical attributes."""
    vocab = Vocab()
    return [
        Doc(vocab, ["Cats", "run", "don't"], spaces=[True, False, False], tags=["N", "V", "n"]),
        Doc(vocab, ["cats", "ran"], tags=["N", "n"]),
    ]


@pytest.mark.parametrize("batch_size", [None, 1, 100])
def test_scores_the_pipelines_tags(nlp, gold, batch_size):
    # Without sentence starts only a document's first word counts as one.
    types, clusters = ["cats", "run", "don't", "cats", "ran"], ["s^", "n", "t", "s^", "n"]
    tags = ["N", "V", "n", "N", "n"]
    scores = evaluate(nlp, iter(gold), batch_size=batch_size)
    assert scores == clustering_scores(types, clusters, tags, clusters)
    assert (scores["n_tokens"], scores["n_types"], scores["n_clusters"]) == (5, 4, 3)
    assert scores["tag_acc"] == pytest.approx(1 / 5)


def test_leaves_the_gold_documents_alone(nlp, gold):
    before = [doc.to_bytes() for doc in gold]
    evaluate(nlp, gold)
    assert [doc.to_bytes() for doc in gold] == before


def test_keeps_words_spaces_and_sentence_starts(nlp):
    seen.clear()
    nlp.add_pipe("test_spy")
    words, spaces, starts = ["a", "b,", "c"], [False, True, False], [True, False, True]
    evaluate(nlp, [Doc(Vocab(), words, spaces=spaces, tags=list("xyz"), sent_starts=starts)])
    assert seen == [("ab, c", words, starts)]


def test_whitespace_counts_on_neither_side(nlp):
    doc = Doc(nlp.vocab, ["ax", " ", "bx", "\n"], tags=["x^", "_SP", "x", "_SP"])
    scores = evaluate(nlp, [doc])
    assert (scores["n_tokens"], scores["tag_acc"], scores["vi"]) == (2, 1.0, 0.0)


def test_words_without_gold_tag_do_not_count(nlp):
    with pytest.warns(UserWarning, match="M102.* 1 words"):
        assert evaluate(nlp, [Doc(nlp.vocab, ["ax", "bx", "cx"], tags=["", "x", "x"])])["n_tokens"] == 2


@pytest.mark.parametrize("tags", [None, ["", "", "_SP"]])
def test_documents_without_gold_tags_are_skipped_and_counted(nlp, gold, tags):
    scores = evaluate(nlp, gold)
    untagged = Doc(nlp.vocab, ["no", "tags", "\n"], tags=tags)
    with pytest.warns(UserWarning, match=r"M102. 2 of 4 gold.* 0 words.*document 1 \('no tags"):
        assert evaluate(nlp, [untagged, *gold, untagged]) == scores
    with pytest.raises(UserError, match=r"M002.*none of the 2 .*document 1 \('no tags"):
        evaluate(nlp, [untagged, untagged])


TSV = "ax\tx\nbx\tx\n\ncx\t\ndx\t\n\nex\tx\nfx\t\n"
JSONL = (
    '{"tokens": ["ax"], "tags": ["x"]}\n{"tokens": ["cx"], "tags": [""]}\n{"tokens": ["e", "f"], "tags": ["x", ""]}\n'
)
CONLLU = "# x\n" + "".join(
    f"{number}\t{word}\t_\t{tag}" + "\t_" * 6 + end
    for number, word, tag, end in [
        (1, "ax", "x", "\n\n"),
        (1, "cx", "_", "\n\n"),
        (1, "e", "x", "\n"),
        (2, "f", "_", "\n"),
    ]
)


@pytest.mark.parametrize(("name", "text", "line"), [("a.tsv", TSV, 4), ("a.jsonl", JSONL, 2), ("a.conllu", CONLLU, 4)])
def test_where_gold_tags_lack_is_said(nlp, tmp_path, name, text, line):
    (tmp_path / name).write_text(text)
    corpus = make_corpus(str(tmp_path / name))
    with pytest.warns(UserWarning, match=rf"M102. 1 of 3 gold.* 1 words.*{name}', line {line} \('cx"):
        evaluate(nlp, corpus.docs(nlp))


NO_TAGS = {
    "a.tsv": "ax\t_\nbx\t_\n\ncx\t_\n",
    "b.tsv": "ax\t\nbx\t \n\ncx\t\u200b_\n",
    "a.jsonl": '{"tokens": ["ax"], "tags": ["_"]}\n{"tokens": ["bx"]}\n{"text": "cx"}\n',
    "a.conllu": CONLLU.replace("\tx\t", "\t_\t"),
    "a.txt": "ax bx\n",
}


@pytest.mark.parametrize("name", [*NO_TAGS, "a.spacy"])
def test_gold_without_any_tag_is_refused_in_every_format(nlp, tmp_path, name):
    if name == "a.spacy":
        DocBin(docs=[Doc(nlp.vocab, ["ax", "bx"], tags=["_", ""]), Doc(nlp.vocab, ["cx"])]).to_disk(tmp_path / name)
    else:
        (tmp_path / name).write_text(NO_TAGS[name], "utf8")
    corpus = make_corpus(str(tmp_path / name))
    with pytest.raises(UserError, match="M002"):
        evaluate(nlp, corpus.docs(nlp))


def test_gold_with_a_single_tag_is_named(nlp):
    words = [f"{letter}x" for letter in "abcdefghijkl"]
    with pytest.warns(UserWarning, match="M104. All gold tags are 'Z'"):
        evaluate(nlp, [Doc(nlp.vocab, words, tags=["Z"] * 12)])
    with pytest.warns(UserWarning, match="M103"):  # the only one
        evaluate(nlp, [Doc(nlp.vocab, words, tags=["x"] * 11 + ["y"])])


def test_documents_without_words_are_skipped(nlp):
    blank = [Doc(nlp.vocab), Doc(nlp.vocab, [" ", "\n"])]
    assert evaluate(nlp, blank)["n_tokens"] == 0
    assert evaluate(nlp, [*blank, Doc(nlp.vocab, ["ax"], tags=["x"])])["n_tokens"] == 1


def test_no_documents_score_zero(nlp):
    assert set(evaluate(nlp, []).values()) == {0}


def test_table_for_people():
    scores = dict.fromkeys(clustering_scores([], [], [], []), 0.12345)
    scores |= {"many_to_one": 0.6344, "vi": 3.604, "nvi": 1.0381, "tag_acc": 1.0, "n_tokens": 1161192, "n_clusters": 45}
    scores["n_types"] = 49815
    lines = [line.strip() for line in score_table(scores).splitlines() if line.strip()]
    assert len(lines) == len(scores) + 2
    shown = {" ".join(line.split()) for line in lines}
    assert shown >= {
        "Many-to-one accuracy (M-1) 63.4%",
        "Variation of information 3.60 bits",
        "Normalised VI, VI / H(T) 1.038",
        "V-measure 12.3%",
        "Tag accuracy, names as they are 100.0%",
        "Tokens 1,161,192",
        "Word types 49,815",
        "Different tags 45",
    }
    assert lines[2].startswith("Tag accuracy")  # tags that have names are compared by name in the first place
    assert score_table(scores | {"tag_acc": 0.0}).splitlines()[3].startswith("Many-to-one")
    assert "names as they are" not in score_table(scores | {"tag_acc": 0.0})  # clusters have no names to compare


def test_table_shows_what_there_is():
    text = score_table({"v_measure": 0.5})
    assert "V-measure" in text
    assert "M-1" not in text


def test_a_pipeline_that_tags_nothing_is_pointed_out(gold: list[Doc]) -> None:
    blank = spacy.blank("xx")
    blank.add_pipe("sentencizer")
    with pytest.warns(UserWarning, match=r"M101.*components: sentencizer\."):
        scores = evaluate(blank, gold)
    assert scores["n_clusters"] == 1
