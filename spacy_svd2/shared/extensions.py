"""Where components write on documents: names of extension attributes, and which component wrote where."""

import keyword
import unicodedata
from collections import defaultdict
from collections.abc import Callable
from weakref import WeakKeyDictionary

from spacy.tokens import Doc
from spacy.tokens.underscore import Underscore

from ..errors import Errors, UserError

SENSE_EXTENSIONS: set[tuple[str, str]] = set()
"""The kinds ("doc", "token") and names of the extensions that `kpca_wsd` has set."""

_WRITERS: defaultdict[str, WeakKeyDictionary[Doc, object]] = defaultdict(WeakKeyDictionary)
"""Who has written on each document in memory, by the place. Names of components don't tell: they can be changed."""

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


def claim(doc: Doc, place: str, writer: object, is_free: Callable[[], bool] = lambda: False) -> bool:
    """Note who writes on a document, so that a second component does not replace what the first has written.

    doc (Doc): The document.
    place (str): What is written, for instance "doc._.senses".
    writer (object): Stands for the component.
    is_free (Callable): Whether what another component wrote there has been removed since.
    RETURNS (bool): Whether the component may write there.
    """
    writers = _WRITERS[place]
    if writers.setdefault(doc, writer) is not writer:
        if not is_free():
            return False
        writers[doc] = writer
    return True
