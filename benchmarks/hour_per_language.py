"""An hour per language: accuracy against minutes of a person's time, beside taggers that learn from annotated tokens.

    python -m benchmarks.hour_per_language                        # all languages at hand; test files; three draws
    python -m benchmarks.hour_per_language --languages cy_ccg,wo_wtb --minutes 15,60 --seeds 1
    python -m benchmarks.hour_per_language --held dev --output training/dev.json        # to choose settings on
    python -m benchmarks.hour_per_language --draw-only            # the page again, of the figures that are there

A cell is a language, a text, a method, some minutes and a draw. Each is added to the JSON file when it is measured, and
those that are there are not measured again: stop and go on as you like. The first draw of everything comes first.

Texts: "gold" are the tokens of the treebank; "raw" is raw text, where a gold token counts as right if it is found and
has the right tag; "splits" is raw text too, after three of the minutes went to questions about splits. Methods: what
the time goes to (`annotators.METHODS`), how fast a person is, and who is simulated: see `annotators`. "classifier" and
"spacy" learn from the sentences that "sentences" has in the same minutes (`token_baselines`). "all tokens" is no hour,
but a reference: the most common tag of each word in the whole training part. Malagasy ("mlg") was annotated by a
person, and is tested on the dev file because no other is at hand. Each draw after the first leaves out a twentieth of
the sentences, and shuffles those to annotate otherwise. Corpora are read from the folder that SPACY_SVD2_CORPORA
names; see `benchmarks.languages`.
"""

import json
import os
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import spacy
import typer

from benchmarks import hour_page
from benchmarks.annotators import METHODS, SPLIT_MINUTES, SPLIT_QUESTIONS, Annotator, Recorded, Simulated, apply
from benchmarks.hour import Sentence, corpus_file
from benchmarks.languages import FILES, FOLDS, LANGUAGES, divide, sample, sentences_of
from benchmarks.raw_text import LANGUAGES as RAW_LANGUAGES
from benchmarks.raw_text import add_tokenizer
from benchmarks.sentences import pairs, train
from benchmarks.token_baselines import classifier, most_common_tags, spacy_tagger
from spacy_svd2.corpora.corpus import Corpus, make_corpus
from spacy_svd2.corpora.files import CorpusFile
from spacy_svd2.corpora.formats.conllu import SurfaceSentence

TEXTS = ("gold", "raw", "splits")
REFERENCE = "all tokens"
BASELINES = {"classifier": classifier, "spacy": spacy_tagger}
ALL_METHODS = (*METHODS, *BASELINES, REFERENCE)
ALL_LANGUAGES = ("mlg", *LANGUAGES)
MINUTES = (15, 30, 60, 120)
KEYS = ("held", "language", "text", "method", "minutes", "seed")
"""What names a cell."""

Cell = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """A language from a text.

    gold (list): The sentences that a person sees, with their tags; "" for what is no token of the treebank.
    raw (list): More sentences, without tags.
    held (list): The sentences to tag; several tags that are all right are joined by "+".
    n_held (int): The tokens to be found in them.
    """

    gold: list[Sentence]
    raw: list[list[str]]
    held: list[Sentence]
    n_held: int


@dataclass(frozen=True)
class Options:
    """What to measure: see `main`. `greek` and `turkish` are read by `languages.sentences_of`."""

    languages: Sequence[str]
    texts: Sequence[str]
    methods: Sequence[str]
    minutes: Sequence[int]
    seeds: int
    held: str
    greek: Path
    turkish: Path


