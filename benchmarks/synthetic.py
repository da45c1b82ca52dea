"""Counts of a made-up language of any size, without making its text: classes, Zipf's law, and words with endings."""

import numpy as np

from spacy_svd2.tagger.counting.counts import BigramCounts
from spacy_svd2.tagger.counting.scan import count_bigrams

SYLLABLES = ["ba", "ke", "di", "mo", "ru", "ta", "sen", "li", "ga", "no", "vi", "pe", "zu", "hal", "ri", "to", "ma"]
ENDINGS = ["", "n", "s", "lar", "ed", "ung", "im", "os"]


def words(n: int, n_classes: int) -> list[str]:
    """n different words; word i is of class i modulo `n_classes`, which its ending tells in part."""
    found = []
    for i in range(n):
        number, stem = i // n_classes + 1, ""
        while number:
            number, digit = divmod(number, len(SYLLABLES))
            stem += SYLLABLES[digit]
        kind = i % n_classes
        found.append(f"{stem}{SYLLABLES[kind % 17]}{kind}{ENDINGS[kind % 8]}")
    return found


def stream(n_types: int, n_tokens: int, *, n_classes: int, chains: int = 1000, seed: int = 0) -> np.ndarray:
    """Word numbers, (n_tokens + 2 n_types,): a Markov chain over classes with Zipf's law in each, then every word."""
    generator = np.random.default_rng(seed)
    members = n_types // n_classes
    share = np.cumsum(1 / (np.arange(members) + 2.7) ** 1.05)
    successors = generator.integers(0, n_classes, (n_classes, 6))
    kind = generator.integers(0, n_classes, chains)
    steps = []
    for _ in range(n_tokens // chains):
        kind = successors[kind, (generator.random(chains) ** 2 * 6).astype(np.int64)]
        rank = np.searchsorted(share, generator.random(chains) * share[-1])
        steps.append(np.minimum(rank, members - 1) * n_classes + kind)
    once = np.arange(members * n_classes).reshape(members, n_classes)
    # each rare word beside a frequent one of a class that follows its own
    beside = successors[np.arange(n_classes), 0][None, :].repeat(members, axis=0)
    rare = np.stack([once, beside], axis=2).ravel()
    return np.concatenate([np.stack(steps, axis=1).ravel(), rare])


def synthetic_counts(n_types: int, n_tokens: int, *, n_classes: int = 100, seed: int = 0) -> BigramCounts:
    """Counts of such a text in sentences of 20 words."""
    vocabulary = np.array(words(n_types, n_classes), dtype=object)
    numbers = stream(n_types, n_tokens, n_classes=n_classes, seed=seed)
    sentences = (vocabulary[numbers[i : i + 20]].tolist() for i in range(0, len(numbers), 20))
    return count_bigrams(sentences, normalize=str)
