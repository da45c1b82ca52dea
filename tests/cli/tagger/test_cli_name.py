"""`svd2 name` with annotated sentences, with and without labelled words."""

from pathlib import Path

import pytest
import spacy
from cli_helpers import Run, flat

from spacy_svd2.tagger.evaluation.expected import expect
from spacy_svd2.tagger.evaluation.trust import EXPECTED_KEYS


def tags_of(path: Path) -> tuple[str, ...]:
    return tuple(spacy.load(path).pipe_labels["svd2_tagger"])


def test_sentences_name_the_tags_alone_and_with_words(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "named"
    result = run("name", trained, "--sentences", tiny / "gold.conllu", "--tag-column", "upos", "-o", out)
    assert result.exit_code == 0, result.output
    assert "sentences" in result.output
    gold = {line.split("\t")[1] for line in (tiny / "gold.tsv").read_text().splitlines() if line}
    assert set(tags_of(out)) == gold
    words = tmp_path / "words.tsv"
    words.write_text("word\ttag\nthe\tTHE\n")
    result = run("name", trained, words, "--sentences", tiny / "gold.conllu", "--tag-column", "xpos", "-o", out)
    assert result.exit_code == 0, result.output
    assert set(tags_of(out)) - {"THE"} == {"X"}


def test_missing_words_leave_the_sentences(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out, missing = tmp_path / "named", tmp_path / "words.tsv"
    result = run("name", trained, missing, "--if-labelled", "--sentences", tiny / "gold.conllu", "-o", out)
    assert result.exit_code == 0, result.output
    assert "only the sentences are used" in result.output


@pytest.mark.parametrize(
    ("options", "code"), [((), "L021"), (("--sentences", "gold.conllu", "--tag-column", "feats"), "L022")]
)
def test_nothing_to_name_by_is_an_error(trained: Path, tiny: Path, run: Run, tmp_path: Path, options, code) -> None:
    given = [tiny / option if option.endswith(".conllu") else option for option in options]
    result = run("name", trained, *given, "-o", tmp_path / "named")
    assert result.exit_code != 0
    assert code in result.output + str(result.exception)


def test_help_says_what_sentences_do(run: Run) -> None:
    assert "--sentences" in run("name", "--help").output


def test_words_and_sentences_in_each_others_place(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    words = tmp_path / "words.tsv"
    words.write_text("word\ttag\tfrequency\tconcordance\nthe\tDET\t9\ta line of text with the word\n")
    result = run("name", trained, "--sentences", words, "-o", tmp_path / "named")
    assert result.exit_code == 1
    assert "[L090]" in result.stderr
    assert "Give it as WORDS" in flat(result.stderr)
    result = run("name", trained, tiny / "gold.conllu", "-o", tmp_path / "named")
    assert result.exit_code == 1
    assert "[L091]" in result.stderr
    assert "with --sentences" in flat(result.stderr)


def test_words_that_depend_on_the_sentence_do_no_harm_and_are_to_be_asked(
    trained: Path, run: Run, tmp_path: Path
) -> None:
    rows = "word\ttag\tnote\nthe\tDET\t\ncat\tNOUN\t\nsleeps\tVERB\t\n"
    words, out = tmp_path / "words.tsv", tmp_path / "named"
    found = []
    for more in ("", "now\t\t\n", "now\t\tdepends\n"):
        words.write_text(rows + more)
        result = run("name", trained, words, "-o", out)
        assert result.exit_code == 0, result.output
        found.append([path.read_bytes() for path in sorted((out / "svd2_tagger").iterdir())])
    assert found[0] == found[1] == found[2]
    assert "The tag of 1 word depends on the sentence" in flat(result.output)
    assert "--occurrences --labels" in flat(result.output)


def test_it_says_how_many_tokens_are_probably_right_and_keeps_it(
    trained: Path, named: Path, run: Run, tmp_path: Path
) -> None:
    out = tmp_path / "new"
    result = run("name", trained, named.parent / "words.tsv", "-o", out)
    found = expect(spacy.load(out).get_pipe("svd2_tagger").get_model())
    assert found is not None
    assert f"On new text of the same kind, about {found.accuracy:.1%} of the tokens" in flat(result.output)
    assert "text of another kind has fewer, and with so few labels all text may" in flat(result.output)
    assert f"svd2 trust {out} NEW_TEXTS --check 100 -o check.html" in " ".join(result.output.split())
    kept = spacy.load(out).meta["performance"]
    figures = [found.accuracy, found.low, found.high]
    assert [kept[key] for key in EXPECTED_KEYS] == pytest.approx(figures, abs=1e-4)
    result = run("name", out, named.parent / "words.tsv", "--method", "prototype", "-o", out)
    assert "new text" not in result.output  # it is not known, and the old figures are gone
    assert not {*EXPECTED_KEYS} & {*spacy.load(out).meta["performance"]}
