"""Ctrl-C ends a command with 130, whatever a library makes of it."""

import os
import signal
import sys
import threading
from contextlib import suppress

import pytest
import typer
from typer.testing import CliRunner, Result

from spacy_svd2.cli.common.output import Commands
from spacy_svd2.errors import UserError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no process sends itself Ctrl-C there")


def invoke(*, interrupted: bool, error: Exception | None) -> Result:
    """Run a command in which a library takes Ctrl-C for itself, and then an error comes."""
    app = typer.Typer(cls=Commands)

    @app.callback()
    def group() -> None: ...

    @app.command()
    def work() -> None:
        if interrupted:
            with suppress(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGINT)
                threading.Event().wait(5)
        if error is not None:
            raise error

    return CliRunner().invoke(app, ["work"])


@pytest.mark.parametrize(
    "error",
    [ImportError("numpy failed to import"), SystemError("with an exception set"), UserError("L001"), RuntimeError()],
)
def test_an_error_after_ctrl_c_is_an_interruption(error: Exception) -> None:
    result = invoke(interrupted=True, error=error)
    assert result.exit_code == 130
    assert "Interrupted." in result.stderr
    assert invoke(interrupted=False, error=UserError("[L001] why")).exit_code == 1  # it is forgotten


def test_an_error_without_ctrl_c_is_none() -> None:
    result = invoke(interrupted=False, error=ImportError("No module named 'x'"))
    assert isinstance(result.exception, ImportError)
    assert invoke(interrupted=False, error=UserError("[L001] why")).exit_code == 1
    assert invoke(interrupted=True, error=None).exit_code == 0


def test_handlers_of_others_stay() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert invoke(interrupted=False, error=None).exit_code == 0
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_command_runs_in_any_thread() -> None:
    codes: list[int] = []
    thread = threading.Thread(target=lambda: codes.append(invoke(interrupted=False, error=None).exit_code))
    thread.start()
    thread.join()
    assert codes == [0]
