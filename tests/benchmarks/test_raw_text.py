from pathlib import Path

import spacy

from benchmarks.raw_text import answer, chunks
from spacy_svd2.corpora.corpus import Corpus


def test_the_simulated_person_answers_as_the_gold_text_is_cut(tmp_path: Path) -> None:
    gold, text = tmp_path / "gold.conllu", tmp_path / "text.txt"
    tokens = [("il-", "SpaceAfter=No"), ("belt", "_"), ("ta'", "_"), ("Malta", "SpaceAfter=No"), (".", "_")]
    rows = [f"{n}\t{form}\t_\tX\t_\t_\t_\t_\t_\t{misc}" for n, (form, misc) in enumerate(tokens, 1)]
    gold.write_text("\n".join(rows) + "\n\n", "utf8")
    sentences = list(Corpus([gold]).surface_sentences())
    assert list(chunks(sentences[0])) == [("il-belt", ("il-", "belt")), ("ta'", ("ta'",)), ("Malta.", ("Malta", "."))]
    text.write_text("il-belt ta' Malta.\n", "utf8")
    assert answer(spacy.blank("xx"), text, sentences, 9) == {"il-belt": ("il-", "belt"), "ta'": ("ta'",)}
    assert answer(spacy.blank("xx"), text, sentences, 0) == {}
