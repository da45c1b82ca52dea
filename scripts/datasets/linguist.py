"""A simulated linguist: labels suggested words as their most common gold tag, for measuring what an hour is worth."""

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import spacy

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.files import CorpusFile
from spacy_svd2.errors import Errors, UserError
from spacy_svd2.shared.artifacts import write_text
from spacy_svd2.shared.atomic import atomic_path
from spacy_svd2.tagger.labelling.tagsets import read_tagset

HELD_OUT = 10


def divide(corpus: Path, train: Path, test: Path) -> tuple[int, int]:
    """Hold out every tenth sentence of word-per-line text.

    corpus (Path): A .tsv or .conllu file: a line for each word, and a blank line after each sentence.
    train, test (Path): The files to write, of the same kind.
    RETURNS (tuple): Sentences of both.
    RAISES (UserError): The corpus can't be read.
    """
    sizes = [0, 0]
    with (
        atomic_path(train) as new_train,
        atomic_path(test) as new_test,
        new_train.open("w", encoding="utf8") as kept,
        new_test.open("w", encoding="utf8") as held,
    ):
        for number, lines in enumerate(_sentences(corpus)):
            part = int(number % HELD_OUT == HELD_OUT - 1)
            (kept, held)[part].write("\n".join(lines) + "\n\n")
            sizes[part] += 1
    return sizes[0], sizes[1]


def label(
    words: Path, gold: Path, output: Path, *, n: int, column: int | None = None, tagset: Path | None = None
) -> int:
    """Fill in the tags of the first `n` suggested words that the gold file has.

    words (Path): What `python -m spacy svd2 suggest` wrote.
    gold (Path): Text with gold tags, in any format, of which none may be text that is tested on later.
    output (Path): The labelled words to write: columns word and tag, and pos where the tags' UPOS tags are known.
    n (int): Words to label at most.
    column (int): The column of the tags in a table, from 1; by default the usual one.
    tagset (Path): What svd2 label takes as its tags, which says what they are in UPOS.
    RETURNS (int): Words labelled.
    RAISES (UserError): A file can't be read, or the words have no header.
    """
    universal = {} if tagset is None else {tag.name: tag.pos for tag in read_tagset(tagset)}
    tags: dict[str, Counter[str]] = defaultdict(Counter)
    corpus = Corpus([gold], column=None if column is None else str(column))
    for token in (token for doc in corpus.docs(spacy.blank("xx")) for token in doc if token.tag):
        tags[token.lower_][token.tag_] += 1
    with words.open(encoding="utf8", newline="") as file:
        rows = csv.DictReader(file, dialect="excel-tab")
        if "word" not in (rows.fieldnames or []):
            raise UserError(Errors.D012.format(path=words))
        chosen = [row["word"] for row in rows if row["word"] in tags][:n]
    with atomic_path(output) as temporary, temporary.open("w", encoding="utf8", newline="") as file:
        writer = csv.writer(file, dialect="excel-tab", lineterminator="\n")
        writer.writerow(["word", "tag", "pos"] if universal else ["word", "tag"])
        for word in chosen:
            tag = tags[word].most_common(1)[0][0]
            writer.writerow([word, tag, universal.get(tag, "")] if universal else [word, tag])
    return len(chosen)


def curve(scores: Sequence[Path], output: Path, *, name: str) -> list[tuple[int, float]]:
    """Gather accuracies by the number of labels into a learning curve, as `svd2 report --curve` reads it.

    scores (Sequence): Files of `svd2 evaluate --output`, their names ending in the number: hour-200.json.
    output (Path): The JSON file to write.
    name (str): Of the curve.
    RETURNS (list): Numbers of labels and accuracies.
    RAISES (UserError): A file has no accuracy.
    """
    points = []
    for path in scores:
        try:
            points.append((int(path.stem.rsplit("-", 1)[-1]), float(json.loads(path.read_text("utf8"))["tag_acc"])))
        except (OSError, ValueError, KeyError, TypeError) as err:
            raise UserError(Errors.D009.format(path=path, why=f"{type(err).__name__}: {err}")) from err
    write_text(output, json.dumps({"series": [{"name": name, "points": points}]}, indent=1))
    return points


def _sentences(path: Path) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in CorpusFile(path).lines():
        if line:
            lines.append(line)
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines
