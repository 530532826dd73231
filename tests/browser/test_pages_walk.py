"""No page is wider than a small phone, in any language and with large text; no button or list cuts text."""

from collections.abc import Iterator
from itertools import chain

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.actions import hurried
from tests.browser.page_tour import PageTour
from tests.browser.prepared_tables import player_of, sixem_story, store_table
from tests.server.serving import Server

WIDTH = 360
USUAL, LARGE = 16, 32
"""Sizes of letters."""
CROSS = 8
"""The place of the spinner with the longest text: a horizontal and a vertical line."""
MISSING = "404"
"""Some addresses of the tour do not exist, which the browser logs."""
TOO_WIDE = """(width) => {
  const faults = [];
  const page = document.documentElement.scrollWidth;
  const beyond = (node) => node.getBoundingClientRect().right > width + 1;
  const wide = [...document.querySelectorAll('#app *')].filter(beyond);
  const inner = wide.filter((node) => !wide.some((other) => other !== node && node.contains(other)));
  const names = inner.map((node) => node.outerHTML.slice(0, 80));
  if (page > width) faults.push(`the page is ${page} wide: ${names}`);
  for (const node of document.querySelectorAll('button, a, label, summary, dl')) {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const box = node.getBoundingClientRect();
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (getComputedStyle(text.parentElement).textOverflow === 'ellipsis') continue; // somebody's long name
      // For screen readers, in pictures, or in a list that is folded.
      if (text.parentElement.closest('.hidden, [aria-hidden=true], option')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      const cut = left < box.left - 1 || right > box.right + 1;
      if (cut && text.data.trim()) faults.push(`cut: ${node.textContent}`);
    }
  }
  return faults;
}"""


@pytest.mark.parametrize("language", ["fr", "it"])  # English is with Axe, German with large letters
def test_every_page_fits_on_a_small_phone(language: str, chromium: Browser, server: Server) -> None:
    faults, stops = [], []
    with hurried(chromium, language, forgiving=MISSING) as page:
        for stop in PageTour(page, server.url, language).stops():
            stops.append(stop)
            faults += [f"{stop}: {fault}" for fault in page.evaluate(TOO_WIDE, WIDTH)]
    assert stops
    assert not faults, "\n".join(faults)


def race(page: Page, server: Server) -> Iterator[str]:
    page.goto(store_table(server, sixem_story(f"{player_of(page, server, 'Ann')} bob", place=CROSS)))
    expect(page.locator(".throw")).to_be_in_viewport(ratio=1)
    pattern, others = (page.locator(place).bounding_box() for place in (".pattern > *", ".others"))
    assert pattern
    assert others
    assert pattern["y"] + pattern["height"] <= others["y"], "the others cover the pattern"
    yield "Sixem: the race"


def test_letters_of_twice_the_size_fit_as_well(chromium: Browser, server: Server) -> None:
    """In the language with the longest words. The sheet of Sixto may scroll then, but only within itself."""
    faults, stops = [], []
    with hurried(chromium, "de", forgiving=MISSING) as page:
        settings = page.context.new_cdp_session(page)
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": LARGE}})
        for stop in chain(PageTour(page, server.url, "de").stops(), race(page, server)):
            stops.append(stop)
            for size in (USUAL, LARGE):
                settings.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
                assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{size}px"
                faults += [f"{stop}, {size}: {fault}" for fault in page.evaluate(TOO_WIDE, WIDTH)]
    assert stops
    assert not faults, "\n".join(faults)
