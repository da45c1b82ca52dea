"""How the commands speak: results to stdout, messages to stderr, and every error a user can mend in one line."""

import errno
import json
import os
import signal
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, NoReturn

import typer
import wasabi
from typer.core import TyperGroup
from wasabi.util import locale_escape

from ...errors import Errors, UserError
from ...shared.artifacts import write_text

INTERRUPTED = 130


def count(n: int, one: str, several: str = "") -> str:
    """Say how many there are of something.

    n (int): The number.
    one (str), several (str): What it is called; by default the plural has an "s".
    RETURNS (str): "1 entry", "2,000 entries".
    """
    return f"{n:,} {one if n == 1 else several or f'{one}s'}"


Align = Literal["l", "r"]

_interrupts: list[Any] = []


def _note_interrupt(*caught: Any) -> None:
    """Note Ctrl-C before it is raised: compiled modules that are being imported make an ImportError of it."""
    _interrupts.append(caught)
    signal.default_int_handler(*caught)


class Commands(TyperGroup):
    """A group of commands that turns errors into messages and exit codes.

    1 for an error that the user can mend, 130 for Ctrl-C; usage errors are 2, as everywhere.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        _interrupts.clear()
        with suppress(ValueError):  # only the main thread is interrupted, and may ask for it
            if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                signal.signal(signal.SIGINT, _note_interrupt)
        try:
            with _warnings_as_messages():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            fail("Interrupted.", code=INTERRUPTED)
        except Exception as err:
            if _interrupts:
                fail("Interrupted.", code=INTERRUPTED)
            if isinstance(err, UserError):
                fail(str(err))
            if not isinstance(err, OSError) or err.errno == errno.EPIPE:
                raise
            fail(_describe(err))


def fail(message: str, *, code: int = 1) -> NoReturn:
    """Print an error message and leave.

    RAISES (typer.Exit): Always.
    """
    say(_first_line(_printer().fail, message), err=True)
    raise typer.Exit(code)


def good(message: str, *, err: bool = False) -> None:
    """Print that something succeeded."""
    say(_printer().good(message), err=err)


def say(text: str, *, err: bool = False) -> None:
    """Print text; without colours where NO_COLOR is set or the output is not a terminal."""
    color = False if os.environ.get("NO_COLOR") else None
    typer.echo(locale_escape(text, errors="replace"), err=err, color=color)


def heading(text: str) -> None:
    """Print the title of a table."""
    say("\n" + wasabi.color(text, bold=True))


def table(rows: list[tuple[str, ...]], header: tuple[str, ...], aligns: tuple[Align, ...]) -> None:
    """Print a table.

    rows (list): Cells by row.
    header (tuple): Column names.
    aligns (str): "l" or "r" for each column.
    """
    say(wasabi.table(rows, header=header, divider=True, aligns=aligns, max_col=1000).strip("\n"))


def cluster_table(clusters: list[dict[str, Any]], *, n_words: int) -> None:
    """Print clusters with their most frequent words.

    clusters (list): `ClusterSummary` as dicts.
    n_words (int): Words shown at most.
    """
    rows: list[tuple[str, ...]] = []
    for cluster in clusters:
        words = " ".join(word for word, _ in cluster["words"][:n_words]) or "(empty)"
        rows.append((cluster["name"], f"{cluster['token_share']:.1%}", f"{cluster['type_share']:.1%}", words))
    table(rows, ("Cluster", "Tokens", "Types", "Words by frequency"), ("l", "r", "r", "l"))


def to_json(data: Any) -> str:
    """Write data as JSON that people can read too."""
    return json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)


def print_json(data: Any) -> None:
    """Print JSON to stdout; characters that the terminal's encoding lacks as JSON escapes."""
    text = to_json(data)
    say(text if locale_escape(text) == text else json.dumps(data, indent=2, allow_nan=False))


def write_json(path: Path, data: Any) -> None:
    """Write JSON atomically.

    path (Path): The file; missing folders are made.
    data (Any): What to write.
    """
    write_text(path, to_json(data) + "\n")


def present(results: Any, show: Callable[[], None], *, path: Path | None = None, as_json: bool = False) -> None:
    """Give results to programs and to people.

    results (Any): JSON-serialisable.
    show (Callable): Prints them for people.
    path (Path): A file to write them to as JSON.
    as_json (bool): Print them as JSON instead.
    """
    if path is not None:
        write_json(path, results)
    if as_json:
        print_json(results)
    else:
        show()


@contextmanager
def _warnings_as_messages() -> Iterator[None]:
    """Show warnings as messages, without the line of code they come from."""

    def show(message: Warning | str, *args: Any, **kwargs: Any) -> None:
        say(_first_line(_printer().warn, str(message)), err=True)

    with warnings.catch_warnings():
        warnings.showwarning = show
        yield


def _first_line(show: Callable[[str], str | None], message: str) -> str:
    """Give a message its sign; only the first line is wrapped, so that a list below it stays one."""
    first, *others = message.splitlines() or [""]
    return "\n".join([show(first) or "", *others])


def _printer() -> wasabi.Printer:
    return wasabi.Printer(no_print=True, line_max=1000)


def _describe(err: OSError) -> str:
    path = err.filename2 or err.filename
    if path is None:
        return str(err)
    return Errors.L010.format(path=os.fsdecode(path), why=err.strerror)


Row = Sequence[str]


def terminal_table(header: Row, rows: Sequence[Row]) -> str:
    """Lay out figures for the terminal.

    header (Sequence[str]), rows (Sequence[Sequence[str]]): The cells.
    RETURNS (str): The table; the first column is aligned to the left, the others to the right.
    """
    return wasabi.table(rows, header=header, divider=True, aligns=_aligns(header), max_col=60).strip("\n")


def markdown_table(header: Row, rows: Sequence[Row]) -> str:
    """Lay out figures in Markdown.

    header (Sequence[str]), rows (Sequence[Sequence[str]]): The cells.
    RETURNS (str): The table, with a line end after each row.
    """
    return wasabi.MarkdownRenderer().table(rows, header, aligns=_aligns(header)) + "\n"


def _aligns(header: Row) -> list[Literal["l", "r", "c"]]:
    return ["l" if column == 0 else "r" for column in range(len(header))]
