"""The frame of every page: one column to which all is aligned, a menu for mouse and keyboard, light and dark mode."""

import re
from itertools import pairwise

import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.palette import DARK_COLORS, to_rgb
from pr_curve_lab.server.settings import PAGES
from pr_curve_lab.views.page_frame import DIFFERENCE_PAGES, PHONE_ENTRIES, menu_pages
from tests.browser.accessible import serious_findings
from tests.browser.hand import download
from tests.browser.lesson_board import Board
from tests.browser.test_every_page import LEAST, OF_SEVERAL, check_page, check_what_a_class_sees
from tests.browser.visitor import PHONE, POLLING_MS, PROJECTOR
from tests.contrasts import TEXT, contrast

LAPTOP, LARGE = {"width": 1440, "height": 900}, {"width": 1920, "height": 1080}
TABLET, NARROWEST = {"width": 800, "height": 1000}, {"width": 320, "height": 700}
ROW, TWO_ROWS, TWO_ROWS_ON_A_PHONE = 60 + 16, 48 + 40 + 24, 48 + 40 + 44  # px, each with the pages under an entry
# Screen, margin, font size of the headline and height of the header, in px.
SCREENS = [
    (PROJECTOR, 80, 32, ROW), (LAPTOP, 100, 36, ROW), (LARGE, 180, 46, ROW), (TABLET, 35, 28.2, TWO_ROWS),
    (PHONE, 20, 25, TWO_ROWS_ON_A_PHONE), (NARROWEST, 20, 25, TWO_ROWS_ON_A_PHONE),
]  # fmt: skip
EXACT = 0.51  # px
LARGE_ENOUGH = 44  # px, for a thumb
OPEN_MORE = ".st-key-menu summary"
WITH_CHARTS = ("areas", "curve", "schemes", "balance", "models", "lessons", "play")
IN = {"light": lambda color: color, "dark": DARK_COLORS.__getitem__}  # a color of the palette in each mode
STEP = 3  # number of the step that is opened in the lesson

