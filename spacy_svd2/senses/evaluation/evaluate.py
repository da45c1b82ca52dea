"""The answers of a pipeline on gold targets, and their scores."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..component import KPCAWSD
from ..corpora.docs import doc_occurrences, read_targets, write_targets
from ..model.inventory import named
from ..model.sense_model import Occurrence
from ..word_forms import LIKE
from .scoring import SenseScores, bootstrap_interval, score_senses

_ASKED = "spacy_svd2_gold_targets"


@dataclass(frozen=True)
class AnsweredOccurrence:
    """An occurrence whose sense is known, and what a pipeline says.

    occurrence (Occurrence): The target in its text, with its correct senses.
    answer (str): The sense that was given, or "" for none.
    score (float): Its score.
    is_found (bool): Whether the pipeline finds the target, as this word, by itself.
    """

    occurrence: Occurrence
    answer: str
    score: float = 0.0
    is_found: bool = True

    @property
    def gold(self) -> tuple[str, ...]:
        """The correct senses."""
        return self.occurrence.senses

    @property
    def correct(self) -> bool:
        """Whether the answer is one of the correct senses."""
        return self.answer in self.gold


def answer_occurrences(
    nlp: Language, component: KPCAWSD, docs: Iterable[Doc], *, spans_key: str = "senses"
) -> Iterator[AnsweredOccurrence]:
    """Ask a pipeline for the senses of the gold targets, whether it would find them by itself or not.

    The pipeline sees fresh documents with the gold words and spaces. Documents are streamed. While this runs, the
    component looks at nothing but the gold targets.

    nlp (Language): The pipeline.
    component (KPCAWSD): Its disambiguator.
    docs (Iterable): Gold documents with their senses in a span group.
    spans_key (str): The group.
    YIELDS (AnsweredOccurrence): Each labelled target, with the sense and score that the component writes, after its
        threshold.
    """
    before, component.targets_key = component.targets_key, _ASKED
    attr = component.attributes.senses_attr
    try:
        with closing(nlp.pipe(_asked(nlp, doc, spans_key) for doc in docs)) as stream:  # type: ignore[type-var]
            for doc in stream:
                yield from _answers(doc, component, attr)
    finally:
        component.targets_key = before


def score(
    answered: Sequence[AnsweredOccurrence], component: KPCAWSD, *, sense_map: Mapping[str, str] | None = None
) -> SenseScores:
    """Score answers as Senseval's scorer does: one is right if it is among the correct senses.

    answered (Sequence): The answers.
    component (KPCAWSD): Knows the most frequent training sense of each word, for the baseline.
    sense_map (Mapping): Coarser sense by sense.
    RETURNS (SenseScores): The scores.
    """
    frequent = {word: model.senses[0] for word, model in component.get_model().words.items()}
    words = [item.occurrence.word for item in answered]
    gold, answers = [item.gold for item in answered], [item.answer for item in answered]
    return score_senses(words, gold, answers, most_frequent=frequent, sense_map=sense_map)


def scores_to_dict(scores: SenseScores) -> dict[str, Any]:
    """Put scores into plain data that can be written as JSON, with an interval for each word."""
    data = scores.to_dict()
    for word in data["per_word"].values():
        right, size = word["n_correct"], word["n_instances"]
        word["interval"] = list(bootstrap_interval([True] * right + [False] * (size - right)))
    return data


def unknown_words(answered: Sequence[AnsweredOccurrence], component: KPCAWSD) -> dict[str, int]:
    """The words of the targets that a component does not know.

    answered (Sequence): The targets.
    component (KPCAWSD): Knows words.
    RETURNS (dict): The number of targets by the word's key, the largest first.
    """
    entries = component.inventory.entries
    return dict(Counter(item.occurrence.word for item in answered if item.occurrence.word not in entries).most_common())


def missed_words(answered: Sequence[AnsweredOccurrence], component: KPCAWSD) -> dict[str, int]:
    """Count the targets of known words that a pipeline would not find by itself.

    answered (Sequence): The targets.
    component (KPCAWSD): Knows words.
    RETURNS (dict): The number of targets by the word's key and its form, the largest first.
    """
    entries = component.inventory.entries
    missed = (item.occurrence for item in answered if not item.is_found and item.occurrence.word in entries)
    shown = ((one.word, " ".join(one.context.words[one.start : one.end])) for one in missed)
    return dict(Counter(f"{word} ('{form}')" for word, form in shown).most_common())


def known_like(words: Iterable[str], component: KPCAWSD) -> dict[str, str]:
    """The known words that unknown ones look like, and may be forms of.

    words (Iterable): Words; each costs time in proportion to the forms known.
    component (KPCAWSD): Knows words.
    RETURNS (dict): The key of the known word with the most similar form, where there is one.
    """
    entries = component.inventory.entries
    forms = {" ".join(form): key for key, entry in entries.items() for form in entry.forms}
    found = {word: get_close_matches(word, forms, n=1, cutoff=LIKE) for word in words}
    return {word: forms[match[0]] for word, match in found.items() if match}


def _asked(nlp: Language, gold: Doc, spans_key: str) -> Doc:
    spaces = None if gold.has_unknown_spaces else [bool(token.whitespace_) for token in gold]
    doc = Doc(nlp.vocab, words=[token.text for token in gold], spaces=spaces)
    write_targets(doc, _ASKED, read_targets(gold, spans_key))
    return doc


def _answers(doc: Doc, component: KPCAWSD, attr: str | None) -> Iterator[AnsweredOccurrence]:
    targets = read_targets(doc, _ASKED)
    places = component.find_targets(doc)
    records = doc._.get(attr) if attr is not None else _from_spans(doc, component.attributes.spans_key)
    found = {(record["start"], record["end"]): record for record in records}
    occurrences = list(doc_occurrences([doc], spans_key=_ASKED, annotations=component.inventory.annotations))
    for target, occurrence in zip(targets, occurrences, strict=True):
        record = found.get((target.start, target.end), {})
        if target.word not in component.inventory.entries and "key" in record:
            occurrence = replace(occurrence, word=record["key"])  # a form that the component knows by another key
        if target.senses:
            is_found = (target.start, target.end, target.word) in places
            occurrence = named(occurrence, component.inventory.key)
            yield AnsweredOccurrence(occurrence, record.get("sense", ""), record.get("score", 0.0), is_found)


def _from_spans(doc: Doc, spans_key: str | None) -> list[dict[str, Any]]:
    spans = doc.spans.get(spans_key, ()) if spans_key is not None else ()
    return [{"start": span.start, "end": span.end, "sense": span.label_, "key": span.id_} for span in spans]
