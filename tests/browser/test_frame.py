"""The frame of every page: one column with everything on its edges, a menu for hand and keyboard, and both modes."""

import re
from itertools import pairwise

import pytest

from pr_app.figures import palette
from pr_app.figures.dark_palette import DARK, dark, red_green_blue
from pr_app.panels.frame.header import ON_PHONE
from pr_app.serving.pages import PAGES
from pr_app.wording.catalogue import words_in
from tests.browser.visitor import PHONE, PROJECTOR
from tests.contrasts import TEXT, contrast

LAPTOP, LARGE = {"width": 1440, "height": 900}, {"width": 1920, "height": 1080}
TABLET, NARROWEST = {"width": 800, "height": 1000}, {"width": 320, "height": 700}
GRID = [(PROJECTOR, 80, 32), (LAPTOP, 100, 36), (LARGE, 180, 46), (PHONE, 20, 25)]  # margin and headline in px
ROW, ROWS_ON_PHONE = 60, 48 + 40  # px
EXACT = 0.51  # px
OPEN_MORE = ".st-key-menu summary"
IN_BOTH_MODES = ("areas", "curve", "schemes", "balance", "models?example=four_models", "lessons?lesson=curve&step=3")
FIRST_AND_LAST = ("areas", "schemes", "models")  # pages whose widest parts differ

# Left and right edges of what stands on the column's, and sizes of the head and the headline.
EDGES = """() => {
  const box = selector => document.querySelector(selector).getBoundingClientRect();
  const main = box('[data-testid="stMainBlockContainer"]');
  const drawn = [...document.querySelectorAll('[data-testid="stMain"] .js-plotly-plot, .st-key-left')];
  return {
    left: [box('.st-key-header a').left, box('h1').left, box('.st-key-top_line p').left, main.left,
           Math.min(...drawn.map(one => one.getBoundingClientRect().left))],
    right: [box('.st-key-lang button:last-child').right, main.right,
            Math.max(...drawn.map(one => one.getBoundingClientRect().right))],
    head: box('.st-key-header').height, top: box('.st-key-header').top,
    ...(({fontSize, fontWeight, lineHeight}) => ({size: parseFloat(fontSize), weight: fontWeight,
        line: parseFloat(lineHeight)}))(getComputedStyle(document.querySelector('h1'))),
  };
}"""
# The links of the menu that are seen: page, words, whether it is the open one, weight and colour of its line.
MENU = """() => [...document.querySelectorAll('.st-key-menu a')].filter(link => link.checkVisibility()).map(link => ({
  page: new URL(link.href).pathname.split('/').pop(), words: link.innerText, language: new URL(link.href).search,
  current: link.getAttribute('aria-current'), weight: getComputedStyle(link.querySelector('p')).fontWeight,
  line: getComputedStyle(link).borderBottomColor, size: getComputedStyle(link.querySelector('p')).fontSize,
  ...(({top, left, right}) => ({top, left, right}))(link.getBoundingClientRect())}))"""