def main(
    languages: Annotated[str, typer.Option(help="Languages, separated by commas.")] = ",".join(ALL_LANGUAGES),
    texts: Annotated[str, typer.Option(help="Texts.")] = ",".join(TEXTS),
    methods: Annotated[str, typer.Option(help="Methods.")] = ",".join(ALL_METHODS),
    minutes: Annotated[str, typer.Option(help="Minutes of a person's time.")] = ",".join(map(str, MINUTES)),
    seeds: Annotated[int, typer.Option(help=f"Draws; at most {FOLDS} with dev.", min=1, max=FOLDS)] = 3,
    held: Annotated[Literal["dev", "test"], typer.Option(help="Which part to tag.")] = "test",
    greek: Annotated[Path, typer.Option(help="The Greek New Testament.")] = Path("corpus/greek.tsv"),
    turkish: Annotated[Path, typer.Option(help="Turkish.")] = Path("benchmarks/corpus/turkish.conllu"),
    out: Annotated[
        Path, typer.Option("--output", help="The figures; a table (.md) and a picture (.svg) are put beside them.")
    ] = Path("benchmarks/metrics/hour.json"),
    draw_only: Annotated[bool, typer.Option("--draw-only", help="Measure nothing.")] = False,
) -> None:
    """Measure what is not measured yet, and draw the page."""
    chosen = Options(
        names(languages, ALL_LANGUAGES), names(texts, TEXTS), names(methods, ALL_METHODS),
        [int(some) for some in minutes.split(",")], seeds, held, greek, turkish,
    )  # fmt: skip
    cells: list[Cell] = json.loads(out.read_text("utf8"))["cells"] if out.is_file() else []
    if not draw_only:
        for cell in measure(chosen, {key_of(cell) for cell in cells}):
            cells.append(cell)
            figures = (f"{100 * cell['accuracy']:.1f}", f"{cell['seconds']:.0f} s")
            print(*(cell[key] for key in KEYS[1:]), *figures, flush=True)
            save(out, cells)
    shown = [cell for cell in cells if cell["held"] == held]
    if not shown:
        raise SystemExit("No corpora: set SPACY_SVD2_CORPORA to their folder.")
    out.with_suffix(".md").write_text(hour_page.table(shown), "utf8")
    out.with_suffix(".svg").write_text(hour_page.picture(shown), "utf8")


def names(joined: str, known: Sequence[str]) -> list[str]:
    """The names that an option lists, each of which must be known."""
    found = joined.split(",")
    if unknown := [name for name in found if name not in known]:
        raise SystemExit(f"There is no '{unknown[0]}'. Choose from {', '.join(known)}.")
    return found


def measure(options: Options, known: set[tuple[Any, ...]]) -> Iterator[Cell]:
    """Measure the cells that are not known; those of one text and draw share its model."""
    for seed in range(options.seeds):
        for language in options.languages:
            for text in options.texts:
                wanted = [
                    dict(zip(KEYS, (options.held, language, text, method, minutes, seed), strict=True))
                    for method in options.methods
                    for minutes in (options.minutes if method != REFERENCE else [0])
                ]
                missing = [cell for cell in wanted if key_of(cell) not in known]
                task = make_task(options, language, text, seed) if missing else None
                if task is not None:
                    yield from fill(options, task, missing)


def fill(options: Options, task: Task, cells: list[Cell]) -> Iterator[Cell]:
    """Measure cells of one language, text and draw."""
    first = cells[0]
    begin = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = train([[word for word, _ in sentence] for sentence in task.gold] + task.raw)
        is_recorded = first["language"] == "mlg"
        annotator: Annotator = Recorded(corpora()) if is_recorded else Simulated(model, task.gold, first["seed"])
        for cell in cells:
            minutes = max(cell["minutes"] - SPLIT_MINUTES * (cell["text"] == "splits"), 0)
            found, done = tags(cell, task, model, annotator, minutes)
            if found:
                seconds, begin = time.process_time() - begin, time.process_time()
                yield {**cell, "accuracy": right(found, task), **done, "seconds": round(seconds, 1)}


def tags(cell: Cell, task: Task, model: Any, annotator: Annotator, minutes: float) -> tuple[list[str], dict[str, int]]:
    """The tags of the held sentences, and how much was annotated for them; none if nobody recorded it."""
    method = cell["method"]
    if method == REFERENCE:
        return (most_common_tags(task.gold, task.held), {}) if any(t for s in task.gold for _, t in s) else ([], {})
    work = annotator.work(method if method in METHODS else "sentences", minutes)
    if work is None:
        return [], {}
    n_tokens = sum(bool(tag) for sentence in work.sentences for _, tag in sentence)
    done = {"words": len(work.words), "tokens": n_tokens}
    if method == "spacy":
        return spacy_tagger(work.sentences, task.held, cell["seed"]), done
    if method == "classifier":
        return classifier(work.sentences, task.held), done
    return apply(model, work, task.held), done


