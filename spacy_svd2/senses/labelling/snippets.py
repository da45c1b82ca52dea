"""The occurrences of a word in raw text, with what stands around them."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from spacy.language import Language

from ...corpora.splitting import TextSplitter
from ...shared.word_keys import WordKey
from ..corpora.corpus import word_offsets
from ..corpora.unlabelled_texts import UnlabelledTexts
from ..model.contexts import Context, ContextWindow
from ..model.inventory import Inventory, find_forms
from ..model.sense_model import Occurrence

MOST = 2000
"""Occurrences of a word that are looked at: the time to group them grows with the square of their number."""
_BATCH = 1000


@dataclass(frozen=True)
class Snippet:
    """An occurrence of a word in raw text.

    left (str), target (str), right (str): The text before it, the target as it stands there, and the text after it.
    occurrence (Occurrence): The same, split into tokens; without a sense.
    """

    left: str
    target: str
    right: str
    occurrence: Occurrence

    @property
    def place(self) -> tuple[tuple[str, ...], int]:
        """What identifies it: the tokens, and the number of the target's first."""
        return place_of(self.occurrence)


def place_of(item: Occurrence) -> tuple[tuple[str, ...], int]:
    """Say what identifies an occurrence, wherever it was read: its tokens, and the number of the target's first."""
    return tuple(item.context.words), item.start


def read_texts(texts: UnlabelledTexts, progress: Callable[[int], None] | None = None) -> Iterator[str]:
    """Stream the texts of files: lines of raw text, and the contexts of lexical samples.

    texts (UnlabelledTexts): The files.
    progress (Callable): Called with the bytes of raw text read since the last call.
    YIELDS (str): A text.
    """
    yield from texts.raw.texts(progress=progress)
    for sample in texts.samples:
        for path in sample.paths:
            yield from (instance.text for instance in sample.instances(path))


def find_snippets(
    texts: Iterable[str], nlp: Language, forms: Sequence[str], word: str, window: ContextWindow, *, most: int = MOST
) -> list[Snippet]:
    """Find a word in raw text; the same text at several places counts once.

    texts (Iterable): The texts.
    nlp (Language): Gives the tokenizer.
    forms (Sequence): The forms of the word; one of several tokens has spaces between them.
    word (str): The word, whose key the occurrences get.
    window (ContextWindow): How words are compared, and how many tokens are kept on each side.
    most (int): If there are more, a sample of this size is taken; it is the same each time.
    RETURNS (list): The occurrences in the order of the texts.
    """
    inventory = Inventory(key=window.key)
    inventory.add([{"key": word, "forms": [form for form in forms if form.strip()]}])
    chance = random.Random(word)
    kept: list[tuple[int, Snippet]] = []
    seen: set[int] = set()
    for snippet in _snippets(texts, nlp, inventory, window):
        place = hash(snippet.place)  # of strings; only compared within this run
        if place in seen:
            continue
        seen.add(place)
        number = len(seen)
        # each occurrence so far has the same chance to be kept (algorithm R; Vitter 1985)
        if number <= most:
            kept.append((number, snippet))
        elif (at := chance.randrange(number)) < most:
            kept[at] = (number, snippet)
    return [snippet for _, snippet in sorted(kept, key=lambda item: item[0])]


def _snippets(texts: Iterable[str], nlp: Language, inventory: Inventory, window: ContextWindow) -> Iterator[Snippet]:
    splitter, stream = TextSplitter(nlp), iter(texts)
    while batch := list(islice(stream, _BATCH)):
        for text, tokens in zip(batch, splitter.split(batch), strict=True):
            offsets = word_offsets(text, tokens)
            words = [tokens[number] for number, _, _ in offsets]
            for item in find_forms([Context(words)], inventory):
                yield _cut(text, words, [(start, end) for _, start, end in offsets], item, window)


def _cut(
    text: str, words: list[str], offsets: list[tuple[int, int]], item: Occurrence, window: ContextWindow
) -> Snippet:
    """Cut out the target and as many tokens on each side as features look at."""
    reach = max(window.window, window.near, window.positions)
    low, high = max(0, item.start - reach), min(len(words), item.end + reach)
    begin, end = offsets[item.start][0], offsets[item.end - 1][1]
    occurrence = Occurrence(item.word, Context(words[low:high]), item.start - low, item.end - low)
    left, right = text[offsets[low][0] : begin], text[end : offsets[high - 1][1]]
    return Snippet(left, text[begin:end], right, occurrence)


def forms_of(word: str, table: dict[str, str], key: WordKey) -> list[str]:
    """List the forms that a table gives to a word, and the word itself.

    word (str): The word.
    table (dict): The word by its form; see `read_forms`.
    key (WordKey): What words are compared by.
    RETURNS (list): The forms, ascending.
    """
    name = key.name(key(word))
    return sorted({name, *(form for form, other in table.items() if key.name(key(other)) == name)})