STAYED = "() => window.stayed === true"
OUTLINE = "() => getComputedStyle(document.activeElement).outlineStyle"
# Colours of all that is seen in charts: of shapes by their strokes and fills, of texts by themselves.
PAINTED = """() => {
  const seen = {shapes: new Set(), texts: new Set()};
  for (const one of document.querySelectorAll('.js-plotly-plot :is(path, rect, circle, text)')) {
    if (one.closest('.modebar, defs') || !one.checkVisibility({checkOpacity: true})) continue;
    const style = getComputedStyle(one);
    const is = (name, faint) => style[name].startsWith('rgb(') && parseFloat(style[faint]) > 0;
    if (one.localName === 'text') { if (one.textContent.trim()) seen.texts.add(style.fill); continue; }
    if (one.style.fill && is('fill', 'fillOpacity')) seen.shapes.add(style.fill);
    if (is('stroke', 'strokeOpacity') && parseFloat(style.strokeWidth) > 0) seen.shapes.add(style.stroke);
  }
  return {shapes: [...seen.shapes], texts: [...seen.texts]};
}"""
# Text and what lies behind it, for all words of the page but those of charts.
WORDS = """() => {
  const found = {}, walk = document.createTreeWalker(document.querySelector('[data-testid="stMain"]'), 4);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || !parent.checkVisibility() || parent.closest('.js-plotly-plot, svg'))
      continue;
    if (parent.closest(':disabled, style, [data-testid="stAlert"]')) continue;
    let behind = parent.closest('[data-testid="stSliderThumbValue"]') // stands above its thumb, on the paper
      ? document.querySelector('[data-testid="stApp"]') : parent;
    const clear = one => /, 0\\)$|transparent/.test(getComputedStyle(one).backgroundColor);
    while (behind && clear(behind)) behind = behind.parentElement;
    found[`${getComputedStyle(parent).color} on ${behind ? getComputedStyle(behind).backgroundColor : 'nothing'}`] =
      walk.currentNode.textContent.trim().slice(0, 40);
  }
  return found;
}"""


def rgb(colour):
    return f"rgb{red_green_blue(colour)}"


def code_of(said):
    """A colour that the browser says as rgb(…), as the palette writes it."""
    return "#" + "".join(f"{int(part):02X}" for part in re.findall(r"\d+", said)[:3])


@pytest.mark.parametrize(("screen", "margin", "headline"), GRID)
def test_name_headline_and_content_stand_on_the_edges_of_one_column(app, new_visitor, screen, margin, headline):
    visitor = new_visitor(app, screen)
    for language in ("en", "zh"):
        visitor.open(f"areas?lang={language}")
        visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer")
        seen = visitor.page.evaluate(EDGES)
        assert seen["left"] == pytest.approx([margin] * len(seen["left"]), abs=EXACT), language
        assert seen["right"] == pytest.approx([screen["width"] - margin] * len(seen["right"]), abs=EXACT), language
        assert (seen["top"], seen["head"]) == (0, ROWS_ON_PHONE if screen == PHONE else ROW)
        assert (seen["size"], seen["weight"]) == (pytest.approx(headline, abs=0.1), "650")
        assert seen["line"] == pytest.approx(1.16 * headline, abs=0.1)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_menu_fits_and_nothing_scrolls_sideways(app, new_visitor, language):
    visitor = new_visitor(app)
    for page in FIRST_AND_LAST:
        visitor.open(f"{page}?lang={language}")
        for screen in (PROJECTOR, TABLET, PHONE, NARROWEST):
            visitor.page.set_viewport_size(screen)
            visitor.page.wait_for_timeout(300)  # until charts have followed
            check_menu(visitor, screen, language)
            assert visitor.overflow() <= 0, (page, screen)
        visitor.page.set_viewport_size(PROJECTOR)


def check_menu(visitor, screen, language):
    """Its links stand in one row without touching, those that are shown there, in the visitor's language."""
    links = visitor.page.evaluate(MENU)
    shown = [key for key in PAGES if screen["width"] > 640 or key in ON_PHONE]
    assert [link["page"] for link in links] == shown
    assert [link["words"] for link in links] == [words_in(language).say(f"{key}.title") for key in shown]
    size = "15px" if screen == NARROWEST else "17px"
    assert {(link["size"], link["language"]) for link in links} == {(size, f"?lang={language}")}
    assert len({link["top"] for link in links}) == 1
    assert all(one["right"] < other["left"] for one, other in pairwise(links))
    assert visitor.page.locator(OPEN_MORE).is_visible() == (len(shown) < len(PAGES))
    inside = "() => (({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('{}'))"
    for part in (".st-key-header", '[data-testid="stMain"]'):
        assert visitor.page.evaluate(inside.replace("{}", part)) <= 0, (screen, part)