def right(found: Sequence[str], task: Task) -> float:
    """The share of the tokens to be found that have a right tag."""
    gold = (tag for sentence in task.held for _, tag in sentence)
    return sum(bool(tag) and tag in several.split("+") for tag, several in zip(found, gold, strict=True)) / task.n_held


def make_task(options: Options, language: str, text: str, seed: int) -> Task | None:
    """What is learned from and what is tagged; None if the files are not at hand, or have no raw text."""
    if language == "mlg":
        return malagasy(seed) if text == "gold" and (corpora() / "mlg" / "raw.txt.gz").is_file() else None
    more = corpora() / "raw" / f"{language[:2]}.txt.gz" if language in FILES else Path("no file")
    if text == "gold":
        kept, tested = divide(*sentences_of(options, language), options.held, seed)
        if not kept or not tested:
            return None
        raw = list(make_corpus(str(more)).sentences(spacy.blank("xx"))) if more.is_file() else []
        return Task(kept, raw, tested, sum(map(len, tested)))
    files = [corpus_file(corpora(), language, part) for part in ("train", "dev", "test")]
    if language not in RAW_LANGUAGES or not files[2].is_file():
        return None
    learned = [sentence for path in files[:2] if path.is_file() for sentence in Corpus([path]).surface_sentences()]
    kept, tested = divide(learned, list(Corpus(files[2:]).surface_sentences()), options.held, seed)
    nlp = spacy.blank("xx")
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary, "text.txt")
        file.write_text("".join(f"{text_of(sentence)}\n" for sentence in kept), "utf8")
        add_tokenizer(nlp, file, kept, SPLIT_QUESTIONS if text == "splits" else 0)
    raw = list(make_corpus(str(more)).sentences(nlp)) if more.is_file() else []
    n_held = sum(any(token.tags) for sentence in tested for token in sentence.tokens)
    gold = [[(word, tag.partition("+")[0]) for word, tag in cut(nlp, sentence)] for sentence in kept]
    return Task(gold, raw, [cut(nlp, sentence) for sentence in tested], n_held)


def malagasy(seed: int) -> Task:
    folder = corpora() / "mlg"
    raw = sample([line.split() for line in CorpusFile(folder / "raw.txt.gz").lines()], seed)
    held = pairs(folder / "dev.txt")
    return Task([], raw, held, sum(map(len, held)))


def cut(nlp: spacy.language.Language, sentence: SurfaceSentence) -> Sentence:
    """The tokens that a pipeline makes of a sentence, each with the tags of the gold token that stands there."""
    tags, at = {}, 0
    for token in sentence.tokens:
        tags[at, at + len(token.text)] = "+".join(filter(None, token.tags))
        at += len(token.text) + token.space
    doc = nlp.make_doc(text_of(sentence))
    return [(token.text, tags.get((token.idx, token.idx + len(token)), "")) for token in doc if not token.is_space]


def text_of(sentence: SurfaceSentence) -> str:
    return "".join(token.text + " " * token.space for token in sentence.tokens).rstrip(" ")


def corpora() -> Path:
    return Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))


def key_of(cell: Cell) -> tuple[Any, ...]:
    return tuple(cell[key] for key in KEYS)


def save(path: Path, cells: list[Cell]) -> None:
    """Write the figures, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".json.part")
    lines = ",\n".join(json.dumps(cell, ensure_ascii=False) for cell in cells)
    temporary.write_text(f'{{"cells": [\n{lines}\n]}}\n', "utf8")
    temporary.replace(path)


app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
app.command()(main)

if __name__ == "__main__":
    app(prog_name="python -m benchmarks.hour_per_language")