# Left and right edges of elements aligned to the column, and sizes of the header and the headline.
EDGES = """() => {
  const box = selector => document.querySelector(selector).getBoundingClientRect();
  const main = box('[data-testid="stMainBlockContainer"]');
  const drawn = [...document.querySelectorAll('[data-testid="stMain"] .js-plotly-plot, .st-key-left')]
    .filter(one => one.checkVisibility());
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
# The visible links of the menu: page, text, whether the page is open, font weight and color of the underline.
MENU = """() => [...document.querySelectorAll('.st-key-menu a')].filter(link => link.checkVisibility()).map(link => ({
  page: new URL(link.href).pathname.split('/').pop(), words: link.innerText, language: new URL(link.href).search,
  current: link.getAttribute('aria-current'), weight: getComputedStyle(link.querySelector('p')).fontWeight,
  line: getComputedStyle(link).borderBottomColor, size: getComputedStyle(link.querySelector('p')).fontSize,
  ...(({top, left, right}) => ({top, left, right}))(link.getBoundingClientRect())}))"""
STAYED = "() => window.stayed === true"
# The focused element: the page that the link opens, and its outline.
FOCUSED = """() => [new URL(document.activeElement.href ?? location.origin).pathname.split('/').pop(),
                    getComputedStyle(document.activeElement).outlineStyle]"""
# Whether the background has this color and no transition is running.
COLORED = """color =>
  getComputedStyle(document.querySelector('[data-testid="stApp"]')).backgroundColor === color
  && !document.getAnimations().some(one => one instanceof CSSTransition)"""
LONGEST = """() => Math.max(...[...document.querySelectorAll('[data-testid="stApp"] *')].flatMap(one =>
  (({transitionDuration, animationDuration}) => `${transitionDuration},${animationDuration}`.split(',')
  .map(parseFloat))(getComputedStyle(one))))"""
# Colors of all visible elements in charts: strokes and fills of shapes, and colors of texts.
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
# Pairs of text color and background color, for all text outside of charts.
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


def rgb(color):
    return f"rgb{to_rgb(color)}"


def code_of(said):
    """Convert a color from rgb(…), as the browser reports it, to the notation of the palette."""
    return "#" + "".join(f"{int(part):02X}" for part in re.findall(r"\d+", said)[:3])


def test_everything_is_aligned_to_one_column_on_every_screen(visitor):
    visitor.open("areas?lang=zh")
    for screen in (PROJECTOR, NARROWEST):
        visitor.resize(screen)
        check_fit(visitor, screen, "zh")
    visitor.page.locator(".st-key-lang").get_by_text("English").click()
    visitor.wait()
    for screen, *sizes in SCREENS:
        visitor.resize(screen)
        check_edges(visitor, screen, *sizes)
        check_fit(visitor, screen, "en")
    visitor.visit("models")  # test_every_page.py has other screens and Chinese
    for screen in (NARROWEST, TABLET):
        visitor.resize(screen)
        check_fit(visitor, screen, "en")


def check_edges(visitor, screen, margin, headline, head):
    """Check that name, headline and content are aligned to the column."""
    visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer")
    seen = visitor.page.evaluate(EDGES)
    assert seen["left"] == pytest.approx([margin] * len(seen["left"]), abs=EXACT), screen
    assert seen["right"] == pytest.approx([screen["width"] - margin] * len(seen["right"]), abs=EXACT), screen
    assert (seen["top"], seen["head"]) == (0, head), screen
    assert (seen["size"], seen["weight"]) == (pytest.approx(headline, abs=0.1), "650"), screen
    assert seen["line"] == pytest.approx(1.16 * headline, abs=0.1), screen


def check_fit(visitor, screen, language):
    check_menu(visitor, screen, language)
    assert visitor.overflow() <= 0, (visitor.page.url, screen)


def texts(language, pages):
    """Return the texts of the entries of the menu that open these pages."""
    words = messages_in(language)
    return [words.format("chart.why_they_differ" if page == "areas" else f"{page}.title") for page in pages]


def check_menu(visitor, screen, language):
    """Check that the links for this screen stand in one row, apart from each other, in the visitor's language."""
    links = visitor.page.evaluate(MENU)
    shown = menu_pages() if screen["width"] > 640 else menu_pages()[:PHONE_ENTRIES]
    assert [link["page"] for link in links] == shown
    assert [link["words"] for link in links] == texts(language, shown)
    size = "15px" if screen == NARROWEST else "17px"
    assert {(link["size"], link["language"]) for link in links} == {(size, f"?lang={language}")}
    assert len({link["top"] for link in links}) == 1
    assert all(one["right"] < other["left"] for one, other in pairwise(links))
    assert visitor.page.locator(OPEN_MORE).is_visible() == (len(shown) < len(menu_pages()))
    inside = "() => (({scrollWidth, clientWidth}) => scrollWidth - clientWidth)(document.querySelector('{}'))"
    for part in (".st-key-header", '[data-testid="stMain"]'):
        assert visitor.page.evaluate(inside.replace("{}", part)) <= 0, (screen, part)


def test_the_keyboard_opens_every_page_in_light_and_dark_mode(visitor, tmp_path):
    """Begin in dark mode, in Chinese, with the example that has the least content: one point."""
    modes = ["dark", "light"]
    visitor.page.emulate_media(color_scheme="dark")
    try:
        visitor.open(f"areas?lang=zh&example={LEAST}&picture=svg")
        visitor.page.evaluate("() => { window.stayed = true; }")
        for key in (*DIFFERENCE_PAGES, *menu_pages()[1:]):
            go_by_keyboard(visitor, key)
            check_open_page(visitor, key, modes[0])
            if key == "models":
                visitor.page.locator(".st-key-take_four_models button").click()
                visitor.wait()
            if key == "lessons":
                open_step(visitor)
            if PAGES[key].uses_data_in_use and key not in OF_SEVERAL:
                check_page(visitor, PAGES[key], LEAST, "zh")
                check_what_a_class_sees(visitor, PAGES[key], LEAST)
            for mode in modes if key in WITH_CHARTS else ():
                check_colors(visitor, key, mode)
            if key in WITH_CHARTS:
                modes.reverse()
            assert serious_findings(visitor.page) == [], key
            assert visitor.page.evaluate(STAYED)
        visitor.page.emulate_media(color_scheme="dark")
        visitor.visit("areas")
        assert visitor.parameters()["picture"] == "svg"
        check_roles(visitor)
        check_saved_picture(visitor, tmp_path)
        check_print_colors(visitor)
        visitor.page.emulate_media(media="screen", reduced_motion="reduce")
        assert visitor.page.evaluate(LONGEST) <= 1e-4
    finally:
        visitor.page.emulate_media(color_scheme="light", media="screen", reduced_motion="no-preference")


