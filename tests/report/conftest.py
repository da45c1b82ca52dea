import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the browser puts what it downloads."""
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def _browser(downloads: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed (the extra browser)")
    binary, driver = next(filter(None, map(shutil.which, CHROMIUM)), None), shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("Chromium or its driver is not installed (Debian: chromium, chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    quiet = ["no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"]
    for flag in ["headless", "no-sandbox", "disable-gpu", "disable-quic", "window-size=1280,900", *quiet]:
        options.add_argument(f"--{flag}")
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield browser
    browser.quit()


@pytest.fixture
def browser(_browser):  # type: ignore[no-untyped-def]
    """Chromium; a page that complains in the console, of a breach of its policy for instance, fails the test."""
    yield _browser
    _browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    _browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    complaints = _browser.get_log("browser")
    _browser.get("about:blank")
    assert complaints == []
