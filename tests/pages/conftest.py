from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.screenshots import open_browser
from spacy_svd2.errors import UserError


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the browser puts what it downloads."""
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def _browser(downloads: Path) -> Iterator[object]:
    try:
        opened = open_browser(size=(1280, 900), downloads=downloads)
        browser = opened.__enter__()
    except UserError as err:
        pytest.skip(str(err))
    yield browser
    opened.__exit__(None, None, None)


@pytest.fixture
def browser(_browser):  # type: ignore[no-untyped-def]
    """Chromium; a page that complains in the console, of a breach of its policy for instance, fails the test."""
    yield _browser
    _browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    _browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    complaints = _browser.get_log("browser")
    _browser.get("about:blank")
    assert complaints == []