def check_roles(visitor):
    """Check the roles of the menu and the language switch, which screen readers read."""
    words = messages_in("zh")
    roles = visitor.page.get_by_role("navigation", name=words.format("chart.pages")).get_by_role("link")
    assert roles.all_inner_texts() == texts("zh", menu_pages())
    others = visitor.page.get_by_role("navigation", name=words.format("chart.why_they_differ")).get_by_role("link")
    assert others.all_inner_texts() == [words.format(f"{key}.title") for key in DIFFERENCE_PAGES]
    assert [link.get_attribute("aria-current") for link in others.all()] == ["page", None, None]
    languages = visitor.page.get_by_role("radiogroup", name=words.format("chart.language")).get_by_role("radio").all()
    assert [(one.inner_text(), one.is_checked()) for one in languages] == [("English", False), ("中文", True)]


def go_by_keyboard(visitor, key):
    """Tab to a link of the menu, check that it has the focus, and press Enter."""
    visitor.page.evaluate("() => { document.activeElement.blur(); window.scrollTo(0, 0); }")
    under_entry = key in DIFFERENCE_PAGES[1:]
    visitor.page.locator(".st-key-submenu a" if under_entry else ".st-key-header a").first.focus()
    for _ in range(DIFFERENCE_PAGES.index(key) if under_entry else menu_pages().index(key) + 1):
        visitor.page.keyboard.press("Tab")
    assert visitor.page.evaluate(FOCUSED) == [key, "solid"]
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url(f"**/{key}*")
    visitor.wait()


def check_open_page(visitor, key, mode):
    """Check that the entry of the open page alone is marked, visibly and for screen readers."""
    entry, current = ("areas", "true") if key in DIFFERENCE_PAGES[1:] else (key, "page")
    visitor.page.wait_for_function(f"entry => ({MENU})().some(one => one.page === entry && one.current)", arg=entry)
    links = visitor.page.evaluate(MENU)
    ink = rgb(IN[mode](palette.INK))
    assert [(link["page"], link["current"]) for link in links if link["current"]] == [(entry, current)]
    assert [link["page"] for link in links if link["weight"] == "600"] == [entry]
    assert [link["page"] for link in links if link["line"] == ink] == [entry]
    marked = visitor.page.locator(".st-key-submenu a[aria-current=page]").all_inner_texts()
    assert marked == ([messages_in("zh").format(f"{key}.title")] if key in DIFFERENCE_PAGES else [])


def test_on_a_phone_more_opens_the_other_pages_by_keyboard(app, new_visitor):
    visitor = new_visitor(app, PHONE)
    visitor.open("areas?lang=zh")
    assert visitor.page.locator('.st-key-menu a[href^="areas"]').evaluate("one => one.href") == f"{app}/areas?lang=zh"
    assert visitor.page.title().startswith(messages_in("zh").format("areas.title"))
    assert visitor.parameters()["lang"] == "zh"
    check_edges(visitor, *next(one for one in SCREENS if one[0] == PHONE))  # also in a window that was never wider
    visitor.page.evaluate("() => { window.stayed = true; }")
    more = visitor.page.locator(OPEN_MORE)
    assert more.inner_text() == "更多"
    row = visitor.page.locator(".st-key-submenu a").all()
    assert len(row) == len(DIFFERENCE_PAGES)
    assert all(link.bounding_box()["height"] >= LARGE_ENOUGH for link in row)
    for key in menu_pages()[PHONE_ENTRIES:]:
        go_through_more(visitor, more, key)
    assert visitor.page.evaluate(STAYED)
    more.press("Enter")
    visitor.page.keyboard.press("Escape")
    assert not visitor.page.locator(".st-key-menu details").evaluate("one => one.open")


