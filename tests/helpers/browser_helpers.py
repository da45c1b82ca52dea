"""What the tests of the pages in a browser share."""

from typing import Any


def press(browser: Any, *keys: str) -> None:
    """Press keys one after the other, wherever the focus is."""
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*keys).perform()


def text_of(browser: Any, id: str) -> str:
    """The text of an element, shown or not."""
    return browser.execute_script("return document.getElementById(arguments[0]).textContent", id)


def small_screen(browser: Any, width: int = 360) -> None:
    """Look at the page as on a phone."""
    size = {"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def dark_mode(browser: Any) -> None:
    """Ask for dark pages, as the system would."""
    feature = {"name": "prefers-color-scheme", "value": "dark"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


def overflows(browser: Any) -> bool:
    """Whether the page is wider than the window."""
    return browser.execute_script("return document.documentElement.scrollWidth > window.innerWidth")
