"""The words that have senses, the forms in which texts show them, and the meanings of the senses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from typing import Any

from ...errors import Errors, UserError
from ...shared.surrogates import lone_surrogate
from ...shared.word_keys import ANY_LANGUAGE, WordKey, other_spellings
from .contexts import ANNOTATIONS, Context
from .sense_model import Occurrence

Form = tuple[str, ...]
_LISTS = ("lemmas", "tags", "pos")


@dataclass
class Entry:
    """One word.

    forms (dict): By form, as the keys of its tokens, how many training examples show it.
    lemmas (list): Lemmas of tokens that are this word.
    tags, pos (list): If not empty, a token of the target must have one of these as its `tag_` or `pos_`.
    glosses (dict): Definition by sense.
    n_examples (int): Labelled training examples.
    """

    forms: dict[Form, int] = field(default_factory=dict)
    lemmas: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    pos: list[str] = field(default_factory=list)
    glosses: dict[str, str] = field(default_factory=dict)
    n_examples: int = 0


@dataclass
class Inventory:
    """All words.

    entries (dict): By the word's key.
    annotations (tuple): What the features use beside words: any of "tags", "lemmas" and "deps".
    key (WordKey): What words are compared by, as `ContextWindow.key`.
    """

    entries: dict[str, Entry] = field(default_factory=dict)
    annotations: tuple[str, ...] = ()
    key: WordKey = ANY_LANGUAGE

    @classmethod
    def learn(
        cls,
        occurrences: Iterable[Occurrence],
        annotations: Sequence[str] = (),
        names: Mapping[str, str] | None = None,
        *,
        key: WordKey = ANY_LANGUAGE,
    ) -> "Inventory":
        """Collect the words of training data, in the forms that occur and in the form that the key names.

        occurrences (Iterable): Labelled and unlabelled occurrences.
        annotations (Sequence): What the features use beside words.
        names (Mapping): The word by its key, for corpora whose keys encode the word ("art" for "art.n"); any other key
            is the word itself.
        key (WordKey): What words are compared by.
        RETURNS (Inventory): The words.
        """
        found = cls({}, tuple(annotations), key)
        for item in occurrences:
            entry = found.entries.get(item.word)
            form = tuple(key(word) for word in item.context.words[item.start : item.end])
            if entry is None:
                entry = found.entries[item.word] = _named_entry((names or {}).get(item.word, item.word), key, form)
            entry.forms[form] = entry.forms.get(form, 0) + bool(item.senses)
            entry.n_examples += bool(item.senses)
            if item.context.lemmas is not None and len(form) == 1:
                lemma = key.written(item.context.lemmas[item.start])
                if lemma and lemma not in entry.lemmas:
                    entry.lemmas.append(lemma)
        return found

    def add(self, targets: Iterable[Mapping[str, Any]]) -> None:
        """Add what the user says about words.

        targets (Iterable): Dicts with the "key" of a word, and any of "forms" (texts, tokens separated by spaces),
            "lemmas", "tags", "pos" (lists) and "glosses" (text by sense). They are added to what is known already.
        RAISES (UserError): A target is not such a dict (K010).
        """
        for number, target in enumerate(targets, start=1):
            _check_target(number, target)
            written = self.key.written
            entry = self.entries.setdefault(self.key.name(target["key"]), Entry())
            for form in target.get("forms", ()):
                entry.forms.setdefault(tuple(self.key(form).split()), 0)
            for name in _LISTS:
                values = getattr(entry, name)
                values.extend(value for value in map(written, target.get(name, ())) if value not in values)
            entry.glosses |= {written(sense): gloss for sense, gloss in target.get("glosses", {}).items()}

    def to_meta(self) -> dict[str, Any]:
        """Convert the words to JSON data; equal content gives equal data."""
        words = {}
        for word in sorted(self.entries):
            entry = self.entries[word]
            forms = [[count, *form] for form, count in sorted(entry.forms.items())]
            lists = {name: sorted(getattr(entry, name)) for name in _LISTS}
            glosses = dict(sorted(entry.glosses.items()))
            words[word] = {"forms": forms, **lists, "glosses": glosses, "n_examples": entry.n_examples}
        return {"words": words, "annotations": list(self.annotations)}

    @classmethod
    def from_meta(
        cls,
        meta: Mapping[str, Any],
        words: Iterable[str] = (),
        *,
        key: WordKey = ANY_LANGUAGE,
        path: str = "artifact",
    ) -> "Inventory":
        """Read the words from what `to_meta` returned.

        meta (Mapping): What an artifact keeps beside the model; a word that it does not name is found by its key.
        words (Iterable): The words that have a model.
        key (WordKey): What words are compared by.
        path (str): How messages name the artifact.
        RETURNS (Inventory): The words.
        RAISES (UserError): It is damaged (K011).
        """
        inventory = meta.get("inventory", {"words": {}, "annotations": []})
        if not _valid_inventory(inventory):
            raise UserError(Errors.K011.format(path=path))
        entries = {word: _read_entry(found) for word, found in inventory["words"].items()}
        for word in words:
            entries.setdefault(word, _named_entry(word, key))
        return cls(entries, tuple(inventory["annotations"]), key)


def word_name(word: str, target: str, key: WordKey) -> str:
    """Name the word of a target: as the data does, or by the target's key if that is just the target in lower case.

    word (str): The word in the data; if the data names none, readers use the target in lower case, in any language.
    target (str): The target as it is in the text.
    key (WordKey): What words are compared by.
    RETURNS (str): The name.
    """
    return key.name(key(target) if word == target.lower() else word)


def named(item: Occurrence, key: WordKey) -> Occurrence:
    """Normalise the names of an occurrence's word and senses, so that their encoding makes no difference.

    item (Occurrence): As it was read.
    key (WordKey): What words are compared by.
    RETURNS (Occurrence): The same occurrence.
    """
    target = " ".join(item.context.words[item.start : item.end])
    senses = tuple(dict.fromkeys(map(key.written, item.senses)))
    return replace(item, word=word_name(item.word, target, key), senses=senses)


def find_forms(texts: Iterable[Context], inventory: Inventory) -> Iterator[Occurrence]:
    """Find further, unlabelled occurrences in tokenised raw text; longer forms are preferred, and none overlap.

    texts (Iterable): The texts.
    inventory (Inventory): The words.
    YIELDS (Occurrence): The occurrences.
    """
    heads: dict[str, list[tuple[Form, str]]] = {}
    for word in sorted(inventory.entries):
        for form in inventory.entries[word].forms:
            for spelt in (form, *other_forms(form, inventory.key)):
                heads.setdefault(spelt[0], []).append((spelt, word))
    for found in heads.values():
        found.sort(key=lambda item: -len(item[0]))
    for text in texts:
        words = [*map(inventory.key, text.words)]
        end = 0
        for place, first in enumerate(words):
            for form, word in heads.get(first, ()) if place >= end else ():
                if tuple(words[place : place + len(form)]) == form:
                    end = place + len(form)
                    yield Occurrence(word, text, place, end)
                    break


def other_forms(form: Form, key: WordKey) -> list[Form]:
    """Spell a form with each other sign for its apostrophes, which texts use for the same word; none in version 0.1."""
    return [tuple(other.split(" ")) for other in other_spellings(" ".join(form))] if key.normalize else []


def _named_entry(word: str, key: WordKey, shown: Form = ()) -> Entry:
    """The entry of a word; its underscores separate tokens, unless a text shows the word with underscores."""
    form = tuple(key(word).split())
    if form != shown:
        form = tuple(key(word).replace("_", " ").split())
    return Entry({form: 0} if form else {}, list(form) if len(form) == 1 else [])


def _read_entry(found: Mapping[str, Any]) -> Entry:
    forms = {tuple(form): count for count, *form in found["forms"]}
    return Entry(**{**found, "forms": forms})


def _valid_inventory(found: Any) -> bool:
    if not isinstance(found, dict) or set(found) != {"words", "annotations"}:
        return False
    words, annotations = found["words"], found["annotations"]
    known = _strings(annotations) and set(annotations) <= set(ANNOTATIONS)
    return known and isinstance(words, dict) and all(map(_valid_entry, words.values()))


def _valid_entry(found: Any) -> bool:
    if not isinstance(found, dict) or set(found) != {item.name for item in fields(Entry)}:
        return False
    forms, glosses = found["forms"], found["glosses"]
    valid = isinstance(forms, list) and all(map(_valid_form, forms)) and all(_strings(found[name]) for name in _LISTS)
    return valid and isinstance(glosses, dict) and _strings(list(glosses.values())) and _count(found["n_examples"])


def _valid_form(found: Any) -> bool:
    """Check a form, which is stored as the number of examples that show it and its tokens."""
    return isinstance(found, list) and len(found) > 1 and _count(found[0]) and _strings(found[1:])


def _strings(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(item, str) for item in found)


def _count(found: Any) -> bool:
    return type(found) is int and 0 <= found < 1 << 53


def _check_target(number: int, target: Any) -> None:
    known = {"key", "forms", "glosses", *_LISTS}
    valid = isinstance(target, Mapping) and isinstance(target.get("key"), str) and set(target) <= known
    valid = valid and bool(target["key"].strip())
    for name in ("forms", *_LISTS):
        values = target.get(name, []) if valid else []
        valid = valid and isinstance(values, list) and all(isinstance(item, str) and item.strip() for item in values)
    glosses = target.get("glosses", {}) if valid else {}
    valid = valid and isinstance(glosses, Mapping) and all(isinstance(text, str) for text in glosses.values())
    lists = [target.get(name, []) for name in ("forms", *_LISTS)] if valid else []
    if not valid or lone_surrogate(chain([target["key"]], *lists, glosses, glosses.values())):
        raise UserError(Errors.K010.format(number=number, known=", ".join(sorted(known))))
