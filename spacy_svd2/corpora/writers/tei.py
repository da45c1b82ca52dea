"""Parts of speech in TEI: an attribute of each word."""

from collections.abc import Iterator

from ...errors import Errors, UserError
from ..formats.text import Tokens
from ..formats.xml_text import tei_item, tei_names, tei_sentences, tei_tokens
from .source_file import Edit, SourceFile, SourceText, TagTexts, set_attribute, word_spans

_ATTRIBUTE = "pos"


def write_tei(source: SourceFile, tag: TagTexts) -> Iterator[Edit]:
    """Put tags into the attribute `pos` of the elements `w`.

    source (SourceFile): The file.
    tag (TagTexts): Tags the sentences.
    RETURNS (Iterator[Edit]): The changes: an attribute for each `w` that has none, or an empty one.
    RAISES (UserError): C060 it is no XML, L079 it has no `w`.
    """
    for words, tags in tag(_sentences(source)):
        for word, one in zip(words, tags, strict=True):
            if one:
                yield set_attribute(source, word, _ATTRIBUTE, one)


def _sentences(source: SourceFile) -> Iterator[SourceText]:
    has_words = False
    part = source.options.part
    for element in tei_sentences(source.elements(*tei_names(part)), part):
        tokens = tei_tokens(element)
        item = tei_item(element, tokens, _ATTRIBUTE)
        if not isinstance(item, Tokens):
            if item:
                source.file.leave("texts are not divided into words and got no tags", element.line)
            continue
        wanted = [
            (span, word)
            for span, (word, _) in zip(word_spans(item.words), tokens, strict=True)
            if word.name == "w" and not source.keeps(word.attributes.get(_ATTRIBUTE, ""))
        ]
        has_words = has_words or any(word.name == "w" for word, _ in tokens)
        yield SourceText(item, [span for span, _ in wanted], [word for _, word in wanted])
    if not has_words:
        raise UserError(Errors.L079.format(path=source.file.path))
