import sys

import pytest

from benchmarks import sentences

GOLD = [[("the", "DET"), ("duck", "NOUN")], [("they", "PRON"), ("duck", "VERB")], [("a", "DET"), ("cat", "NOUN")]]


def test_an_occurrence_is_one_annotated_token_of_a_sentence() -> None:
    found = sentences.answered(GOLD, {"duck": 2.0, "cat": 0.5}, 10)
    assert sorted(found) == [[("the", ""), ("duck", "NOUN")], [("they", ""), ("duck", "VERB")]]
    assert len(sentences.answered(GOLD, {"duck": 2.0, "cat": 0.5}, 1)) == 1


def test_pairs_are_split_at_the_last_bar(tmp_path) -> None:
    path = tmp_path / "some.txt"
    path.write_text("a|X ||: b|Y\n\nc|Z\n", encoding="utf8")
    assert sentences.pairs(path) == [[("a", "X"), ("|", ":"), ("b", "Y")], [("c", "Z")]]


@pytest.mark.corpora
@pytest.mark.slow
def test_an_hour_of_words_and_sentences_beats_either_part(corpora, monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["sentences.py", "--tables", "malagasy", "--budgets", "1+1"])
    sentences.main()
    row = [float(cell.rstrip("%")) for cell in capsys.readouterr().out.split("\n")[-2].split()[1:4:1] if "%" in cell]
    assert row[0] > max(row[1], 84.0)
