"""The whole way from raw text to tags, simulated: decide on a few splits, label words, tag raw text.

    python -m benchmarks.raw_text                           # every language, test files
    python -m benchmarks.raw_text --held dev --languages mt_mudt cy_ccg

The corpus is the text of the train file, with the dev file's where the test file is held out, and raw text where there
is any. The person answers the first 30 questions of `svd2 splits` as the gold training text has it, gives the first 470
suggested words the most common gold tag of that token (of any of its words, for a multiword token), and skips what is
no token there. Without splits it is 500 words. Corpora are read from the folder that SPACY_SVD2_CORPORA names. Choose
settings on dev, never on test.
"""

import argparse
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import spacy
import wasabi

from benchmarks.hour import corpus_file
from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.formats.conllu import SurfaceSentence
from spacy_svd2.corpora.splits.questions import make_questions
from spacy_svd2.corpora.splits.rules import Answers
from spacy_svd2.corpora.splits.tokenizer import add_common_rules, learn_splits
from spacy_svd2.shared.delimited import join_row
from spacy_svd2.tagger.evaluation.evaluate import evaluate
from spacy_svd2.tagger.evaluation.raw_text import evaluate_raw
from spacy_svd2.tagger.labelling.suggest import make_suggestions

LANGUAGES = ("cy_ccg", "mt_mudt", "wo_wtb", "fr_sequoia", "ga_idt")
QUESTIONS, LABELS = 30, 500
SECONDS = {"question": 6, "word": 7}
"""What a question and a word take a person."""
MEASURES = ("tokens_f1", "sentences_f1", "words_f1", "upos_f1", "end_to_end")


def main() -> None:
    arguments = parse()
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    header = ("language", "splits", "words", "minutes", *MEASURES, "gold tokens")
    widths = (10, 6, 5, 7, *map(len, MEASURES), 11)
    for n, (name, asked) in enumerate((name, asked) for name in arguments.languages for asked in (0, QUESTIONS)):
        row = measure(folder, name, arguments.held, asked)
        print(
            wasabi.row(header, widths=widths) + "\n" if not n else "",
            wasabi.row(row, widths=widths),
            sep="",
            flush=True,
        )


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--held", choices=["dev", "test"], default="test", help="which part to tag")
    return parser.parse_args()


def measure(folder: Path, name: str, held: str, n_questions: int) -> list[str]:
    """One row of the table: the person's answers and minutes, and how well raw text is tagged."""
    parts = ["train"] if held == "dev" else ["train", "dev"]
    files = [path for path in (corpus_file(folder, name, part) for part in parts) if path.is_file()]
    gold = list(Corpus(files).surface_sentences())
    raw = folder / "raw" / f"{name[:2]}.txt.gz"
    nlp = spacy.blank("xx")
    with tempfile.TemporaryDirectory() as temporary:
        text = Path(temporary, "text.txt")
        text.write_text("".join(f"{' '.join(chunk for chunk, _ in chunks(one))}\n" for one in gold), "utf8")
        answers = add_tokenizer(nlp, text, gold, n_questions)
        corpus = Corpus([text, *([raw] if raw.is_file() else [])])
        tagger = nlp.add_pipe("svd2_tagger")
        tagger.initialize(list, nlp=nlp, corpus=corpus)  # type: ignore[attr-defined]
        labels = label(tagger.get_model(), gold, LABELS - n_questions)  # type: ignore[attr-defined]
        table = Path(temporary, "words.tsv")
        table.write_text("".join(f"{join_row(row)}\n" for row in [("word", "tag"), *labels.items()]), "utf8")
        tagger.name_tags(table)  # type: ignore[attr-defined]
    test = corpus_file(folder, name, held)
    scores = evaluate_raw(nlp, Corpus([test]).surface_sentences())
    scores["gold tokens"] = evaluate(nlp, Corpus([test]).docs(nlp))["tag_acc"]
    minutes = (SECONDS["question"] * len(answers) + SECONDS["word"] * len(labels)) / 60
    figures = [f"{100 * scores[key]:.1f}" for key in (*MEASURES, "gold tokens")]
    return [name, str(len(answers)), str(len(labels)), f"{minutes:.0f}", *figures]


def add_tokenizer(
    nlp: spacy.language.Language, text: Path, gold: Sequence[SurfaceSentence], n_questions: int
) -> Answers:
    """Give a pipeline the rules that a person's answers about a text give, or those that all languages share."""
    answers = answer(nlp, text, gold, n_questions)
    if answers:
        learn_splits(nlp, answers)
    else:
        add_common_rules(nlp)
    return answers


def chunks(sentence: SurfaceSentence) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The chunks of a sentence between white space, and the tokens of each."""
    pieces: list[str] = []
    for token in sentence.tokens:
        pieces.append(token.text)
        if token.space:
            yield "".join(pieces), tuple(pieces)
            pieces = []
    if pieces:
        yield "".join(pieces), tuple(pieces)


def answer(nlp: spacy.language.Language, text: Path, gold: Sequence[SurfaceSentence], n: int) -> Answers:
    """The questions about a text, answered as it is most often split in gold sentences."""
    found: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for sentence in gold if n else ():
        for chunk, pieces in chunks(sentence):
            found[chunk][pieces] += 1
    questions = make_questions(Corpus([text]), nlp, n=n, n_lines=0) if n else []
    return {one.word: found[one.word].most_common(1)[0][0] for one in questions if one.word in found}


def label(model, gold: Sequence[SurfaceSentence], n: int) -> dict[str, str]:  # type: ignore[no-untyped-def]
    """The first suggested words that are gold tokens, each with its most common tag."""
    tags: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in gold:
        for token in sentence.tokens:
            # not a set: of tags that are as common, the first counts, whatever the seed of hashes
            tags[token.text.lower()].update(dict.fromkeys(token.tags, 1))
    suggested = [one.word for one in make_suggestions(model, n=n)]
    return {word: tags[word].most_common(1)[0][0] for word in suggested if word in tags}


if __name__ == "__main__":
    main()
