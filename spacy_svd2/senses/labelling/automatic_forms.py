"""Inflected forms of words without a table: by the lemmas of the language, or by endings that alternate in a text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from spacy.lookups import load_lookups

from ...shared.word_keys import WordKey
from ..model.sense_model import Occurrence
from ..word_forms import likely_forms
from .forms import likely_candidates

_TABLE = "lemma_lookup"


@dataclass(frozen=True)
class AutomaticForms:
    """The forms that were found for words.

    forms (dict): For each word, the forms that the text has beside it, with their counts, the most frequent first.
    by_lemma (bool): Whether a table of lemmas says so; otherwise they differ from the word as many other words do.
    """

    forms: dict[str, dict[str, int]]
    by_lemma: bool

    @property
    def table(self) -> dict[str, str]:
        """The word by its form, as `read_forms` gives it."""
        return {form: word for word, found in self.forms.items() for form in found}

    @property
    def source(self) -> str:
        """Where they come from, in words."""
        return "by spaCy's lemmas" if self.by_lemma else "by endings that alternate, as in kpca find"


def automatic_forms(
    words: Sequence[str], counts: Mapping[str, int], key: WordKey, lang: str, *, apart: Iterable[str] = ()
) -> AutomaticForms:
    """Find the forms of words in a text.

    If spaCy has lemmas of the language (the package spacy-lookups-data), a form of a word is what has the same lemma;
    otherwise what `find_candidates` finds likely. A form of several words belongs to none.

    words (Sequence): The words, whose names are keys.
    counts (Mapping): The words of the text with their occurrences; see `count_words`.
    key (WordKey): What words are compared by.
    lang (str): Code of the language.
    apart (Iterable): Words that are no form of another.
    RETURNS (AutomaticForms): The forms.
    """
    names = {word: key.name(key(word)) for word in words}
    lemmas = read_lemmas(lang, [*counts, *names.values()], key)
    found: dict[str, list[str]] = {}
    for word, name in names.items():
        if lemmas:
            found[word] = [form for form in counts if lemmas[form] == lemmas[name]]
        else:
            found[word] = likely_candidates(name, counts)
    owners: dict[str, list[str]] = {}
    for word, forms in found.items():
        for form in forms:
            owners.setdefault(form, []).append(word)
    own = {*names.values(), *apart}
    kept: dict[str, dict[str, int]] = {}
    for word, forms in found.items():
        mine = [form for form in forms if len(owners[form]) == 1 and form not in own]
        kept[word] = {form: counts[form] for form in sorted(mine, key=lambda form: (-counts[form], form))}
    return AutomaticForms(kept, bool(lemmas))


def read_lemmas(lang: str, forms: Iterable[str], key: WordKey) -> dict[str, str]:
    """Look up spaCy's lemmas of a language.

    lang (str): Its code.
    forms (Iterable): The keys of the forms.
    key (WordKey): What words are compared by.
    RETURNS (dict): The key of the lemma by the form; empty if spaCy has no lemmas of the language.
    """
    tables = load_lookups(lang, [_TABLE], strict=False)
    table = tables.get_table(_TABLE) if tables.has_table(_TABLE) else {}
    if not table:
        return {}
    lemmas = {form: table.get(form) or table.get(form.capitalize()) or form for form in forms}
    return {form: key.name(key(str(lemma))) for form, lemma in lemmas.items()}


def join_words(occurrences: Sequence[Occurrence], counts: Mapping[str, int]) -> dict[str, str]:
    """Decide which words of training data are forms of one word, such as bank and banks.

    occurrences (Sequence): Training data.
    counts (Mapping): Occurrences in the text; the most frequent form, or else the shortest, names the word.
    RETURNS (dict): The word by its form, for forms with a sense in common; see `likely_forms`.
    """
    joined: dict[str, str] = {}
    for pair in likely_forms(occurrences):
        first, second = sorted(
            (joined.get(word, word) for word in pair), key=lambda word: (-counts.get(word, 0), len(word), word)
        )
        if first != second:
            joined = {form: first if word == second else word for form, word in joined.items()}
            joined[second] = first
    return joined
