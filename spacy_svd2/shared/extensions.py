"""Where components write on documents: names of extension attributes, and which component wrote where."""

import keyword
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import repeat
from weakref import ref

from spacy.tokens import Doc
from spacy.tokens.underscore import Underscore

from ..errors import Errors, UserError

SENSE_EXTENSIONS: set[tuple[str, str]] = set()
"""The kinds ("doc", "token") and names of the extensions that `kpca_wsd` has set."""

_WRITERS: defaultdict[str, dict[ref[Doc], object]] = defaultdict(dict)
"""Who has written on each document in memory, by the place. Names of components don't tell: they can be changed.

A document that is gone deletes its entry. This is what a `WeakKeyDictionary` does, whose calls of Python would take
a twentieth of the time of tagging.
"""

_OWN = frozenset(dir(Underscore)) | {"_extensions", "_obj", "_doc", "_start", "_end"}


def check_extension_name(attr: str | None, *, component: str, setting: str, kind: str) -> None:
    """Make sure that what is written can be read: spaCy takes any name.

    attr (str): The name; None for no attribute.
    component (str), setting (str), kind (str): Whose it is, for the message; "token" or "doc".
    RAISES (UserError): It is no identifier of Python's, or one that `token._` has itself (P009).
    """
    if attr is None:
        return
    # Python reads other forms of a letter as this one
    is_name = isinstance(attr, str) and attr.isidentifier() and not keyword.iskeyword(attr)
    is_name = is_name and unicodedata.normalize("NFKC", attr) == attr
    if not is_name or attr in _OWN:
        why = f"spaCy has it on {kind}._ itself" if is_name else f"{kind}._.{attr} is not a valid Python name"
        raise UserError(Errors.P009.format(name=component, setting=setting, attr=attr, why=why))


def claim_all(docs: Sequence[Doc], place: str, writer: object) -> bool:
    """Note who writes on documents, so that a second component does not replace what the first has written.

    docs (Sequence): The documents.
    place (str): What is written, for instance "token.tag_".
    writer (object): Stands for the component.
    RETURNS (bool): Whether the component may write there, on all of them.
    """
    writers = _WRITERS[place]
    keys = map(ref, docs, repeat(writers.__delitem__))
    first = list(map(writers.setdefault, keys, repeat(writer)))  # before the question: it is noted on all of them
    return all(one is writer for one in first)


def claim(doc: Doc, place: str, writer: object, is_free: Callable[[], bool]) -> bool:
    """Note who writes on a document, or that another component writes there from now on.

    doc (Doc): The document.
    place (str): What is written, for instance "doc._.senses".
    writer (object): Stands for the component.
    is_free (Callable): Whether what another component wrote there has been removed since.
    RETURNS (bool): Whether the component may write there.
    """
    if claim_all([doc], place, writer):
        return True
    if not is_free():
        return False
    _WRITERS[place][ref(doc)] = writer  # the key that is there stays, with its callback
    return True
