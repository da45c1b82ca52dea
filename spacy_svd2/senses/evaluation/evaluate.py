"""The answers of a pipeline on gold targets, and their scores."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ...shared.word_keys import canonical
from ..component import KPCAWSD
from ..corpora.docs import doc_occurrences, read_targets, write_targets
from ..model.inventory import named
from ..model.sense_model import Occurrence
from ..word_forms import LIKE
from .scoring import SenseScores, bootstrap_interval, score_senses

_ASKED = "spacy_svd2_gold_targets"


@dataclass(frozen=True)
class AnsweredOccurrence:
    """An occurrence whose sense is known, and a pipeline's answer.

    occurrence (Occurrence): The target in its text, with its correct senses.
    answer (str): The sense that was given, or "" for none.
    score (float): Its score.
    is_found (bool): Whether the pipeline finds the target by itself, as the same word.
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

    The pipeline gets new documents with the gold words and spaces. Documents are streamed. Meanwhile, the component
    only disambiguates the gold targets.

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
    """Score answers as Senseval's scorer does: one is right if it is among the correct senses, however encoded.

    answered (Sequence): The answers.
    component (KPCAWSD): The component, whose most frequent training sense of each word is the baseline.
    sense_map (Mapping): Coarser sense by sense.
    RETURNS (SenseScores): The scores.
    """
    words = [canonical(item.occurrence.word) for item in answered]
    gold = [[*map(canonical, item.gold)] for item in answered]
    answers = [canonical(item.answer) for item in answered]
    senses = {word: model.senses[0] for word, model in component.get_model().words.items()}
    frequent, coarse = (
        {canonical(name): canonical(value) for name, value in names.items()} for names in (senses, sense_map or {})
    )
    return score_senses(words, gold, answers, most_frequent=frequent, sense_map=coarse)


def gold_strangers(answered: Sequence[AnsweredOccurrence], component: KPCAWSD) -> list[str]:
    """List the gold senses of known words if the component can give none of them.

    answered (Sequence): The targets.
    component (KPCAWSD): The component.
    RETURNS (list): The senses, sorted; empty if it can give one of them, or knows none of the words.
    """
    words = component.get_model().words
    known = {canonical(sense) for model in words.values() for sense in model.senses}
    gold = {canonical(sense) for item in answered if item.occurrence.word in words for sense in item.gold}
    return [] if gold & known else sorted(gold)


def scores_to_dict(scores: SenseScores) -> dict[str, Any]:
    """Convert scores to plain data that can be written as JSON, with an interval for each word."""
    data = scores.to_dict()
    for word in data["per_word"].values():
        right, size = word["n_correct"], word["n_instances"]
        word["interval"] = list(bootstrap_interval([True] * right + [False] * (size - right)))
    return data


def unknown_words(answered: Sequence[AnsweredOccurrence], component: KPCAWSD) -> dict[str, int]:
    """Count the targets of words that a component does not know.

    answered (Sequence): The targets.
    component (KPCAWSD): The component.
    RETURNS (dict): The number of targets by the word's key, the largest first.
    """
    entries = component.inventory.entries
    return dict(Counter(item.occurrence.word for item in answered if item.occurrence.word not in entries).most_common())


def missed_words(answered: Sequence[AnsweredOccurrence], component: KPCAWSD) -> dict[str, int]:
    """Count the targets of known words that a pipeline would not find by itself.

    answered (Sequence): The targets.
    component (KPCAWSD): The component.
    RETURNS (dict): The number of targets by the word's key and its form, the largest first.
    """
    entries = component.inventory.entries
    missed = (item.occurrence for item in answered if not item.is_found and item.occurrence.word in entries)
    shown = ((one.word, " ".join(one.context.words[one.start : one.end])) for one in missed)
    return dict(Counter(f"{word} ('{form}')" for word, form in shown).most_common())


def known_like(words: Iterable[str], component: KPCAWSD) -> dict[str, str]:
    """Find the known words that unknown words resemble and may be forms of.

    words (Iterable): Unknown words; the time for each is proportional to the number of known forms.
    component (KPCAWSD): The component.
    RETURNS (dict): By unknown word, the key of the known word with the most similar form, if there is one.
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
        occurrence = named(occurrence, component.inventory.key)
        is_found = not places.isdisjoint((target.start, target.end, word) for word in (target.word, occurrence.word))
        if occurrence.word not in component.inventory.entries and "key" in record:
            occurrence = replace(occurrence, word=record["key"])  # a form that the component knows under another key
        if target.senses:
            yield AnsweredOccurrence(occurrence, record.get("sense", ""), record.get("score", 0.0), is_found)


def _from_spans(doc: Doc, spans_key: str | None) -> list[dict[str, Any]]:
    spans = doc.spans.get(spans_key, ()) if spans_key is not None else ()
    return [{"start": span.start, "end": span.end, "sense": span.label_, "key": span.id_} for span in spans]
