"""A long run: documents of all kinds through both components, in memory zones. Is memory flat, and nothing forgotten?

    python -m benchmarks.soak
    python -m benchmarks.soak --minutes 60 --output soak.json

Prints the documents, tokens and resident memory so far, ten times in all; ends with exit code 1 if memory grew by more
than `--most` MB after the first fifth of the time, or if the same documents got other tags or senses than at the start.
"""

import argparse
import hashlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example

SUBJECTS, VERBS = ("the cat", "a dog", "the bank", "my money", "a river"), ("sits", "naps", "pays", "flows", "lends")
SENSES = [("money", "the bank lends money"), ("money", "my bank pays"), ("shore", "the bank of the river")]
SCRIPTS = [
    (0x21, 0x7E),
    (0xC0, 0x24F),
    (0x370, 0x3FF),
    (0x590, 0x5F4),
    (0x620, 0x6D3),
    (0x904, 0x939),
    (0x4E00, 0x9FFF),
]
EMOJI = [
    "\U0001f98a",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1ec\U0001f1f7",
    "\u2764\ufe0f",
    "\U0001f44d\U0001f3fd",
]
PER_ZONE = 300


@dataclass(frozen=True)
class Tick:
    """What there is to see at a moment.

    seconds (float): Since the start.
    n_docs, n_tokens (int): So far.
    resident_mb (float): Memory in use.
    """

    seconds: float
    n_docs: int
    n_tokens: int
    resident_mb: float


def make_pipeline() -> Language:
    """Both components, trained on a few made-up sentences; tags have names."""
    nlp = spacy.blank("xx")
    tagger, wsd = nlp.add_pipe("svd2_tagger", config={"prob_attr": "soak_prob"}), nlp.add_pipe("kpca_wsd")
    lines = [f"{subject} {verb} in {n} days ." for subject in SUBJECTS for verb in VERBS for n in range(5)]
    raw = [Example.from_dict(nlp.make_doc(line), {}) for line in lines]
    tagger.initialize(lambda: raw, nlp=nlp, settings={"n_tags": 6, "w1": 12, "r1": 5, "refine": False})
    names = {"the": ["DET"], "cat": ["NOUN"], "sits": ["VERB"], "in": ["ADP"], ".": ["PUNCT"]}
    tagger.set_model(tagger.get_model().named(names, pos={tag: tag for (tag,) in names.values()}))
    examples = []
    for sense, text in SENSES * 3:
        doc = nlp.make_doc(text)
        place = [token.text for token in doc].index("bank")
        doc.spans["senses"] = [Span(doc, place, place + 1, sense, span_id="bank")]
        examples.append(Example(nlp.make_doc(text), doc))
    wsd.initialize(lambda: examples, nlp=nlp, settings={"candidates": "fast"})
    return nlp


def documents(nlp: Language, seed: int, count: int) -> Iterator[str | Doc]:
    """Documents of all kinds: ordinary, empty, white space, emoji, any script, long, huge, with tags of their own."""
    chance = random.Random(seed)
    kinds = [_ordinary, _ordinary, _empty, _space, _emoji, _random, _random, _right_to_left, _long]
    for number in range(count):
        if number % 100 == 99:
            yield _huge(chance)
        elif number % 10 == 9:
            words = _ordinary(chance).split()
            yield Doc(nlp.vocab, words=words, tags=[chance.choice(["", "OWN"]) for _ in words])
        else:
            yield chance.choice(kinds)(chance)


def _ordinary(chance: random.Random) -> str:
    return f"{chance.choice(SUBJECTS)} {chance.choice(VERBS)} by w{chance.randrange(10**9)} ."


def _empty(chance: random.Random) -> str:
    return ""


def _space(chance: random.Random) -> str:
    return "".join(chance.choices(" \t\n\u00a0\u2028\u3000", k=chance.randrange(1, 30)))


def _emoji(chance: random.Random) -> str:
    return " ".join(chance.choices([*EMOJI, "bank", "the"], k=8)) + "".join(chance.choices(EMOJI, k=5))


def _random(chance: random.Random) -> str:
    return " ".join(_word(chance, *chance.choice(SCRIPTS)) for _ in range(chance.randrange(1, 30)))


def _right_to_left(chance: random.Random) -> str:
    return "\u202b" + " ".join(_word(chance, 0x620, 0x6D3) for _ in range(10)) + "\u200f bank \u202c"


def _word(chance: random.Random, low: int, high: int) -> str:
    return "".join(chr(chance.randint(low, high)) for _ in range(chance.randrange(1, 12)))


def _long(chance: random.Random) -> str:
    return " ".join(_ordinary(chance) for _ in range(60))


def _huge(chance: random.Random) -> str:
    if chance.random() < 0.5:
        return "x" * 200_000
    return " ".join(_ordinary(chance) for _ in range(2_000))


def fingerprint(nlp: Language, *, batch_size: int = 50) -> str:
    """A digest of all that is written on a fixed set of documents."""
    digest = hashlib.sha256()
    with nlp.memory_zone():
        for doc in nlp.pipe(documents(nlp, 0, PER_ZONE), batch_size=batch_size):
            tags = [(token.tag_, token.pos_, token._.soak_prob, token._.sense) for token in doc]
            digest.update(repr((tags, doc._.senses)).encode("utf8"))
    return digest.hexdigest()


def soak(seconds: float, *, n_ticks: int = 10, on_tick: Callable[[Tick], None] = lambda tick: None) -> dict[str, Any]:
    """Stream documents for some time.

    RETURNS (dict): "ticks", "grown_mb" from a fifth of the time to the end, "same" results as at the start.
    """
    nlp = make_pipeline()
    before = fingerprint(nlp)
    ticks, n_docs, n_tokens, seed = [], 0, 0, 0
    start = time.monotonic()
    while len(ticks) < n_ticks:
        seed += 1
        with nlp.memory_zone():
            for doc in nlp.pipe(documents(nlp, seed, PER_ZONE)):
                n_docs, n_tokens = n_docs + 1, n_tokens + len(doc)
        passed = time.monotonic() - start
        if passed >= seconds * (len(ticks) + 1) / n_ticks:
            ticks.append(Tick(passed, n_docs, n_tokens, resident_mb()))
            on_tick(ticks[-1])
    early = ticks[max(0, n_ticks // 5 - 1)].resident_mb
    return {
        "ticks": [asdict(tick) for tick in ticks],
        "grown_mb": ticks[-1].resident_mb - early,
        "same": fingerprint(nlp, batch_size=7) == before,
    }


def resident_mb() -> float:
    """Memory in use, as Linux shows it."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="how long to run")
    parser.add_argument("--most", type=float, default=24, help="MB that memory may grow")
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    arguments = parser.parse_args()
    result = soak(60 * arguments.minutes, on_tick=show)
    print(f"Memory grew by {result['grown_mb']:.1f} MB; results are {'the same' if result['same'] else 'OTHERS'}.")
    if arguments.output:
        arguments.output.write_text(json.dumps(result, indent=1), "utf8")
    sys.exit(result["grown_mb"] > arguments.most or not result["same"])


def show(tick: Tick) -> None:
    counts = f"{tick.n_docs:9,} documents {tick.n_tokens:12,} tokens"
    print(f"{tick.seconds / 60:5.1f} min {counts} {tick.resident_mb:7.1f} MB", flush=True)


if __name__ == "__main__":
    main()
