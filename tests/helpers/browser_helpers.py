"""What the tests of the pages in a browser share."""

from itertools import pairwise
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


CONTRAST = """
const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
function behind(element) {  // what is painted under an element: its own ground over those of its parents
  const grounds = [];
  for (let at = element; at; at = at.parentElement) grounds.push(rgb(getComputedStyle(at).backgroundColor));
  return grounds.reverse().reduce((below, [r, g, b, a = 1]) =>
    below.map((value, i) => value * (1 - a) + [r, g, b][i] * a), [255, 255, 255]);
}
function luminance(colour) {  // of WCAG 2
  const [r, g, b] = colour.map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
return [...document.querySelectorAll("body *")].filter((element) =>
  !element.disabled && element.checkVisibility() && !element.closest("svg") &&
  [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
).flatMap((element) => {
  const pair = [rgb(getComputedStyle(element).color), behind(element)].map(luminance).sort((a, b) => b - a);
  const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
  return ratio < 4.5 ? [`${element.tagName} ${element.className} ${element.textContent.slice(0, 20)} ${ratio}`] : [];
});
"""


def hard_to_read(browser: Any) -> list[str]:
    """The visible elements whose text has too little contrast."""
    return browser.execute_script(CONTRAST)


def check_structure(browser: Any) -> None:
    """Check what screen readers need: a language, headings in order, names, and links that lead somewhere."""
    assert browser.execute_script("return document.documentElement.lang") == "en"
    levels = browser.execute_script(
        "return [...document.querySelectorAll('h1, h2, h3')].map((one) => Number(one.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(second - first <= 1 for first, second in pairwise(levels))
    unnamed = (
        "return [...document.querySelectorAll('input, button, nav, svg:not([aria-hidden]), [role=region]')]"
        ".filter((one) => "
        "!(one.labels && one.labels.length) && !one.getAttribute('aria-label') && !one.textContent.trim()).length"
    )
    assert browser.execute_script(unnamed) == 0
    bare = "return [...document.querySelectorAll('th')].filter((one) => !one.scope).length"
    assert browser.execute_script(bare) == 0
    ids = browser.execute_script("return [...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))
    targets = browser.execute_script("return [...document.querySelectorAll('nav a')].map((one) => one.hash.slice(1))")
    assert targets
    assert set(targets) <= set(ids)
