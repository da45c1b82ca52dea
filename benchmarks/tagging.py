"""What the tagger costs on top of spaCy's tokenizer.

    python -m benchmarks.tagging
    python -m benchmarks.tagging --sentences 500 --training 2000 --repeats 3    # for a quick look

One table of CPU time: the tokenizer alone, the tagger on the documents that come from it, and the second as a share of
the first; for a tagger of clusters, one whose tags have names, and one that has learned from annotated sentences too;
and for documents of one sentence and of one paragraph. The text is the Brown corpus of the folder that
SPACY_SVD2_CORPORA names, and made-up text without it.
"""

import argparse
import json
import os
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import spacy
from spacy.language import Language
from wasabi import table

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.tagger.component import SVD2Tagger
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.labelling.annotated import annotated_tokens
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.settings import Settings
from spacy_svd2.tagger.tagging import model_types

BROWN = "pos/brown.tsv.gz"
N_NAMES, N_LABELLED, N_ANNOTATED, N_FREQUENT = 17, 500, 40, 20


@dataclass
class Row:
    """Medians of CPU seconds for one kind of tags and one size of documents.

    tags (str): "clusters", "named" or "sentences".
    size (str): What a document is.
    n_docs, n_tokens (int): How many.
    share_unknown (float): Tokens, of all, that the training corpus did not have.
    tokenizer (float): The tokenizer alone.
    tagger (float): The tagger, on the tokenizer's documents.
    """

    tags: str
    size: str
    n_docs: int
    n_tokens: int
    share_unknown: float
    tokenizer: float
    tagger: float

    @property
    def ratio(self) -> float:
        return self.tagger / self.tokenizer


def brown(folder: str) -> Iterator[str] | None:
    """The sentences of the Brown corpus, if the folder of corpora has it."""
    path = Path(folder) / BROWN
    if not folder or not path.is_file():
        return None
    return (" ".join(words) for words in make_corpus(str(path)).sentences(spacy.blank("xx")))


def synthetic(n_sentences: int) -> Iterator[str]:
    """Sentences of 5 to 35 random words with the frequencies of a natural language (Zipf), and punctuation."""
    random = np.random.default_rng(0)
    letters = np.array(list("etaoinshrdlu"))
    words = ["".join(random.choice(letters, size)) for size in random.integers(1, 10, 60_000)]
    weights = 1 / np.arange(2, len(words) + 2)
    for size in random.integers(5, 36, n_sentences):
        chosen = [words[i] for i in random.choice(len(words), size, p=weights / weights.sum())]
        yield f"{chosen[0].capitalize()} {' '.join(chosen[1 : size // 2])}, {' '.join(chosen[size // 2 :])}."


def trained_pipeline(sentences: Iterator[str]) -> Language:
    """A pipeline whose tagger knows the words of these sentences; how well it clusters them is no matter of speed."""
    nlp = spacy.blank("xx")
    words = ([token.text for token in nlp.make_doc(sentence)] for sentence in sentences)
    settings = Settings(n_tags=45, n_passes=1, w1=100, r1=20, max_iter=5, refine=None)
    tagger = nlp.add_pipe("svd2_tagger")
    assert isinstance(tagger, SVD2Tagger)
    model = SVD2Model.train(count_bigrams(words), settings)
    tagger.set_model(model.with_clusterings(model.find_clusterings()))
    return nlp


def named_tagger(nlp: Language, annotated: Sequence[str] = ()) -> SVD2Tagger:
    """A tagger that knows the same words and has names for its tags; how right they are is no matter of speed.

    annotated (Sequence): Sentences to learn from as well. In these, words after the most frequent ones have one tag.
    """
    model = nlp.get_pipe("svd2_tagger").get_model()  # type: ignore[attr-defined]
    cluster = dict(zip(model.types, model.labels.tolist(), strict=True))
    labels = {word: [f"C{cluster[word] % N_NAMES}"] for word in model.types[:N_LABELLED]}
    docs = [nlp.make_doc(sentence) for sentence in annotated]
    frequent = set(model.types[:N_FREQUENT])
    for doc in docs:
        for token in doc:
            after = token.i > 0 and doc[token.i - 1].lower_ in frequent
            token.tag_ = "C0" if after else f"C{cluster.get(token.lower_, 0) % N_NAMES}"
    sentences = annotated_tokens(docs, model.types, model_types(model, nlp.vocab)) if docs else None
    tagger = SVD2Tagger(nlp.vocab, "named")
    tagger.set_model(model.named(labels, method="prototype", sentences=sentences))
    return tagger


