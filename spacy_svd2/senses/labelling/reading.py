"""Read what a command is to work on: the occurrences of a word in texts, and the labels that there are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from spacy.language import Language

from ...errors import Errors, UserError
from ..corpora.corpus import SenseCorpus
from ..corpora.unlabelled_texts import UnlabelledTexts
from ..model.contexts import ContextWindow
from ..model.inventory import named
from ..model.sense_model import Occurrence
from ..word_forms import join_forms, read_forms
from .snippets import Snippet, find_snippets, forms_of, read_texts


@dataclass(frozen=True)
class WordInTexts:
    """A word and where it occurs.

    word (str): Its key.
    window (ContextWindow): How features are computed.
    snippets (list): Its occurrences in the texts.
    labelled (list): Its occurrences in the labels, with or without a sense.
    """

    word: str
    window: ContextWindow
    snippets: list[Snippet]
    labelled: list[Occurrence]


def read_word(
    word: str,
    texts: UnlabelledTexts,
    nlp: Language,
    *,
    forms: Path | Mapping[str, str] | None = None,
    labels: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> WordInTexts:
    """Read the occurrences of a word.

    word (str): The word.
    texts (UnlabelledTexts): Where to look for it.
    nlp (Language): Gives the tokenizer and the language.
    forms (Path or dict): A table of forms, or what `read_forms` makes of one.
    labels (Path): A table of contexts, or another corpus with senses.
    progress (Callable): Called with the bytes read since the last call.
    RETURNS (WordInTexts): The occurrences.
    RAISES (UserError): The word is not in the texts (L107), or a file can't be read.
    """
    window = ContextWindow(lang=str(nlp.lang))
    key = window.key.name(window.key(word))
    table = read_forms(forms, window.key) if isinstance(forms, Path) else dict(forms or {})
    asked = forms_of(word, table, window.key)
    snippets = find_snippets(read_texts(texts, progress), nlp, asked, key, window)
    if not snippets:
        raise UserError(Errors.L107.format(word=word, forms=_also(asked, key)))
    labelled = [] if labels is None else _labelled(labels, nlp, window, table, key)
    return WordInTexts(key, window, snippets, labelled)


def _also(forms: Sequence[str], key: str) -> str:
    others = [form for form in forms if form != key]
    return f" (nor do its forms: {', '.join(others)})" if others else ""


def _labelled(path: Path, nlp: Language, window: ContextWindow, table: dict[str, str], key: str) -> list[Occurrence]:
    items = (named(item, window.key) for item in SenseCorpus([path]).occurrences(nlp))
    return [item for item in join_forms(items, table, window.key) if item.word == key]
