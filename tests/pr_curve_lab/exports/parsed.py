"""Parse an HTML page into a tree, check that every element is closed, and read the text of its parts."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "link", "img", "input"}


@dataclass
class Element:
    """An element with its attributes and its content."""

    tag: str
    of: dict = field(default_factory=dict)
    inside: list = field(default_factory=list)  # child elements and texts

    @property
    def text(self):
        """Return the text in one line."""
        return " ".join("".join(one if isinstance(one, str) else f" {one.text} " for one in self.inside).split())

    def strings(self):
        """Yield the texts unchanged, without scripts and styles."""
        for one in self.inside:
            if isinstance(one, str):
                yield one
            elif one.tag not in ("script", "style"):
                yield from one.strings()

    def every(self, tag=None, kind=None):
        """Yield the elements below this one, optionally only those with a tag or a class."""
        for one in self.inside:
            if isinstance(one, Element):
                if tag in (None, one.tag) and (kind is None or kind in one.of.get("class", "").split()):
                    yield one
                yield from one.every(tag, kind)

    def first(self, tag, kind=None):
        """Return the first of these elements, or None."""
        return next(self.every(tag, kind), None)


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = [Element("page")]

    def handle_starttag(self, tag, attrs):
        element = Element(tag, dict(attrs))
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.open[-1].inside.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop().tag == tag

    def handle_data(self, data):
        self.open[-1].inside.append(data)


def parsed(html):
    """Return the page as a tree, and fail if an element is not closed."""
    reader = _Reader()
    reader.feed(html.decode("utf-8"))
    reader.close()
    assert [one.tag for one in reader.open] == ["page"]
    return reader.open[0]


def plain(text):
    """Return a sentence as plain text in one line."""
    return " ".join(text.split())