def test_the_keyboard_reaches_every_page_without_loading_the_document_anew(app, new_visitor):
    visitor = new_visitor(app)
    visitor.open("areas?lang=en&left=envelope")
    visitor.page.evaluate("() => { window.stayed = true; }")
    for key in PAGES:
        go_by_keyboard(visitor, key)
        is_open(visitor, key)
        assert visitor.page.evaluate(STAYED)
    visitor.visit("Areas")
    assert visitor.parameters()["left"] == "envelope"
    roles = visitor.page.get_by_role("navigation", name="Pages").get_by_role("link")
    assert [link.inner_text() for link in roles.all()] == [words_in("en").say(f"{key}.title") for key in PAGES]
    languages = visitor.page.get_by_role("radiogroup", name="Language").get_by_role("radio").all()
    assert [(one.inner_text(), one.is_checked()) for one in languages] == [("English", True), ("中文", False)]


def go_by_keyboard(visitor, key):
    """Tab to a link of the menu, which is marked then, and press Enter."""
    visitor.page.evaluate("() => { document.activeElement.blur(); window.scrollTo(0, 0); }")
    visitor.page.locator(".st-key-header a").first.focus()
    focused = "() => new URL(document.activeElement.href ?? location.origin).pathname.split('/').pop()"
    for _ in range(len(PAGES) + 1):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate(focused) == key:
            break
    assert visitor.page.evaluate(focused) == key
    assert visitor.page.evaluate(OUTLINE) == "solid"
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url(f"**/{key}*")
    visitor.wait()


def is_open(visitor, key):
    """One page is marked as the open one, for eyes and for readers of the screen."""
    links = visitor.page.evaluate(MENU)
    ink = rgb(palette.INK)
    assert [link["page"] for link in links if link["current"] == "page"] == [key]
    assert [link["page"] for link in links if link["weight"] == "600"] == [key]
    assert [link["page"] for link in links if link["line"] == ink] == [key]


def test_more_opens_the_other_pages_on_a_phone_by_keyboard_and_closes_when_one_is_open(app, new_visitor):
    visitor = new_visitor(app, PHONE)
    visitor.open("areas?lang=zh")
    visitor.page.evaluate("() => { window.stayed = true; }")
    others = [key for key in PAGES if key not in ON_PHONE]
    more = visitor.page.locator(OPEN_MORE)
    assert more.inner_text() == "更多"
    for key in others:
        more.focus()
        visitor.page.keyboard.press("Enter")
        assert {link["page"] for link in visitor.page.evaluate(MENU)} == set(PAGES)
        assert visitor.overflow() <= 0
        for _ in range(len(PAGES)):
            visitor.page.keyboard.press("Tab")
            if visitor.page.evaluate("() => document.activeElement.href ?? ''").split("?")[0].endswith(f"/{key}"):
                break
        visitor.page.keyboard.press("Enter")
        visitor.page.wait_for_url(f"**/{key}*")
        visitor.wait()
        assert [link["page"] for link in visitor.page.evaluate(MENU)] == list(ON_PHONE)
        assert visitor.page.locator(f'.st-key-menu a[aria-current="page"][href^="{key}"]').count() == 1
        assert more.evaluate("one => getComputedStyle(one).borderBottomColor") == rgb(palette.INK)
        assert visitor.parameters()["lang"] == "zh"
    assert visitor.page.evaluate(STAYED)
    more.press("Enter")
    visitor.page.keyboard.press("Escape")
    assert not visitor.page.locator(".st-key-menu details").evaluate("one => one.open")