def time_once(
    nlp: Language, taggers: dict[str, SVD2Tagger], texts: list[str], batch_size: int
) -> tuple[float, dict[str, float]]:
    """CPU seconds of the tokenizer and of each tagger, batch by batch as in a pipeline."""
    tokenizing, tagging = 0.0, dict.fromkeys(taggers, 0.0)
    for start in range(0, len(texts), batch_size):
        for name, tagger in taggers.items():
            begin = time.process_time()
            docs = list(nlp.tokenizer.pipe(texts[start : start + batch_size]))  # type: ignore[attr-defined]
            middle = time.process_time()
            for _ in tagger.pipe(docs, batch_size=batch_size):
                pass
            tokenizing += (middle - begin) / len(taggers)
            tagging[name] += time.process_time() - middle
    return tokenizing, tagging


def measure(
    nlp: Language, taggers: dict[str, SVD2Tagger], sizes: dict[str, list[str]], *, repeats: int, batch_size: int
) -> list[Row]:
    """Time every size of documents in turn, several times over, after one round that does not count.

    taggers (dict): What to time beside the tokenizer, by the name of its tags.
    sizes (dict): Texts by the name of their size.
    """
    times: dict[str, list[tuple[float, dict[str, float]]]] = {size: [] for size in sizes}
    for number in range(repeats + 1):
        for size, texts in sizes.items():
            taken = time_once(nlp, taggers, texts, batch_size)
            if number:
                times[size].append(taken)
    known = set(next(iter(taggers.values())).get_model().types)
    rows = []
    for size, texts in sizes.items():
        tokens = [token for doc in nlp.tokenizer.pipe(texts) for token in doc]  # type: ignore[attr-defined]
        unknown = sum(token.lower_ not in known for token in tokens) / len(tokens)
        tokenizer = statistics.median(tokenizing for tokenizing, _ in times[size])
        for name in taggers:
            tagger = statistics.median(tagging[name] for _, tagging in times[size])
            rows.append(Row(name, size, len(texts), len(tokens), unknown, tokenizer, tagger))
    return rows


def show(rows: list[Row]) -> str:
    header = ("tags", "documents", "number", "tokens each", "unknown", "tokenizer", "tagger", "us/token", "ratio")
    cells = [
        (
            row.tags,
            row.size,
            row.n_docs,
            f"{row.n_tokens / row.n_docs:.1f}",
            f"{row.share_unknown:.1%}",
            f"{row.tokenizer * 1e3:.1f} ms",
            f"{row.tagger * 1e3:.1f} ms",
            f"{row.tagger / row.n_tokens * 1e6:.2f}",
            f"{row.ratio:.1%}",
        )
        for row in rows
    ]
    return table(cells, header=header, divider=True, aligns=("l", "l", *["r"] * 7))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, default=6000, help="sentences to tag, which training does not see")
    parser.add_argument("--training", type=int, default=50_000, help="sentences to train on")
    parser.add_argument("--paragraph", type=int, default=6, help="sentences in a paragraph")
    parser.add_argument("--repeats", type=int, default=9, help="how often to time; the medians are shown")
    parser.add_argument("--batch-size", type=int, default=256, help="documents in a batch")
    parser.add_argument("--synthetic", action="store_true", help="use made-up text even where there is a corpus")
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    arguments = parser.parse_args()
    text = None if arguments.synthetic else brown(os.environ.get("SPACY_SVD2_CORPORA", ""))
    print(f"Text: {'made up' if text is None else 'Brown corpus'}")
    stream = synthetic(arguments.sentences + arguments.training) if text is None else text
    tagged = list(islice(stream, arguments.sentences))
    training = list(islice(stream, arguments.training))
    nlp = trained_pipeline(iter(training))
    starts = range(0, len(tagged), arguments.paragraph)
    paragraphs = [" ".join(tagged[start : start + arguments.paragraph]) for start in starts]
    clusters = nlp.get_pipe("svd2_tagger")
    assert isinstance(clusters, SVD2Tagger)
    annotated = named_tagger(nlp, training[:N_ANNOTATED])
    taggers = {"clusters": clusters, "named": named_tagger(nlp), "sentences": annotated}
    sizes = {"sentences": tagged, "paragraphs": paragraphs}
    rows = measure(nlp, taggers, sizes, repeats=arguments.repeats, batch_size=arguments.batch_size)
    print(show(rows))
    if arguments.output:
        figures = [{**asdict(row), "ratio": row.ratio} for row in rows]
        arguments.output.write_text(json.dumps(figures, indent=1), "utf8")


if __name__ == "__main__":
    main()
