"""Parts of speech in FieldWorks' interlinear texts (.flextext): an item `pos` in each word."""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from ..formats.flextext import find_item, item_text, phrase_item, phrase_tokens
from ..formats.text import Tokens
from ..xml_stream import Element
from .source_file import Edit, SourceFile, SourceText, TagTexts, outer_end, set_content, space_before, word_spans

_ANALYSES = ("pos", "gls", "msa")


def write_flextext(source: SourceFile, tag: TagTexts) -> Iterator[Edit]:
    """Put tags into the words of phrases; punctuation marks have no part of speech in FieldWorks.

    source (SourceFile): The file.
    tag (TagTexts): Tags the phrases.
    RETURNS (Iterator[Edit]): The changes: an item `pos` for each word that has none, or an empty one.
    RAISES (UserError): C060 it is no XML.
    """
    language = _language(source)
    for words, tags in tag(_phrases(source)):
        for word, one in zip(words, tags, strict=True):
            if one:
                yield _edit(source, word, one, language)


def _phrases(source: SourceFile) -> Iterator[SourceText]:
    for phrase in source.elements("phrase"):
        tokens = phrase_tokens(phrase, source.options)
        item = phrase_item(phrase, tokens, source.options)
        if not isinstance(item, Tokens):
            if item:
                source.file.leave("phrases are not divided into words and got no tags", phrase.line)
            continue
        spans = word_spans(item.words, item.spaces)
        wanted = [
            (span, word)
            for span, (word, _, _) in zip(spans, tokens, strict=True)
            if item_text(word, "txt", source.options.part) and not source.keeps(item_text(word, "pos"))
        ]
        yield SourceText(item, [span for span, _ in wanted], [word for _, word in wanted])


def _edit(source: SourceFile, word: Element, tag: str, language: str) -> Edit:
    if (item := find_item(word, "pos")) is not None:
        return set_content(source, item, escape(tag))
    last = list(word.children())[-1]
    gloss = find_item(word, "gls")
    code = gloss.attributes.get("lang", "") if gloss is not None else ""
    space = space_before(source, last.start)
    end = outer_end(source, last)
    return end, end, f'{space}<item type="pos" lang={quoteattr(code or language)}>{escape(tag)}</item>'


def _language(source: SourceFile) -> str:
    """The writing system of the first analysis; FieldWorks imports no item without one."""
    items = (one.attributes for one in source.elements("item"))
    return next((one["lang"] for one in items if one.get("type") in _ANALYSES and one.get("lang")), "en")
