"""Explanations of a pipeline's decisions on the targets of a text."""

from collections.abc import Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..errors import Errors, UserError
from ..shared.surrogates import lone_surrogate
from .component import KPCAWSD
from .model.explanation import explain
from .model.inventory import named
from .model.sense_model import Occurrence, Prediction
from .report.page import snippet

_AROUND = 60


def explain_text(
    nlp: Language,
    component: KPCAWSD,
    text: str,
    *,
    word: str | None = None,
    count: int = 8,
    training: Sequence[Occurrence] = (),
    corpus: str = "",
) -> list[dict[str, Any]]:
    """Explain the decision on each target of a text.

    nlp (Language): The pipeline.
    component (KPCAWSD): Its disambiguator.
    text (str): The text.
    word (str): Explain only targets with this key or, ignoring case, this text.
    count (int): How many features and training contexts to give for each target.
    training (Sequence): The training data, for the texts of contexts; without it only their numbers are given.
    corpus (str): How messages name the training data.
    RETURNS (list): A dict for each target: "start", "end", "text", "key", "sense", "source", "reason", "scores" (of
        each sense), "features", "neighbours"; everything is JSON-serialisable.
    RAISES (UserError): The training data is not that of the pipeline (L105), or the text or word holds a lone
        surrogate (L106).
    """
    for what, string in (("The text", text), ("The word", word or "")):
        if code := lone_surrogate([string]):
            raise UserError(Errors.L106.format(what=what, code=code))
    doc = nlp(text)
    predictions = component.predict([doc])[0]
    explained = []
    for (start, end, key, prediction), occurrence in zip(predictions, component.occurrences(doc), strict=True):
        shown = doc[start:end].text
        same = component.inventory.key
        if word is not None and same.name(word) != same.name(key) and same.name(same(word)) != same.name(same(shown)):
            continue
        known = [item for item in training if named(item, same).word == key]
        _check_training(component, key, known if training else None, corpus)
        target = {"start": start, "end": end, "text": shown, "key": key, **_answer(doc, component, start, end)}
        target["scores"] = _scores(component, key, prediction)
        explained.append({**target, **_evidence(component, occurrence, known, count)})
    return explained


def _answer(doc: Doc, component: KPCAWSD, start: int, end: int) -> dict[str, str]:
    attr = component.attributes.senses_attr
    records = doc._.get(attr) if attr is not None else []
    here: dict[str, str] = next((one for one in records if (one["start"], one["end"]) == (start, end)), {})
    return {name: here.get(name, "") for name in ("sense", "source", "reason")}


def _scores(component: KPCAWSD, key: str, prediction: Prediction) -> list[dict[str, Any]]:
    glosses = component.inventory.entries[key].glosses
    pairs = zip(prediction.senses, prediction.scores, strict=True)
    return [{"sense": sense, "score": score, "gloss": glosses.get(sense, "")} for sense, score in pairs]


def _evidence(component: KPCAWSD, item: Occurrence, known: Sequence[Occurrence], count: int) -> dict[str, Any]:
    found = explain(component.get_model(), item, count=count)
    neighbours = [
        {
            "row": one.row,
            "sense": one.sense,
            "similarity": one.similarity,
            "text": "".join(snippet(known[one.row], _AROUND)) if known else "",
        }
        for one in found.neighbours
    ]
    features = [{"name": name, "weight": weight} for name, weight in found.features[:count]]
    return {"features": features, "neighbours": neighbours}


def _check_training(component: KPCAWSD, key: str, known: Sequence[Occurrence] | None, corpus: str) -> None:
    """Check the training data: numbers of contexts are meaningful only if the model keeps exactly these."""
    model = component.get_model().words.get(key)
    wanted = 0 if model is None else len(model.row_senses)
    if known is not None and model is not None and len(known) != wanted:
        raise UserError(Errors.L105.format(path=corpus, found=len(known), word=key, wanted=wanted))
