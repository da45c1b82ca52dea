"""Pictures of the pages, as a browser shows them: for documentation, and to look at after a change."""

import importlib.util
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from wasabi import msg

from spacy_svd2.errors import Errors, UserError
from spacy_svd2.shared.atomic import atomic_path

SIZE = (1200, 800)
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run", "disable-background-networking",
    "disable-component-update", "disable-sync", "hide-scrollbars",
)  # fmt: skip


@contextmanager
def open_browser(*, size: tuple[int, int] = SIZE, downloads: Path | None = None) -> Iterator[Any]:
    """Start headless Chromium, and end it.

    size (tuple): Of the window.
    downloads (Path): Where it puts what it downloads.
    YIELDS (WebDriver): Selenium's browser, which keeps what the pages say to the console.
    RAISES (UserError): Selenium, Chromium or its driver is not installed (L019).
    """
    binary, driver = next(filter(None, map(shutil.which, _CHROMIUM)), None), shutil.which("chromedriver")
    if importlib.util.find_spec("selenium") is None or binary is None or driver is None:
        raise UserError(Errors.L019)
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for flag in (*_FLAGS, f"window-size={size[0]},{size[1]}"):
        options.add_argument(f"--{flag}")
    if downloads is not None:
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options.add_argument(f"--user-data-dir={profile}")
        browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
        try:
            yield browser
        finally:
            browser.quit()


def take_screenshots(
    pages: Sequence[Path], folder: Path, *, words: Path | None = None, size: tuple[int, int] = SIZE
) -> list[Path]:
    """Take a picture of each page: of a label page at work, of a report from its scores on.

    pages (Sequence): Pages that `svd2 label` and `svd2 report` made.
    folder (Path): Where the pictures go, named after the pages.
    words (Path): Labelled words to open on the label pages, as somebody would who goes on.
    size (tuple): Of the pictures.
    RETURNS (list): The pictures, PNG.
    RAISES (UserError): No browser (L019), or a page or the words are missing (L010).
    """
    for path in [*pages, *([words] if words else [])]:
        if not path.is_file():
            raise UserError(Errors.L010.format(path=path, why="no such file"))
    taken = []
    with open_browser(size=size) as browser:
        view = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", view)
        for page in pages:
            browser.get(page.resolve().as_uri())
            if words is not None and browser.find_elements("id", "file"):
                _continue_with(browser, words)
            browser.execute_script("document.getElementById('accuracy')?.scrollIntoView()")
            target = folder / f"{page.stem}.png"
            with atomic_path(target) as temporary:
                temporary.write_bytes(browser.get_screenshot_as_png())
            taken.append(target)
    return taken


def _continue_with(browser: Any, words: Path) -> None:
    """Open a file of labels on a label page, and wait until it is taken."""
    from selenium.webdriver.support.ui import WebDriverWait

    browser.find_element("id", "file").send_keys(str(words.resolve()))
    WebDriverWait(browser, 20).until(lambda _: browser.find_element("id", "message").text)
    browser.refresh()  # without the message; the work is kept


def main(
    pages: Annotated[list[Path], typer.Argument(help="Pages of svd2 label and svd2 report.")],
    folder: Annotated[Path, typer.Option("--output", "-o", help="Folder of the pictures.")],
    words: Annotated[Path | None, typer.Option("--words", help="Labelled words to open on the label pages.")] = None,
) -> None:
    """Take pictures of pages with headless Chromium (Debian: chromium, chromium-driver; and the extra browser)."""
    try:
        for path in take_screenshots(pages, folder, words=words):
            msg.good(f"{path}: {path.stat().st_size / 1000:.0f} kB")
    except UserError as err:
        msg.fail("Error", err, exits=1)


app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
app.command()(main)

if __name__ == "__main__":
    app(prog_name="python -m scripts.screenshots")
