"""A tokenised text as the disambiguator sees it, and which features are computed from it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields

from ...errors import Errors, UserError
from ...shared.ranges import Range, shown
from ...shared.word_keys import WordKey, word_key

_GROUPS = ("words", "stems", "near", "positions", "suffixes", "shapes", "bigrams", "trigrams")
_KNOWN_GROUPS = (*_GROUPS, "nearest_tags")
RANGES = {
    "window": Range(1, 1_000_000),  # tokens; no text is longer
    "near": Range(1, 1_000_000),
    "positions": Range(1, 100),  # each adds a descriptor to every example
    "prefix": Range(1, 1000),  # letters; no word is longer
    "suffix": Range(1, 1000),
}
ANNOTATIONS = ("tags", "lemmas", "deps")
"""The annotations that features can use beside words."""


@dataclass(frozen=True)
class ContextWindow:
    """What a target's features are computed from: how many tokens around it, which parts of words, which groups.

    window (int): Tokens on either side that enter the bag of words.
    near (int): Tokens on either side that enter the bag of near stems.
    positions (int): Tokens on either side that are features with their position.
    prefix (int): Length of a word's stem: its first characters.
    suffix (int): Length of a neighbour's ending, which stands for its inflection.
    within_sentence (bool): Whether positions, bigrams and trigrams end at sentence boundaries.
    groups (tuple): Groups of features, of "words", "stems", "near", "positions", "suffixes", "shapes",
        "bigrams" and "trigrams"; tags, lemmas and dependencies are used whenever a context has them. One more group is
        not in the default: "nearest_tags", the nearest word of each tag on either side of the target, within `near`
        tokens, in place of syntactic relations.
    outside (bool): Whether places beyond the text are features, as in version 0.1.
    normalize (bool): Whether words are the same however they are encoded; see `shared.word_keys`.
    lang (str): Code of the language whose rules of upper and lower case apply, if `normalize` is on; if it is empty,
        training sets it to the pipeline's.
    """

    window: int = 50
    near: int = 8
    positions: int = 3
    prefix: int = 5
    suffix: int = 3
    within_sentence: bool = False
    groups: tuple[str, ...] = _GROUPS
    outside: bool = False
    normalize: bool = True
    lang: str = ""

    def __post_init__(self) -> None:
        for name, allowed in RANGES.items():
            if (value := getattr(self, name)) not in allowed:
                raise UserError(Errors.K001.format(name=name, value=shown(value), wanted=allowed))
        for name in ("within_sentence", "outside", "normalize"):
            value = asdict(self)[name]
            if type(value) is not bool:
                raise UserError(Errors.K001.format(name=name, value=shown(value), wanted="true or false"))
        value = asdict(self)["lang"]
        if type(value) is not str:
            raise UserError(Errors.K001.format(name="lang", value=shown(value), wanted="the code of a language"))
        unknown = [group for group in self.groups if group not in _KNOWN_GROUPS]
        if unknown:
            raise UserError(
                Errors.K001.format(name="groups", value=shown(unknown[0]), wanted=f"one of {', '.join(_KNOWN_GROUPS)}")
            )

    @property
    def key(self) -> WordKey:
        """The function from a word to its key, by which words are compared."""
        return word_key(self.lang, self.normalize)


@dataclass(frozen=True)
class Context:
    """A tokenised text with the annotation of its tokens.

    words (Sequence): The tokens, without white space tokens.
    tags (Sequence): Their tags, or None.
    lemmas (Sequence): Their lemmas, or None.
    heads (Sequence): Position of each token's head (its own at a root), or None.
    deps (Sequence): The relation of each token to its head, or None.
    sentence_starts (Sequence): Tokens that begin a sentence, or None.
    """

    words: Sequence[str]
    tags: Sequence[str] | None = None
    lemmas: Sequence[str] | None = None
    heads: Sequence[int] | None = None
    deps: Sequence[str] | None = None
    sentence_starts: Sequence[int] | None = None

    def __post_init__(self) -> None:
        for field in fields(self)[1:5]:
            values = getattr(self, field.name)
            if values is not None and len(values) != len(self.words):
                raise UserError(Errors.K002.format(name=field.name, found=len(values), wanted=len(self.words)))
