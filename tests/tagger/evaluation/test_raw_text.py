from collections.abc import Callable
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.errors import UserError
from spacy_svd2.tagger.evaluation.raw_text import evaluate_raw

Row = tuple[str, str, str, str]


def pipeline(
    tags: dict[str, str], splits: Callable[[str], list[str]] = str.split, *, sentences: bool = False
) -> Language:
    """Splits text as it is told, and tags tokens from a dictionary."""
    nlp = spacy.blank("xx")

    def make_doc(text: str) -> Doc:
        words, spaces = spacy.util.get_words_and_spaces(splits(text), text)
        starts = [i == 0 or words[i - 1] == "." for i in range(len(words))] if sentences else None
        return Doc(
            nlp.vocab, words=words, spaces=spaces, tags=[tags.get(word, "X") for word in words], sent_starts=starts
        )

    nlp.tokenizer = make_doc
    return nlp


def gold(folder: Path, *blocks: str) -> Corpus:
    """Sentences of rows "ID FORM UPOS [MISC]"."""
    path = folder / "gold.conllu"
    lines = []
    for block in blocks:
        for row in block.splitlines():
            cells = [*row.split(), "_", "_"]
            line = f"{cells[0]}\t{cells[1]}\t_\t{cells[2]}\txp\t_\t_\t_\t_\t{cells[3]}"
            lines.append(row if row.startswith("#") else line)
        lines.append("")
    path.write_text("\n".join(lines) + "\n", "utf8")
    return Corpus([path])


FIRST = "1 the DET\n2 cat NOUN\n3 sleeps VERB SpaceAfter=No\n4 . PUNCT"
SECOND = "1-2 du _\n1 de ADP\n2 le DET\n3 chat NOUN\n4 . PUNCT"
TAGS = {"the": "DET", "cat": "NOUN", "sleeps": "VERB", ".": "PUNCT", "chat": "NOUN", "du": "DET"}


def test_sentences_without_tags_have_no_scores(tmp_path: Path) -> None:
    untagged = "1 the _\n2 cat _"
    with pytest.raises(UserError, match=r"M002.* none of the 2 .*'the cat"):
        evaluate_raw(pipeline(TAGS), gold(tmp_path, untagged, untagged).surface_sentences())
    evaluate_raw(pipeline(TAGS), gold(tmp_path, untagged, FIRST).surface_sentences())


def split(text: str) -> list[str]:
    return text.replace(".", " .").split()


def test_all_is_right_but_multiword_tokens_stay_one_word(tmp_path: Path) -> None:
    """Of the 8 gold words and 7 tokens, 6 are aligned: "du" is none of the words "de" and "le"."""
    nlp = pipeline(TAGS, split, sentences=True)
    assert evaluate_raw(nlp, gold(tmp_path, FIRST, SECOND).surface_sentences()) == {
        "tokens_f1": 1.0,
        "sentences_f1": 1.0,
        "words_f1": 2 * 6 / (8 + 7),
        "upos_f1": 2 * 6 / (8 + 7),
        "end_to_end": 1.0,
        "n_tokens": 7,
    }


def test_tokens_glued_and_cut(tmp_path: Path) -> None:
    """Gold: the, cat, sleeps, "."; found: the, c, at, "sleeps."; so 1 of 4 and 4 is the same."""
    nlp = pipeline({"the": "DET"}, lambda text: text.replace("cat", "c at").split())
    scores = evaluate_raw(nlp, gold(tmp_path, FIRST).surface_sentences())
    assert scores["tokens_f1"] == scores["words_f1"] == scores["upos_f1"] == scores["end_to_end"] == 0.25
    assert scores["sentences_f1"] == 1.0


def test_words_of_a_multiword_token_are_aligned_by_their_forms(tmp_path: Path) -> None:
    """Found "don" and "'t" for "do" and "n't" are no words of it; "do" and "nt" for "do" and "nt" are, in any case."""
    block = "1-2 dont _\n1 do AUX\n2 nt PART\n3 x X"
    nlp = pipeline({"Do": "AUX", "do": "AUX"}, lambda text: text.replace("dont", "do nt").split())
    scores = evaluate_raw(nlp, gold(tmp_path, block).surface_sentences())
    assert scores["words_f1"] == 1.0
    assert scores["upos_f1"] == 2 * 2 / 6  # "do" and "x", which is an X
    assert scores["tokens_f1"] == 2 * 1 / (2 + 3)
    assert scores["end_to_end"] == 1 / 2


@pytest.mark.parametrize(("tag", "right"), [("ADP", 1.0), ("DET", 1.0), ("ADP+DET", 1.0), ("NOUN", 0.0), ("", 0.0)])
def test_a_multiword_token_may_have_the_tag_of_any_of_its_words(tag: str, right: float, tmp_path: Path) -> None:
    nlp = pipeline({"du": tag})
    block = "1-2 du _\n1 de ADP\n2 le DET"
    assert evaluate_raw(nlp, gold(tmp_path, block).surface_sentences())["end_to_end"] == right


def test_sentences_of_a_paragraph_are_one_text(tmp_path: Path) -> None:
    """Without boundaries of its own, a pipeline finds the sentences that are alone in their paragraphs."""
    sentences = gold(tmp_path, FIRST, FIRST, f"# newpar\n{FIRST}").surface_sentences()
    scores = evaluate_raw(pipeline(TAGS, split), sentences)
    assert scores["sentences_f1"] == 2 * 1 / (3 + 2)
    assert scores["tokens_f1"] == 1.0


def test_tags_of_another_column(tmp_path: Path) -> None:
    corpus = gold(tmp_path, FIRST)
    other = Corpus(corpus.paths, column="xpos")
    assert evaluate_raw(pipeline({"cat": "xp"}, split), other.surface_sentences(), own_tags=True)["end_to_end"] == 0.25


def test_only_treebanks_tell_the_text(tmp_path: Path) -> None:
    (tmp_path / "gold.tsv").write_text("the\tDET\n")
    with pytest.raises(UserError, match="C052"):
        list(Corpus([tmp_path / "gold.tsv"]).surface_sentences())
