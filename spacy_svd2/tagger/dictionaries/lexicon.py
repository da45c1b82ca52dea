"""A dictionary as words with parts of speech, and as words with tags."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import Errors, UserError
from .entry import DictionaryOptions, Entry
from .headwords import AFFIX, split_headword, without_number

NO_POS = "no part of speech"
OTHER_LANGUAGE = "another language"
_EXAMPLES, _SHOWN_LANGUAGES = 3, 8
_TONES = 0.2
"""If more words than this share end in a digit, digits are tones, not the numbers of homonyms."""


@dataclass
class Lexicon:
    """The words of a dictionary.

    path (Path): The file.
    kind (str): What it is.
    n_entries (int): The entries read.
    left (Counter): How many entries were left out, by reason.
    pos (Counter): How many entries have each part of speech.
    several (Counter): How many entries have the same parts of speech, one or several.
    examples (dict): A few headwords for each part of speech.
    words (dict): The parts of speech of each word, headwords and other forms.
    n_forms (int): How many of the words are other forms.
    has_tags (bool): Whether the parts of speech are tags already.
    """

    path: Path
    kind: str = ""
    n_entries: int = 0
    left: Counter[str] = field(default_factory=Counter)
    pos: Counter[str] = field(default_factory=Counter)
    several: Counter[tuple[str, ...]] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)
    words: dict[str, dict[str, None]] = field(default_factory=dict)
    n_forms: int = 0
    has_tags: bool = False

    def tags(self, tag_map: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """Give words the tags of their parts of speech.

        tag_map (Mapping): The tags by part of speech; see `tag_map.read_tag_map`.
        RETURNS (dict): The tags of each word that has any, in the order of the dictionary.
        RAISES (UserError): None has (L057).
        """
        found = {
            word: tuple(dict.fromkeys(tag for one in pos for tag in tag_map.get(one, ())))
            for word, pos in self.words.items()
        }
        tagged = {word: tags for word, tags in found.items() if tags}
        if not tagged:
            names = ", ".join(f"{name} {n:,}" for name, n in self.pos.most_common(_SHOWN_LANGUAGES))
            raise UserError(Errors.L057.format(path=self.path, found=names or "none"))
        return tagged


def collect(path: Path, kind: str, entries: Iterable[Entry], options: DictionaryOptions) -> Lexicon:
    """Collect the words of a dictionary.

    path (Path), kind (str): What it is.
    entries (Iterable): Its entries.
    options (DictionaryOptions): `language`.
    RETURNS (Lexicon): The words.
    RAISES (UserError): L052 there is no entry, L053 several languages and none is chosen, L054 none of the language.
    """
    lexicon = Lexicon(path, kind)
    languages: Counter[str] = Counter()
    others: dict[str, None] = {}
    for entry in entries:
        lexicon.n_entries += 1
        languages[entry.language] += 1
        if options.language and entry.language not in ("", options.language):
            lexicon.left[OTHER_LANGUAGE] += 1
        else:
            _take(lexicon, entry, others)
    named = [name for name, _ in languages.most_common() if name]
    found = ", ".join(named[:_SHOWN_LANGUAGES]) + ", ..." * (len(named) > _SHOWN_LANGUAGES)
    if not lexicon.n_entries:
        raise UserError(Errors.L052.format(path=path, kind=kind))
    if len(named) > 1 and not options.language:
        raise UserError(Errors.L053.format(path=path, found=found, first=named[0]))
    if options.language and lexicon.left[OTHER_LANGUAGE] == lexicon.n_entries:
        raise UserError(Errors.L054.format(path=path, language=options.language, found=found))
    _join_homonyms(lexicon)
    lexicon.n_forms = sum(word in lexicon.words for word in others)
    return lexicon


def _take(lexicon: Lexicon, entry: Entry, others: dict[str, None]) -> None:
    words, why = ([], AFFIX) if entry.is_affix else split_headword(entry.headword)
    forms = [word for form in entry.forms for word in split_headword(form)[0]] if why != AFFIX else []
    if not entry.pos:
        lexicon.left[NO_POS if words else why] += 1
        return
    if why:
        lexicon.left[why] += 1
    lexicon.several[tuple(dict.fromkeys(entry.pos))] += 1
    for pos in dict.fromkeys(entry.pos):
        lexicon.pos[pos] += 1
        shown = lexicon.examples.setdefault(pos, [])
        if len(shown) < _EXAMPLES and entry.headword not in shown:
            shown.append(entry.headword)
    others.update(dict.fromkeys(form for form in forms if form not in lexicon.words))
    for word in words:
        others.pop(word, None)
    for word in (*words, *forms):
        lexicon.words.setdefault(word, {}).update(dict.fromkeys(entry.pos))


def _join_homonyms(lexicon: Lexicon) -> None:
    """Take `bank1` and `bank2` together, unless digits are tones."""
    plain = {word: without_number(word) for word in lexicon.words}
    numbered = [word for word, other in plain.items() if word != other]
    if not numbered or len(numbered) > _TONES * len(plain):
        return
    words: dict[str, dict[str, None]] = {}
    for word, pos in lexicon.words.items():
        words.setdefault(plain[word], {}).update(pos)
    lexicon.words = words
