"""What `to_bytes` of a component gives, read with care."""

from collections.abc import Iterable

import srsly

from ..errors import Errors, UserError

_PART = "model"


def model_bytes(message: bytes, name: str, *, exclude: Iterable[str] = ()) -> bytes | None:
    """The artifact in a component's bytes.

    message (bytes): What `to_bytes` gave.
    name (str): The component's name, for messages.
    exclude (Iterable): Names of parts to leave out ("model").
    RETURNS (bytes): The artifact; None if it was left out, there or here.
    RAISES (UserError): They are something else (P007).
    """
    try:
        found = srsly.msgpack_loads(message)
    except (ValueError, TypeError) as err:
        raise UserError(Errors.P007.format(name=name, why=str(err) or "not msgpack")) from err
    if not isinstance(found, dict) or not set(found) <= {_PART} or not isinstance(found.get(_PART, b""), bytes):
        raise UserError(Errors.P007.format(name=name, why="they hold something else than an artifact"))
    return None if _PART in exclude else found.get(_PART)
