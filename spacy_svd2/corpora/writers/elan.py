"""Parts of speech in ELAN's annotations (.eaf): a tier `pos` below the tier of the text."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from xml.sax.saxutils import escape, quoteattr

from ..files import CorpusFile
from ..formats.elan import is_tier, read_elan
from ..xml_stream import Element
from .source_file import Edit, SourceFile, SourceText, TagTexts, outer_end, set_content, space_before, word_spans

_ASSOCIATION = "Symbolic_Association"
_KINDS = ("ALIGNABLE_ANNOTATION", "REF_ANNOTATION")
_BEFORE_CONSTRAINTS = ("LINGUISTIC_TYPE", "LOCALE", "LANGUAGE", "CONSTRAINT")  # their order in EAF's schema


def write_elan(source: SourceFile, tag: TagTexts) -> Iterator[Edit]:
    """Put the tags of each annotation into an annotation of a tier `pos` that is associated with it.

    source (SourceFile): The file; `part` of its options is the tier of the text, see `read_elan`.
    tag (TagTexts): Tags the annotations.
    RETURNS (Iterator[Edit]): The changes: the tier with its type, or annotations that an earlier one lacks. A value
        has the tags of the words in their order, separated by spaces.
    RAISES (UserError): C064 there are several tiers, C065 no such tier, C060 no XML.
    """
    for _ in read_elan(CorpusFile(source.file.path, is_markup=True), source.options):
        pass  # the tier is found, or the error says which there are
    tiers = list(source.elements("TIER"))
    names = _Names(source, tiers)
    new_types = False
    for tier in [tier for tier in tiers if is_tier(tier, source.options.part)]:
        below = _find_below(tier, tiers)
        added: list[str] = []
        for (annotation, old), tags in tag(_annotations(source, tier, below)):
            value = escape(" ".join(filter(None, tags)))
            if old is not None and value:
                yield set_content(source, old, value)
            elif value:
                added.append(_annotation(names, annotation, value))
        if added and below is not None:
            yield set_content(source, below, "".join(added), keep=True)
        elif added:
            end = outer_end(source, tier)
            yield end, end, space_before(source, tier.start) + _tier(names, tier, "".join(added))
            new_types = True
    if new_types:
        yield from _types(source, names)


class _Names:
    """Names that the file does not use yet."""

    def __init__(self, source: SourceFile, tiers: list[Element]) -> None:
        self.annotations = {one.attributes.get("ANNOTATION_ID", "") for one in _all_annotations(tiers)}
        self.tiers = {tier.attributes.get("TIER_ID", "") for tier in tiers}
        types = {one.attributes.get("LINGUISTIC_TYPE_ID", ""): one for one in source.elements("LINGUISTIC_TYPE")}
        fitting = (name for name, one in types.items() if one.attributes.get("CONSTRAINTS") == _ASSOCIATION)
        self.has_type = (found := next((name for name in fitting if name.lower() == "pos"), "")) != ""
        self.type = found or _unused("pos", set(types))


def _unused(name: str, taken: set[str]) -> str:
    found = next(one for number in count(1) if (one := name if number == 1 else f"{name}-{number}") not in taken)
    taken.add(found)
    return found


def _all_annotations(tiers: list[Element]) -> Iterator[Element]:
    return (one for tier in tiers for kind in _KINDS for one in tier.all(kind))


def _find_below(tier: Element, tiers: list[Element]) -> Element | None:
    """The tier of parts of speech that a tier has already."""
    below = (one for one in tiers if one.attributes.get("PARENT_REF") == tier.attributes.get("TIER_ID", ""))
    return next((one for one in below if _is_pos(one)), None)


def _is_pos(tier: Element) -> bool:
    name = tier.attributes.get("TIER_ID", "").partition("@")[0]
    return bool(re.fullmatch(r"pos(-\d+)?", name, re.IGNORECASE))


def _annotations(source: SourceFile, tier: Element, below: Element | None) -> Iterator[SourceText]:
    """The annotations that want tags, each with the value to replace if there is one."""
    earlier = list(below.all("REF_ANNOTATION")) if below is not None else []
    old = {one.attributes.get("ANNOTATION_REF", ""): one for one in earlier}
    numbers = Counter(one.attributes.get("ANNOTATION_REF", "") for one in earlier)
    for one in (one for kind in _KINDS for one in tier.all(kind)):
        text = " ".join(value.text() for value in one.all("ANNOTATION_VALUE"))
        name = one.attributes.get("ANNOTATION_ID", "")
        if not text:
            continue
        if numbers[name] > 1:
            source.file.leave("annotations have several parts of speech of their own, which were kept", one.line)
            continue
        value = next(old[name].all("ANNOTATION_VALUE"), None) if name in old else None
        words = [] if value is not None and source.keeps(value.text()) else word_spans(text.split())
        if words:
            yield SourceText(text, words, (one, value))


def _annotation(names: _Names, parent: Element, value: str) -> str:
    reference = parent.attributes.get("ANNOTATION_ID", "")
    name = _unused(f"pos-{reference}", names.annotations)
    return (
        f"<ANNOTATION><REF_ANNOTATION ANNOTATION_ID={quoteattr(name)} ANNOTATION_REF={quoteattr(reference)}>"
        f"<ANNOTATION_VALUE>{value}</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>"
    )


def _tier(names: _Names, parent: Element, annotations: str) -> str:
    parent_name = parent.attributes.get("TIER_ID", "")
    speaker = "".join(parent_name.partition("@")[1:])
    attributes = {
        "LINGUISTIC_TYPE_REF": names.type,
        "PARENT_REF": parent_name,
        "PARTICIPANT": parent.attributes.get("PARTICIPANT", ""),
        "TIER_ID": _unused_tier(names, speaker),
    }
    shown = "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items() if value)
    return f"<TIER{shown}>{annotations}</TIER>"


def _unused_tier(names: _Names, speaker: str) -> str:
    candidates = (f"pos{speaker}" if number == 1 else f"pos-{number}{speaker}" for number in count(1))
    found = next(name for name in candidates if name not in names.tiers)
    names.tiers.add(found)
    return found


def _types(source: SourceFile, names: _Names) -> Iterator[Edit]:
    """The type of the new tiers, and the constraint that it names, if the file lacks them."""
    known = list(source.elements(*_BEFORE_CONSTRAINTS, "TIER"))
    if not names.has_type:
        last = [one for one in known if one.name in ("LINGUISTIC_TYPE", "TIER")][-1]
        end = outer_end(source, last)
        yield (
            end,
            end,
            space_before(source, last.start)
            + (
                f'<LINGUISTIC_TYPE CONSTRAINTS="{_ASSOCIATION}" GRAPHIC_REFERENCES="false" '
                f'LINGUISTIC_TYPE_ID={quoteattr(names.type)} TIME_ALIGNABLE="false"/>'
            ),
        )
    if not any(one.attributes.get("STEREOTYPE") == _ASSOCIATION for one in known):
        end = outer_end(source, known[-1])
        yield (
            end,
            end,
            space_before(source, known[-1].start)
            + (f'<CONSTRAINT DESCRIPTION="1-1 association with a parent annotation" STEREOTYPE="{_ASSOCIATION}"/>'),
        )
