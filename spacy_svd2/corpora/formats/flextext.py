"""FieldWorks' interlinear texts (.flextext): each phrase with its words and their parts of speech."""

from collections.abc import Iterator

from ..files import CorpusFile
from ..xml_stream import Element, stream_elements
from .interlinear import PUNCTUATION, find_spaces
from .text import ReadingOptions, Tokens

_STEMS = ("stem", "root", "bound stem", "bound root", "phrase", "particle", "clitic", "enclitic", "proclitic", "")


def read_flextext(file: CorpusFile, options: ReadingOptions) -> Iterator[str | Tokens]:
    """Stream the phrases.

    file (CorpusFile): The file.
    options (ReadingOptions): `part` is the writing system of the words, by default the first of each; `column` is the
        type of item with the tag, by default `pos` of the word, or else `msa` of its only stem.
    RETURNS (Iterator[str | Tokens]): The words of each phrase, or its baseline if it is not divided into words.
    RAISES (UserError): C060 with the line of what is no XML.
    """
    for phrase in stream_elements(file, ("phrase",)):
        if item := phrase_item(phrase, phrase_tokens(phrase, options), options):
            yield item
        else:
            file.leave("phrases without text", phrase.line)


def phrase_tokens(phrase: Element, options: ReadingOptions) -> list[tuple[Element, str, str]]:
    """Find the words and punctuation marks of a phrase.

    phrase (Element): The phrase.
    options (ReadingOptions): See `read_flextext`.
    RETURNS (list): The elements that have a text, each with its text and its tag.
    """
    words = (word for group in phrase.children("words") for word in group.children("word"))
    tokens = ((word, *_token(word, options)) for word in words)
    return [token for token in tokens if token[1]]


def phrase_item(
    phrase: Element, tokens: list[tuple[Element, str, str]], options: ReadingOptions
) -> str | Tokens | None:
    """Make what a reader yields of a phrase.

    phrase (Element), tokens (list): The phrase and its `phrase_tokens`.
    options (ReadingOptions): See `read_flextext`.
    RETURNS (str | Tokens): The words, or else the baseline; None if there is neither.
    """
    baseline = item_text(phrase, "txt", options.part)
    if not tokens:
        return baseline or None
    words, tags = [text for _, text, _ in tokens], [tag for _, _, tag in tokens]
    return Tokens(words, tags if any(tags) else None, spaces=find_spaces(words, baseline), line=phrase.line)


def _token(word: Element, options: ReadingOptions) -> tuple[str, str]:
    """The text and the tag of a word or a punctuation mark."""
    text = item_text(word, "txt", options.part)
    if not text:
        mark = item_text(word, "punct")
        return mark, PUNCTUATION if mark else ""
    if options.column is not None:
        return text, item_text(word, str(options.column))
    return text, item_text(word, "pos") or _stem_pos(word)


def _stem_pos(word: Element) -> str:
    """The part of speech of the stem, if all stems of the word agree."""
    morphs = [one for group in word.children("morphemes") for one in group.children("morph")]
    stems = {item_text(one, "msa") for one in morphs if one.attributes.get("type", "") in _STEMS}
    return stems.pop() if len(stems) == 1 else ""


def find_item(element: Element, kind: str, language: str = "") -> Element | None:
    """Find the first item of a type.

    element (Element): A phrase, a word or a morpheme.
    kind (str): The type, such as "pos".
    language (str): Its writing system; "" for any.
    RETURNS (Element): The item; None if there is none.
    """
    items = (one for one in element.children("item") if one.attributes.get("type") == kind)
    return next((one for one in items if language in ("", one.attributes.get("lang"))), None)


def item_text(element: Element, kind: str, language: str = "") -> str:
    """Give the text of `find_item`, or ""."""
    item = find_item(element, kind, language)
    return "" if item is None else item.text()
