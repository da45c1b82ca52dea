"""A paper plan for a large corpus, and a simulation that checks it.

    python -m benchmarks.plan --tokens 1e10 --workers 64

Types and distinct bigrams grow as powers of the tokens (Heaps' law). The powers are fitted to beginnings of a corpus of
the folder SPACY_SVD2_CORPORA and checked on all of it; what a tree of additions moves is checked by counting and adding
up real parts. Then the plan is written for as many tokens as you like. Heaps' law holds over the sizes it was fitted
to; beyond, types grow slower in one domain and faster in a mixture, so take the plan as an order of magnitude.
"""

import argparse
import gzip
import math
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import wasabi

from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.tagger.counting import PART_BYTES
from spacy_svd2.tagger.counting.count_files import counts_to_artifact
from spacy_svd2.tagger.counting.counts import BigramCounts, add_up
from spacy_svd2.tagger.counting.scan import count_bigrams

FAN_IN = 8
BYTES_PER_TYPE = 66  # eight numbers of eight bytes and the text, as measured on parts: see `simulate`
BYTES_PER_BIGRAM = 8
MOST_OF_PART = 40  # see `count_corpus`
PART_TOKENS = 2_200_000  # 16 MiB of text


@dataclass(frozen=True)
class Law:
    """size = factor * tokens ** power."""

    factor: float
    power: float

    @classmethod
    def fit(cls, tokens: list[int], sizes: list[int]) -> "Law":
        power, factor = np.polyfit(np.log(tokens), np.log(sizes), 1)
        return cls(math.exp(factor), float(power))

    def __call__(self, tokens: float) -> float:
        return self.factor * tokens**self.power


@dataclass(frozen=True)
class Plan:
    """What a corpus takes: sizes in bytes, times in seconds."""

    types: float
    bigrams: float
    parts: int
    moved: float
    result: float
    counting_seconds: float


def plan(
    tokens: float, types: Law, bigrams: Law, *, part_tokens: float, workers: int, tokens_per_second: float
) -> Plan:
    """Types and bigrams of the corpus; bytes that the tree of additions moves; time of counting."""
    parts = math.ceil(tokens / part_tokens)
    moved, size, n = 0.0, part_tokens, parts
    while n > 1:  # each sum stays where its largest part is: one of FAN_IN parts does not move
        moved += n * (1 - 1 / FAN_IN) * part_bytes(min(size, tokens), types, bigrams)
        n, size = math.ceil(n / FAN_IN), size * FAN_IN
    result = part_bytes(tokens, types, bigrams)
    return Plan(types(tokens), bigrams(tokens), parts, moved, result, tokens / workers / tokens_per_second)


def part_bytes(tokens: float, types: Law, bigrams: Law) -> float:
    return BYTES_PER_TYPE * types(tokens) + BYTES_PER_BIGRAM * bigrams(tokens)


def simulate(sentences: list[list[str]], n_parts: int) -> list[tuple[str, float, float]]:
    """Predicted and true sizes: laws fitted to the first half, and a tree over real parts."""
    tokens, types, bigrams = [], [], []
    for share in (16, 8, 4, 2):
        counts = count_bigrams(sentences[: len(sentences) // share])
        tokens.append(counts.n_tokens)
        types.append(counts.n_types)
        bigrams.append(counts.bigrams.nnz)
    laws = Law.fit(tokens, types), Law.fit(tokens, bigrams)
    step = math.ceil(len(sentences) / n_parts)
    layer = [count_bigrams(sentences[i : i + step]) for i in range(0, len(sentences), step)]
    size = sum(part.n_tokens for part in layer) / len(layer)
    expected = plan(size * len(layer), *laws, part_tokens=size, workers=1, tokens_per_second=1)
    moved = 0.0
    while len(layer) > 1:
        groups = [layer[i : i + FAN_IN] for i in range(0, len(layer), FAN_IN)]
        moved += sum(size_of(part) for group in groups for part in group[1:])
        layer = [add_up(group) for group in groups]
    whole = layer[0]
    return [
        ("types", expected.types, whole.n_types),
        ("bigrams", expected.bigrams, whole.bigrams.nnz),
        ("bytes moved", expected.moved, moved),
        ("bytes of the sum", expected.result, size_of(whole)),
    ]


def size_of(counts: BigramCounts) -> int:
    return len(artifact_to_bytes(counts_to_artifact(counts, {})))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=float, default=1e10, help="of the corpus to plan for")
    parser.add_argument("--workers", type=int, default=64, help="of the cluster, one thread each")
    parser.add_argument("--tokens-per-second", type=float, default=280_000, help="of a worker, raw text")
    parser.add_argument("--corpus", default="raw/rw.txt.gz", help="to fit the laws to, in SPACY_SVD2_CORPORA")
    parser.add_argument("--parts", type=int, default=64, help="of the simulation")
    arguments = parser.parse_args()
    path = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder")) / arguments.corpus
    if not path.is_file():
        raise SystemExit(f"No {arguments.corpus}: set SPACY_SVD2_CORPORA to the folder of the corpora.")
    sentences = [line.split() for line in gzip.decompress(path.read_bytes()).decode("utf8").splitlines()]
    rows = [
        (name, f"{a:,.0f}", f"{b:,.0f}", f"{a / b - 1:+.0%}") for name, a, b in simulate(sentences, arguments.parts)
    ]
    print(wasabi.table(rows, header=("Simulation", "Predicted", "True", "Error"), aligns=["l", "r", "r", "r"]))
    sizes = [count_bigrams(sentences[: len(sentences) // share]) for share in (8, 4, 2, 1)]
    tokens = [counts.n_tokens for counts in sizes]
    laws = Law.fit(tokens, [x.n_types for x in sizes]), Law.fit(tokens, [x.bigrams.nnz for x in sizes])
    speed = {"workers": arguments.workers, "tokens_per_second": arguments.tokens_per_second}
    found = plan(arguments.tokens, *laws, part_tokens=PART_TOKENS, **speed)
    print("".join(f"{name} = {law.factor:.2f} * tokens ** {law.power:.2f}\n" for name, law in
                  zip(("types", "bigrams"), laws, strict=True)))  # fmt: skip
    print(wasabi.table(shown(found, arguments), header=("Plan", ""), divider=True, aligns=["l", "r"], max_col=80))


def shown(found: Plan, arguments: argparse.Namespace) -> list[tuple[str, str]]:
    return [
        ("tokens", f"{arguments.tokens:,.0f}"),
        ("types", f"{found.types:,.0f}"),
        ("different bigrams", f"{found.bigrams:,.0f}"),
        ("parts of 16 MiB", f"{found.parts:,}"),
        (f"minutes of counting, {arguments.workers} workers of one thread", f"{found.counting_seconds / 60:,.0f}"),
        ("GB of a worker while it counts, at most", f"{MOST_OF_PART * PART_BYTES / 1e9:,.1f}"),
        ("GB that move between workers", f"{found.moved / 1e9:,.0f}"),
        ("GB of the sum in a file", f"{found.result / 1e9:,.1f}"),
        ("GB of the sum in memory, while the last parts are added up", f"{memory(found.types, found.bigrams):,.0f}"),
        ("the same with --max-types 1000000, at most", f"{memory(1e6, found.bigrams):,.0f}"),
    ]


def memory(types: float, bigrams: float) -> float:
    """GB, by the bound of `add_up`: of bigrams there may be three times as many in the last addition."""
    return (150 * types + 3 * BYTES_PER_BIGRAM * bigrams) / 1e9


if __name__ == "__main__":
    main()
