"""The English lexical sample of Senseval-2 from a folder of the user's: it may not be passed on, so none is fetched."""

from pathlib import Path

from spacy_svd2.corpora.whole_files import read_bytes
from spacy_svd2.errors import Errors, UserError
from spacy_svd2.shared.atomic import atomic_path

NAMES = ("train.xml", "train.key", "test.xml", "test.key", "sensemap")


def collect(source: Path, output: Path) -> None:
    """Copy the five files, decompressed where they end in `.gz`.

    source (Path): The user's folder.
    output (Path): The folder to write; it is replaced when it is complete.
    RAISES (UserError): A file is missing (D011) or damaged (C101).
    """
    with atomic_path(output) as temporary:
        temporary.mkdir()
        for name in NAMES:
            found = [path for path in (source / name, source / f"{name}.gz") if path.is_file()]
            if not found:
                raise UserError(Errors.D011.format(folder=source, name=name))
            (temporary / name).write_bytes(read_bytes(found[0]))
