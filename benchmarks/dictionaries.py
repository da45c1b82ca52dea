"""What dictionaries are worth: entries that were held out, and a dictionary beside an hour of words or sentences.

    python -m benchmarks.dictionaries                                         # both tables, dev files
    python -m benchmarks.dictionaries --tables held --languages wo_wtb mt_mudt
    python -m benchmarks.dictionaries --tables beside --budgets 1+0 0+2

held: half of the words of a dictionary, drawn at random, are the labels; each word of the other half is tagged by
itself, and is right if the dictionary gives it that tag. "in the text" are the words that the raw text has. Malagasy
("mlg") has a bilingual dictionary of 63,000 words; the dictionary of a treebank is every word of its train file, with
the tags that make up a tenth of the word's tokens.
beside: Malagasy, what one annotator did in some half hours of words and of sentences (as in `benchmarks.sentences`),
with and without the dictionary, on the dev file, and on those of the annotator's own sentences that the budget does
not have.
"""

import argparse
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.hour import Sentence, corpus_file, read
from benchmarks.sentences import half_hours, named, pairs, probabilities, show, train
from benchmarks.token_baselines import accuracy
from spacy_svd2.corpora.files import CorpusFile
from spacy_svd2.tagger.dictionaries.registry import read_dictionary
from spacy_svd2.tagger.model.model import SVD2Model

LANGUAGES = ("mlg", "cy_ccg", "mt_mudt", "wo_wtb", "swa", "zul")
BUDGETS = ("1+0", "0+2", "1+1", "2+2")
TABLES = ("held", "beside")
TAGS = {
    "noun": "N", "verb": "V", "adjective": "ADJ", "adverb": "ADV", "proper_name": "PN", "pronoun": "PRO",
    "conjunction": "CONJ", "preposition": "PREP", "particule": "PCL", "article": "DT",
}  # fmt: skip
"""The tag map of the dictionary of Malagasy."""
MOST_HELD = 5000
LEAST_SHARE = 0.1

Dictionary = Mapping[str, Sequence[str]]


def main() -> None:
    arguments = parse()
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    for table in arguments.tables:
        rows = held(folder, arguments.languages) if table == "held" else beside(folder, arguments.budgets)
        for number, row in enumerate(rows):
            show(table, row, header=not number)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=TABLES)
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--budgets", nargs="+", default=BUDGETS, help="half hours of words and of sentences")
    return parser.parse_args()


def held(folder: Path, languages: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A row for each language: how many entries that were held out are right."""
    for name in languages:
        if name == "mlg":
            model, dictionary = malagasy(folder), malagasy_dictionary(folder)
        else:
            gold = read(corpus_file(folder, name, "train"))
            model, dictionary = train([word for word, _ in sentence] for sentence in gold), lexicon(gold)
        labels, others = halves(dictionary)
        found = tagged(model, labels, list(others))
        in_text = set(model.types)
        known = [word in in_text for word in others]
        right = [tag in others[word] for word, tag in found.items()]
        yield {
            "dictionary": name,
            "labels": len(labels),
            "held out": len(others),
            "right": sum(right) / len(right),
            "in the text": sum(r for r, k in zip(right, known, strict=True) if k) / max(sum(known), 1),
            "share in it": sum(known) / len(known),
        }


def halves(dictionary: Dictionary) -> tuple[dict[str, Sequence[str]], dict[str, Sequence[str]]]:
    """Half of the words as labels, and some of the others to tag."""
    words = random.Random(0).sample(sorted(dictionary), len(dictionary))
    half = len(words) // 2
    return {w: dictionary[w] for w in words[:half]}, {w: dictionary[w] for w in words[half:][:MOST_HELD]}


def tagged(model: SVD2Model, labels: Dictionary, words: Sequence[str]) -> dict[str, str]:
    """The tag of each word, by itself, where a dictionary's words are the labels."""
    found = named(model, {word: list(tags) for word, tags in labels.items()}, [])
    best = probabilities(found, [[(word, "")] for word in words]).argmax(axis=1)
    return {word: found.tag_names[i] for word, i in zip(words, best.tolist(), strict=True)}


def beside(folder: Path, budgets: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A row for each budget, with and without the dictionary."""
    model, dictionary = malagasy(folder), malagasy_dictionary(folder)
    dev, own = pairs(folder / "mlg" / "dev.txt"), half_hours(folder, "sentences", "8")
    for budget in budgets:
        n_words, n_sentences = budget.split("+")
        sentences = half_hours(folder, "sentences", n_sentences)
        words: dict[str, list[str]] = {}
        for word, tag in (pair for line in half_hours(folder, "words", n_words) for pair in line):
            words.setdefault(word.lower(), []).append(tag)
        more = {word: list(tags) for word, tags in dictionary.items() if word not in words}
        for label, given in (("no", words), ("yes", {**words, **more})):
            found = named(model, given, sentences)
            rest = own[len(sentences) :]
            scores = {"dev": score(found, dev), "own sentences": score(found, rest)}
            yield {"budget": budget, "dictionary": label, **scores, "both": score(found, [*dev, *rest])}


def score(model: SVD2Model, sentences: Sequence[Sentence]) -> float:
    best = probabilities(model, sentences).argmax(axis=1)
    return accuracy([model.tag_names[i] for i in best.tolist()], sentences)


def malagasy(folder: Path) -> SVD2Model:
    return train(line.split() for line in CorpusFile(folder / "mlg" / "raw.txt.gz").lines())


def malagasy_dictionary(folder: Path) -> dict[str, tuple[str, ...]]:
    """The words of the dictionary in lower case, with the annotator's tags."""
    found = read_dictionary(folder / "mlg" / "dict.txt.gz").tags({pos: (tag,) for pos, tag in TAGS.items()})
    joined: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for word, tags in found.items():
        joined[word.lower()].update(dict.fromkeys(tags))
    return {word: tuple(tags) for word, tags in joined.items()}


def lexicon(gold: Sequence[Sentence]) -> dict[str, tuple[str, ...]]:
    """The words of a treebank with their tags, the most common first."""
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word, tag in (pair for sentence in gold for pair in sentence):
        seen[word.lower()][tag] += 1
    return {
        word: tuple(tag for tag, n in tags.most_common() if n >= LEAST_SHARE * tags.total())
        for word, tags in seen.items()
    }


if __name__ == "__main__":
    main()