def go_through_more(visitor, more, key):
    """Open a page through "More", and check that "More" is closed then and the page is marked."""
    more.focus()
    visitor.page.keyboard.press("Enter")
    assert [link["page"] for link in visitor.page.evaluate(MENU)] == menu_pages()
    assert visitor.overflow() <= 0
    for _ in range(menu_pages()[PHONE_ENTRIES:].index(key) + 1):
        visitor.page.keyboard.press("Tab")
    assert visitor.page.evaluate(FOCUSED)[0] == key
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_url(f"**/{key}*")
    visitor.wait()
    assert [link["page"] for link in visitor.page.evaluate(MENU)] == menu_pages()[:PHONE_ENTRIES]
    assert visitor.page.locator(f'.st-key-menu a[aria-current="page"][href^="{key}"]').count() == 1
    assert more.evaluate("one => getComputedStyle(one).borderBottomColor") == rgb(palette.INK)
    assert visitor.parameters()["lang"] == "zh"


def open_step(visitor):
    """Open a step of a lesson that has shapes of many colors."""
    visitor.page.locator(".st-key-open_curve button").click()
    board = Board(visitor)
    *before, shown = lesson_json("curve", "zh")["steps"][:STEP]
    for step in before:
        board.says(step["title"])
        visitor.page.keyboard.press("PageDown")
    board.says(shown["asks"])


def check_colors(visitor, page, mode):
    """Change the mode while the page is open, and check that page and charts take its colors."""
    shown = IN[mode]
    visitor.page.emulate_media(color_scheme=mode)
    visitor.wait()
    visitor.page.wait_for_function(COLORED, arg=rgb(shown(palette.PAPER)), polling=POLLING_MS)
    visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer, [data-lab] svg path", state="attached")
    painted = {kind: set(map(code_of, said)) for kind, said in visitor.page.evaluate(PAINTED).items()}
    assert painted["shapes"] | painted["texts"] <= {shown(light) for light in DARK_COLORS}, page
    if page == "areas":
        assert {shown(palette.BLUE.line), shown(palette.VERMILLION.line)} <= painted["shapes"]
        assert {shown(palette.BLUE.text), shown(palette.VERMILLION.text)} <= painted["texts"]
    for text in painted["texts"]:
        assert contrast(text, shown(palette.PAPER)) >= TEXT, (page, text)
    for pair, said in visitor.page.evaluate(WORDS).items():
        text, behind = pair.split(" on ")
        if behind.startswith("rgb(") and text.startswith("rgb("):
            assert contrast(code_of(text), code_of(behind)) >= TEXT, (page, pair, said)


def check_saved_picture(visitor, folder):
    """Check that a chart saved in dark mode has the light colors."""
    visitor.page.wait_for_selector(".st-key-left_chart .js-plotly-plot .scatterlayer")
    visitor.page.locator(".st-key-left_chart .js-plotly-plot").hover()
    title = messages_in("zh").format("chart.download_plot")
    saved = download(visitor.page, f'.st-key-left_chart [data-title="{title}"]', folder)
    picture = saved.read_text(encoding="utf-8")
    assert all(rgb(color) in picture for color in (palette.PAPER, palette.BLUE.line, palette.SECONDARY))
    assert [color for color in DARK_COLORS.values() if rgb(color) in picture] == []


def check_print_colors(visitor):
    """Check that a page in dark mode is printed in the light colors."""
    visitor.page.emulate_media(media="print")
    painted = {kind: set(map(code_of, said)) for kind, said in visitor.page.evaluate(PAINTED).items()}
    assert painted["shapes"] | painted["texts"] <= set(DARK_COLORS)
    assert {palette.BLUE.line, palette.VERMILLION.line} <= painted["shapes"]
    assert {pair.split(" on ")[0] for pair in visitor.page.evaluate(WORDS)} == {rgb(palette.INK)}
