"""Turkish web and Wikipedia sentences as the package `turkish-treebanks` carries them, tagged by hand.

The tokens are inflectional groups: a word with derivations is several tokens without white space between them.
"""

from pathlib import Path

from scripts.datasets.archives import read_text_member
from spacy_svd2.shared.artifacts import write_text

MEMBERS = ("data/web.conllu", "data/wiki.conllu")
MAX_BYTES = 16_000_000


def convert(archive: Path, output: Path) -> int:
    """Write both files as one CoNLL-U file; its UPOS column has 14 tags, not quite those of Universal Dependencies.

    archive (Path): The wheel of `turkish-treebanks`.
    output (Path): The .conllu file; replaced when it is complete.
    RETURNS (int): The number of sentences.
    RAISES (UserError): D001-D005 wrong or damaged archive.
    """
    texts = [read_text_member(archive, member, max_bytes=MAX_BYTES).strip("\n") for member in MEMBERS]
    text = "\n\n".join(texts) + "\n\n"
    write_text(output, text)
    return f"\n{text}".count("\n1\t")
