"""What `kpca_wsd` decides and writes on a document, and the extension attributes it needs for that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, get_args

from spacy.tokens import Doc, Span, SpanGroup, Token

from ..errors import Errors, UserError
from ..shared.extensions import SENSE_EXTENSIONS, check_extension_name, claim
from .model.sense_model import Prediction

BelowThreshold = Literal["abstain", "most_frequent"]
RULES: tuple[str, ...] = get_args(BelowThreshold)


@dataclass(frozen=True)
class Decision:
    """The sense of a target.

    sense (str): The sense; "" for none.
    source (str): "model", "most_frequent" or "none".
    reason (str): Why it is not the model's: "one_sense", "below_threshold" or "no_examples"; else "".
    """

    sense: str
    source: str
    reason: str = ""


def decide(prediction: Prediction, threshold: float, below_threshold: BelowThreshold, most_frequent: str) -> Decision:
    """Decide on one target.

    prediction (Prediction): The scores of its senses; none for a word without a model.
    threshold (float): Least score of a sense.
    below_threshold (str): What to do below.
    most_frequent (str): The word's most frequent sense.
    RETURNS (Decision): The decision.
    """
    if not prediction.senses:
        return Decision("", "none", "no_examples")
    if len(prediction.senses) == 1:
        return Decision(prediction.sense, "most_frequent", "one_sense")
    if prediction.score >= threshold:
        return Decision(prediction.sense, "model")
    if below_threshold == "abstain":
        return Decision("", "none", "below_threshold")
    return Decision(most_frequent, "most_frequent", "below_threshold")


def make_record(
    target: Span, word: str, decision: Decision, prediction: Prediction, glosses: Mapping[str, str]
) -> dict[str, Any]:
    """Describe a target in plain data, as it stands in `doc._.senses`.

    target (Span): Its tokens.
    word (str): The key of its word.
    decision (Decision): Its sense.
    prediction (Prediction): The scores of all senses.
    glosses (Mapping): Definitions of the word's senses.
    RETURNS (dict): The record; see `KPCAWSD`.
    """
    scores = dict(zip(prediction.senses, prediction.scores, strict=True))
    return {
        "start": target.start,
        "end": target.end,
        "text": target.text,
        "key": word,
        "sense": decision.sense,
        "score": scores.get(decision.sense, prediction.score),  # where there is no answer, what fell short
        "best": prediction.sense,
        "best_score": prediction.score,
        "runner_up": prediction.runner_up,
        "runner_up_score": prediction.runner_up_score,
        "gloss": glosses.get(decision.sense, ""),
        "source": decision.source,
        "reason": decision.reason,
    }


_WRITER = "component"  # the attribute of a span group that says who made it
_SPANS = "doc.spans['{}']"
_KINDS: dict[str, Any] = {"doc": Doc, "token": Token}
_DEFAULTS: dict[str, Any] = {"doc": [], "token": ""}


@dataclass(frozen=True)
class SenseAttributes:
    """The names that are written to; None writes nothing.

    name (str): The component's name, for messages.
    senses_attr (str): Of the document's list of targets.
    sense_attr (str): Of a token's sense.
    spans_key (str): Of the span group.
    """

    name: str
    senses_attr: str | None
    sense_attr: str | None
    spans_key: str | None

    def register(self) -> None:
        """Set the extension attributes, when the component is made.

        RAISES (UserError): Another has set one of that name (K016), or it can't be asked for (P009).
        """
        for kind, attr, setting in self._extensions():
            check_extension_name(attr, component=self.name, setting=setting, kind=kind)
        for kind, attr, setting in self._extensions():
            if _KINDS[kind].has_extension(attr) and (kind, attr) not in SENSE_EXTENSIONS:
                self._refuse(kind, attr, setting)
        self.ensure()

    def ensure(self) -> None:
        """Set the extension attributes if they are missing, as in a worker process, or after their removal.

        RAISES (UserError): There is one of that name that is not like ours (K016).
        """
        for kind, attr, setting in self._extensions():
            if not _KINDS[kind].has_extension(attr):
                _KINDS[kind].set_extension(attr, default=_DEFAULTS[kind])
                SENSE_EXTENSIONS.add((kind, attr))
            elif _KINDS[kind].get_extension(attr) != (_DEFAULTS[kind], None, None, None):
                self._refuse(kind, attr, setting)

    def write(self, doc: Doc, found: Sequence[dict[str, Any]], name: str) -> None:
        """Write the targets of a document, in place of any that stand there from an earlier call.

        doc (Doc): The document, whose vocabulary knows all senses, keys and glosses.
        found (Sequence): A dict a target: "start", "end", "key", "sense" ("" for none), "gloss" and whatever else.
        name (str): The component's name, which the span group keeps.
        RAISES (UserError): There is something that this component has not written (K019).
        """
        self._check_free(doc, name)
        data: dict[Any, Any] = doc.user_data
        if self.sense_attr is not None:
            for token in doc if data else ():
                data.pop(("._.", self.sense_attr, token.idx, None), None)
            for item in found:
                if item["sense"]:
                    for place in range(item["start"], item["end"]):
                        data["._.", self.sense_attr, doc[place].idx, None] = item["sense"]
        if self.senses_attr is not None:
            data["._.", self.senses_attr, None, None] = list(found)
        if self.spans_key is not None:
            spans = [
                Span(doc, item["start"], item["end"], item["sense"], kb_id=item["gloss"], span_id=item["key"])
                for item in found
                if item["sense"]
            ]
            doc.spans[self.spans_key] = SpanGroup(doc, name=self.spans_key, spans=spans, attrs={_WRITER: name})

    def _check_free(self, doc: Doc, name: str) -> None:
        """RAISES (UserError): Another component writes to the same place, or the spans are somebody else's (K019)."""
        group = doc.spans.get(self.spans_key)
        if group and group.attrs.get(_WRITER) != name:  # a stored document keeps it, so that it can be done again
            raise UserError(Errors.K019.format(name=name, place=_SPANS.format(self.spans_key), setting="spans_key"))
        spans = [] if self.spans_key is None else [(_SPANS.format(self.spans_key), "spans_key")]
        for place, setting in [*((f"{kind}._.{attr}", setting) for kind, attr, setting in self._extensions()), *spans]:
            if not claim(doc, place, self, partial(self._is_free, doc, setting)):
                raise UserError(Errors.K019.format(name=name, place=place, setting=setting))

    def _is_free(self, doc: Doc, setting: str) -> bool:
        attr = getattr(self, setting)
        if setting == "spans_key":
            return attr not in doc.spans
        data: dict[Any, Any] = doc.user_data
        return not any(value for key, value in data.items() if isinstance(key, tuple) and key[1:2] == (attr,))

    def _extensions(self) -> list[tuple[str, str, str]]:
        names = [("doc", self.senses_attr, "senses_attr"), ("token", self.sense_attr, "sense_attr")]
        return [(kind, attr, setting) for kind, attr, setting in names if attr is not None]

    def _refuse(self, kind: str, attr: str, setting: str) -> None:
        raise UserError(Errors.K016.format(name=self.name, kind=kind, attr=attr, setting=setting))
