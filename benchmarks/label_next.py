"""What the next half hour of labelling should be: words, sentences or occurrences. Every order of them, simulated.

    python -m benchmarks.label_next --output states.json                 # four languages, dev files; about half an hour
    python -m benchmarks.label_next --from states.json                   # go on, or print the comparison again

A state is what a person has done: half hours of words, of whole sentences and of occurrences, words first. Half an hour
is 280 words, 500 tokens of sentences or 280 occurrences: the first two are what the annotator of Malagasy did
(Garrette and Baldridge 2013), the third is a guess, as one occurrence takes one key like one word. Words get every tag
that a tenth of their tokens has, the most common one first. A rule is followed from the first half hour of words on,
and judged by the tokens of the dev file that are right in the end.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from spacy.tokens import Doc
from spacy.vocab import Vocab

from benchmarks.hour import Sentence, common_tags, suggested
from benchmarks.sentences import score, to_doc, train, treebank
from spacy_svd2.shared.lookup import type_maker
from spacy_svd2.tagger.component import SVD2Tagger
from spacy_svd2.tagger.evaluation.trust import (
    KNOWN,
    NEW,
    SEVERAL,
    advise,
    check_labels,
    estimate,
    kinds_of_types,
    text_counts,
)
from spacy_svd2.tagger.labelling.advice import LabelRow
from spacy_svd2.tagger.labelling.annotated import annotated_tokens
from spacy_svd2.tagger.labelling.occurrences import choose_occurrences
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.naming import token_model
from spacy_svd2.tagger.naming.propagation import left_out
from spacy_svd2.tagger.naming.type_features import type_features

LANGUAGES = ("wo_wtb", "cy_ccg", "mt_mudt", "ug_udt")
WORDS, TOKENS, OCCURRENCES = 280, 500, 280
"""What half an hour brings."""
HALF_HOURS = 4
ANSWERS = ("words", "sentences", "occurrences")
SUBSETS = (0.5, 0.75, 1.0)
STRENGTH = 0.1
"""Inverse of the penalty of the model of tokens, for its curve."""
FEW_WORDS, MANY_ERRORS = 300, 1 / 3
"""Of the rule before: words up to here, then occurrences if words with several tags make this share of the errors."""
UNTRIED = 0.005
"""Gain that `by_curves` expects of annotated tokens where there are none."""
SEARCHED = 1500
"""Sentences that occurrences are chosen from."""

State = tuple[int, int, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--output", type=Path, help="write the states to this JSON file, after each of them")
    parser.add_argument("--from", dest="given", type=Path, help="states that --output wrote")
    parser.add_argument("--half-hours", type=int, default=HALF_HOURS, help="half hours in all")
    arguments = parser.parse_args()
    rows = json.loads(arguments.given.read_text("utf8")) if arguments.given else []
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    for name in arguments.languages:
        done = {tuple(row["state"]) for row in rows if row["language"] == name}
        for row in states(folder, name, sorted({*wanted(arguments.half_hours)} - done, key=lambda one: one[::-1])):
            rows.append(row)
            print(json.dumps({key: row[key] for key in ("language", "state", "right", "seconds")}), flush=True)
            if arguments.output:
                arguments.output.write_text(json.dumps(rows, indent=1), "utf8")
    compare(rows, arguments.half_hours)


def wanted(half_hours: int) -> Iterator[State]:
    """All states that rules can lead through."""
    for w, s, o in np.ndindex(half_hours + 1, half_hours + 1, half_hours + 1):
        if w and w + s + o <= half_hours:
            yield w, s, o


def states(folder: Path, name: str, wanted: Sequence[State]) -> Iterator[dict[str, Any]]:
    """States of one language, with what the pipeline can know of itself there."""
    if not wanted:
        return
    task = treebank(folder, name, "dev")
    model = train([word for word, _ in sentence] for sentence in task.gold)
    assert model.bigrams is not None
    tags, common, shares = common_tags(task, model.bigrams)
    order = suggested(model.bigrams, model.find_clusterings(), common, HALF_HOURS * WORDS)
    ends = np.cumsum([len(sentence) for sentence in task.gold])
    first = int(np.searchsorted(ends, HALF_HOURS * TOKENS)) + 1
    rest = task.gold[first : first + SEARCHED]
    known: dict[State, tuple[SVD2Model, list[Sentence]]] = {}

    def reach(state: State) -> tuple[SVD2Model, list[Sentence]]:
        """The tagger there, and the occurrences that have been answered."""
        w, s, o = state
        if state not in known:
            asked: list[Sentence] = []
            if o:
                before, asked = reach((w, s, o - 1))
                asked = [*asked, *answered(before, rest[(o - 1) :: HALF_HOURS], OCCURRENCES)]
            words = {model.types[row]: labelled(tags, shares[row]) for row in order[: w * WORDS]}
            whole = task.gold[: int(np.searchsorted(ends, s * TOKENS)) + 1] if s else []
            known[state] = name_with(model, words, [*whole, *asked]), asked
        return known[state]

    for state in wanted:
        begin = time.process_time()
        with Recording() as recorded:
            named, _ = reach(state)
        seconds = time.process_time() - begin
        right, sure = score(named, task.held)
        yield {
            "language": name,
            "state": list(state),
            "right": float(right.mean()),
            "confidence": float(sure.mean()),
            "seconds": seconds,
            "kinds": kinds(named, task.held),
            "words_curve": words_curve(named),
            "tokens_curve": recorded.curve(),
        }


def labelled(tags: Sequence[str], shares: np.ndarray) -> list[str]:
    found = [i for i in np.argsort(-shares, kind="stable").tolist() if shares[i] >= 0.1]
    return LabelRow("", tuple(tags[i] for i in found), (), 0, is_ordered=True).counted_tags


def name_with(model: SVD2Model, words: dict[str, list[str]], sentences: Sequence[Sentence]) -> SVD2Model:
    vocab = Vocab()
    docs = [to_doc(vocab, sentence) for sentence in sentences]
    make_type = type_maker(vocab, "LOWER", normalize=True)
    return model.named(words, sentences=annotated_tokens(docs, model.types, make_type) if docs else None)


def answered(model: SVD2Model, gold: Sequence[Sentence], n: int, *, first: Collection[str] = ()) -> list[Sentence]:
    """Sentences with the gold tags of the tokens that the tagger would ask for."""
    tagger = SVD2Tagger(Vocab())
    tagger.set_model(model)
    docs = [Doc(tagger.vocab, words=[word for word, _ in sentence]) for sentence in gold]
    probabilities = tagger.tag_probabilities(docs)
    places = [(at, i) for at, sentence in enumerate(gold) for i in range(len(sentence))]
    words = [tagger.make_type(gold[at][i][0]) for at, i in places]
    chosen: dict[int, set[int]] = {}
    starts = np.array([i == 0 for _, i in places])
    for token in choose_occurrences(words, probabilities, starts, n, first=first):
        chosen.setdefault(places[token][0], set()).add(places[token][1])
    return [
        [(word, tag if i in asked else "") for i, (word, tag) in enumerate(gold[at])] for at, asked in chosen.items()
    ]


def kinds(model: SVD2Model, held: Sequence[Sentence]) -> dict[str, Any]:
    """The estimate of `svd2 trust` on the held-out text, whose tags it does not see."""
    tagger = SVD2Tagger(Vocab())
    tagger.set_model(model)
    kind_of = dict(zip(model.types, kinds_of_types(model).tolist(), strict=True))
    units = []
    for sentence in held:
        doc = Doc(tagger.vocab, words=[word for word, _ in sentence])
        found = np.array([kind_of.get(tagger.make_type(token.text), NEW) for token in doc], dtype=np.int64)
        units.append((found, tagger.tag_probabilities([doc]).max(axis=1)))
    trust = estimate(text_counts(units), check_labels(model))
    return {
        "accuracy": trust.accuracy,
        "share": [one.share for one in trust.kinds],
        "kind_accuracy": [one.accuracy for one in trust.kinds],
        "errors": [one.errors for one in trust.kinds],
    }


def words_curve(model: SVD2Model) -> list[float]:
    """Share of labelled words whose tag the others find, from a half, three quarters and all of the labels."""
    assert model.naming is not None
    assert model.bigrams is not None
    features = type_features(model.bigrams, model.find_clusterings())
    rows, targets = model.naming.labelled, model.naming.targets
    curve = []
    for share in SUBSETS:
        kept = np.random.default_rng(0).permutation(len(rows))[: int(share * len(rows))]
        found = left_out(features, rows[kept], targets[kept]).argmax(axis=1)
        curve.append(float(targets[kept, found].mean()))
    return curve


class Recording:
    """Keeps what the model of tokens is fitted to, for the curve of sentences."""

    def __enter__(self) -> "Recording":
        from spacy_svd2.tagger.naming import sentences

        self._module, self._fit, self.given = sentences, sentences.fit_tokens, None

        def recording(*given: Any) -> Any:
            self.given = given
            return self._fit(*given)

        sentences.fit_tokens = recording
        return self

    def __exit__(self, *_: object) -> None:
        self._module.fit_tokens = self._fit

    def curve(self) -> list[float]:
        """Held-out accuracy with none, a half, three quarters and all of the other parts; empty without sentences."""
        if self.given is None:
            return []
        keys, type_scores, tags, folds = self.given
        _, table = token_model._table(keys)
        plain = np.isin(token_model._table(keys)[0], token_model.plain_keys(keys))
        scores = token_model._log_softmax(type_scores.astype(np.float64))
        curve = [float((type_scores.argmax(axis=1) == tags).mean())]
        for share in SUBSETS:
            hits = 0
            for fold in np.unique(folds):
                rest, held = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
                rest = rest[np.random.default_rng(0).permutation(len(rest))[: int(share * len(rest))]]
                scale, weights = token_model._averaged(table[rest], plain, scores[rest], tags[rest], STRENGTH)
                found = scale * scores[held] + table[held] @ weights
                hits += int((found.argmax(axis=1) == tags[held]).sum())
            curve.append(hits / len(tags))
        return curve


# --- rules


def always(answer: str) -> Callable[[dict[str, Any]], str]:
    return lambda row: answer


def by_curves(row: dict[str, Any]) -> str:
    """What brings more by the curves: a doubling of words on the tokens without a label, or of annotated tokens.

    What nobody has tried is thought to bring `UNTRIED`.
    """
    w, s, o = row["state"]
    curve, tokens, share = row["words_curve"], row["tokens_curve"], row["kinds"]["share"]
    words = (curve[-1] - curve[0]) * np.log2(1 + 1 / w) * (share[KNOWN] + share[NEW])
    others = (tokens[-1] - tokens[1]) * np.log2(1 + 1 / (s + o)) if tokens else UNTRIED
    return "words" if words >= others else in_context(row)


def by_errors(most: float) -> Callable[[dict[str, Any]], str]:
    """Words, as long as known words without a label make a great share of the expected errors."""
    return lambda row: "words" if row["kinds"]["errors"][KNOWN] >= most else in_context(row)


def by_greater_part(row: dict[str, Any]) -> str:
    return advise(np.array(row["kinds"]["errors"]), row["state"][0] * WORDS)[0]


def in_context(row: dict[str, Any]) -> str:
    return "occurrences" if row["kinds"]["errors"][SEVERAL] >= MANY_ERRORS else "sentences"


RULES: dict[str, Callable[[dict[str, Any]], str]] = {
    **{f"always {answer}": always(answer) for answer in ANSWERS},
    "svd2 trust": by_greater_part,
    "before": lambda row: "words" if row["state"][0] * WORDS < FEW_WORDS else in_context(row),
    "by curves": by_curves,
    **{f"errors from {most:.0%}": by_errors(most) for most in (0.15, 0.2, 0.25, 0.3, 0.4)},
}


def follow(
    rule: Callable[[dict[str, Any]], str], known: dict[State, dict[str, Any]], half_hours: int
) -> tuple[State, float]:
    """Where a rule leads, and how good that is."""
    state: State = (1, 0, 0)
    while sum(state) < half_hours:
        at = ANSWERS.index(rule(known[state]))
        w, s, o = (n + (i == at) for i, n in enumerate(state))
        state = w, s, o
    return state, known[state]["right"]


def compare(rows: Sequence[dict[str, Any]], half_hours: int) -> None:
    """Print where each rule leads in each language, with the best and the worst that any order reaches."""
    means: dict[str, list[float]] = {}
    for name in dict.fromkeys(row["language"] for row in rows):
        known: dict[State, dict[str, Any]] = {tuple(row["state"]): row for row in rows if row["language"] == name}
        if not known.keys() >= {*wanted(half_hours)}:
            continue
        ends = {state: row["right"] for state, row in known.items() if sum(state) == half_hours}
        best, worst = max(ends, key=ends.__getitem__), min(ends, key=ends.__getitem__)
        print(f"{name}: best {best} {ends[best]:.1%}, worst {worst} {ends[worst]:.1%}, {known[1, 0, 0]['right']:.1%}")
        for title, rule in RULES.items():
            state, right = follow(rule, known, half_hours)
            means.setdefault(title, []).append(right)
            print(f"  {title:20} {state} {right:.1%}")
    for title, values in means.items():
        print(f"mean of {len(values)} languages, {title:20} {np.mean(values):.2%}")


if __name__ == "__main__":
    main()
