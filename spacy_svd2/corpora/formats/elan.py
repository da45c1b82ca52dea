"""ELAN's annotations (.eaf): the texts of a tier."""

from collections.abc import Iterator

from ..files import CorpusFile
from ..xml_stream import Element, stream_elements
from .parts import unknown_part
from .text import ReadingOptions


def read_elan(file: CorpusFile, options: ReadingOptions) -> Iterator[str]:
    """Stream the annotations of a tier, tier by tier if several have the name.

    file (CorpusFile): The file.
    options (ReadingOptions): `part` is the tier: its name, its name up to the @ of the speaker, or its type. By default
        the only tier that has texts.
    RETURNS (Iterator[str]): The texts.
    RAISES (UserError): C064 there are several tiers, C065 no such tier, C060 no XML.
    """
    counts: dict[str, int] = {}
    wanted = 0
    for tier in stream_elements(CorpusFile(file.path, is_markup=True), ("TIER",)):
        name = tier.attributes.get("TIER_ID", "")
        if n := sum(1 for one in tier.all("ANNOTATION_VALUE") if one.text()):
            counts[name] = counts.get(name, 0) + n
            wanted += is_tier(tier, options.part)
    if not wanted or (len(counts) > 1 and not options.part):
        raise unknown_part(file, "tier", options.part, counts, "--tier")
    for tier in stream_elements(file, ("TIER",)):
        if is_tier(tier, options.part):
            for value in tier.all("ANNOTATION_VALUE"):
                if text := value.text():
                    yield text
                else:
                    file.leave("annotations without text", value.line)


def is_tier(tier: Element, part: str) -> bool:
    """Tell whether a tier has a name.

    tier (Element): The tier.
    part (str): A name, a name up to the @ of the speaker, or a type; "" for all tiers.
    RETURNS (bool): Whether it has.
    """
    name = tier.attributes.get("TIER_ID", "")
    return part in ("", name, name.partition("@")[0], tier.attributes.get("LINGUISTIC_TYPE_REF"))
