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
        baseline = _item(phrase, "txt", options.part)
        tokens = [_token(word, options) for group in phrase.children("words") for word in group.children("word")]
        words = [word for word, _ in tokens if word]
        if words:
            tags = [tag for word, tag in tokens if word]
            yield Tokens(words, tags if any(tags) else None, spaces=find_spaces(words, baseline), line=phrase.line)
        elif baseline:
            yield baseline
        else:
            file.leave("phrases without text", phrase.line)


def _token(word: Element, options: ReadingOptions) -> tuple[str, str]:
    """The text and the tag of a word or a punctuation mark."""
    text = _item(word, "txt", options.part)
    if not text:
        mark = _item(word, "punct", "")
        return mark, PUNCTUATION if mark else ""
    if options.column is not None:
        return text, _item(word, str(options.column), "")
    return text, _item(word, "pos", "") or _stem_pos(word)


def _stem_pos(word: Element) -> str:
    """The part of speech of the stem, if all stems of the word agree."""
    morphs = [one for group in word.children("morphemes") for one in group.children("morph")]
    stems = {_item(one, "msa", "") for one in morphs if one.attributes.get("type", "") in _STEMS}
    return stems.pop() if len(stems) == 1 else ""


def _item(element: Element, kind: str, language: str) -> str:
    """The first item of a type, in a writing system if one is wanted."""
    items = (one for one in element.children("item") if one.attributes.get("type") == kind)
    wanted = (one for one in items if language in ("", one.attributes.get("lang")))
    return next((one.text() for one in wanted), "")