def test_a_link_of_the_menu_opens_a_new_tab_in_the_same_language(app, new_visitor):
    visitor = new_visitor(app)
    visitor.open("areas?lang=zh")
    address = visitor.page.locator('.st-key-menu a[href^="curve"]').evaluate("link => link.href")
    visitor.page.goto(address)
    visitor.wait()
    assert visitor.parameters()["lang"] == "zh"
    assert visitor.page.title().startswith(words_in("zh").say("curve.title"))


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_page_and_charts_have_the_colours_of_the_mode_and_can_be_read(app, new_visitor, mode):
    visitor = new_visitor(app)
    visitor.page.emulate_media(color_scheme=mode)
    shown = {"light": lambda colour: colour, "dark": dark}[mode]
    try:
        for path in (
            "areas",
            "curve",
            "schemes",
            "balance",
            "models?example=four_models",
            "lessons?lesson=curve&step=3",
            "play",
        ):
            visitor.open(path)
            visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer, [data-lab] svg path", state="attached")
            paper = "() => getComputedStyle(document.querySelector('[data-testid=\"stApp\"]')).backgroundColor"
            assert visitor.page.evaluate(paper) == rgb(shown(palette.PAPER))
            painted = {kind: set(map(code_of, said)) for kind, said in visitor.page.evaluate(PAINTED).items()}
            assert painted["shapes"] | painted["texts"] <= {shown(light) for light in DARK}, path
            if path == "areas":
                assert {shown(palette.BLUE.line), shown(palette.VERMILLION.line)} <= painted["shapes"]
                assert {shown(palette.BLUE.text), shown(palette.VERMILLION.text)} <= painted["texts"]
            for text in painted["texts"]:
                assert contrast(text, shown(palette.PAPER)) >= TEXT, (path, text)
            words_are_read(visitor, path)
    finally:
        visitor.page.emulate_media(color_scheme="light")


def words_are_read(visitor, path):
    for pair, said in visitor.page.evaluate(WORDS).items():
        text, behind = pair.split(" on ")
        if behind.startswith("rgb(") and text.startswith("rgb("):
            assert contrast(code_of(text), code_of(behind)) >= TEXT, (path, pair, said)


def test_a_picture_that_is_taken_from_a_dark_window_is_drawn_for_paper(app, new_visitor):
    visitor = new_visitor(app)
    visitor.page.emulate_media(color_scheme="dark")
    try:
        visitor.open("areas?picture=svg")
        visitor.page.wait_for_selector(".st-key-left_chart .js-plotly-plot .scatterlayer")
        chart = visitor.page.locator(".st-key-left_chart .js-plotly-plot")
        chart.hover()
        with visitor.page.expect_download() as coming:
            chart.locator('[data-title^="Download"]').click()
        picture = coming.value.path().read_text(encoding="utf-8")
    finally:
        visitor.page.emulate_media(color_scheme="light")
    for colour in (palette.PAPER, palette.BLUE.line, palette.INK):
        assert rgb(colour) in picture
        assert rgb(dark(colour)) not in picture


def test_a_dark_window_is_printed_in_ink_on_white(app, new_visitor):
    visitor = new_visitor(app)
    visitor.page.emulate_media(color_scheme="dark")
    try:
        visitor.open("areas")
        visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer")
        visitor.page.emulate_media(color_scheme="dark", media="print")
        painted = {kind: set(map(code_of, said)) for kind, said in visitor.page.evaluate(PAINTED).items()}
        assert painted["shapes"] | painted["texts"] <= set(DARK)
        assert {palette.BLUE.line, palette.VERMILLION.line} <= painted["shapes"]
        assert {pair.split(" on ")[0] for pair in visitor.page.evaluate(WORDS)} == {rgb(palette.INK)}
    finally:
        visitor.page.emulate_media(color_scheme="light", media="screen")


def test_whoever_wants_no_motion_gets_none(app, new_visitor):
    visitor = new_visitor(app)
    visitor.page.emulate_media(reduced_motion="reduce")
    try:
        visitor.open("areas")
        longest = """() => Math.max(...[...document.querySelectorAll('[data-testid="stApp"] *')].flatMap(one =>
          (({transitionDuration, animationDuration}) => `${transitionDuration},${animationDuration}`.split(',')
          .map(parseFloat))(getComputedStyle(one))))"""
        assert visitor.page.evaluate(longest) <= 1e-4
    finally:
        visitor.page.emulate_media(reduced_motion="no-preference")
