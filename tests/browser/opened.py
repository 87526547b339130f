"""A saved page, opened from a file without a network."""

from tests.browser.visitor import PROJECTOR

DRAWN = "() => [...document.querySelectorAll('.chart')].every(one => one.querySelector('svg path'))"
# For each shape in an element: its name, the area of its path in units of the axes (negative below 0), and its value.
SHAPES = """key => [...document.querySelectorAll(`#${key} path[data-lab-area]`)].map(one => {
  let at = [0, 0];
  const corners = [...one.getAttribute('d').matchAll(/([MLHV])([^MLHVZ]+)/g)].map(([, way, text]) => {
    const place = text.split(' ').map(Number);
    return at = way === 'H' ? [place[0], at[1]] : way === 'V' ? [at[0], place[0]] : place;
  });
  const twice = corners.reduce((sum, [x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length];
    return sum + u * y - x * v;
  }, 0);
  return [one.dataset.labArea, twice / 2, +one.dataset.value];
})"""
SIDEWAYS = "document.documentElement.scrollWidth - window.innerWidth"


class Opened:
    """A window that shows the page; on exit it fails if the page sent a request or reported an error."""

    def __init__(self, window, path, screen=PROJECTOR):
        self.page = window
        self.complaints = []
        self.requests = []
        self.heard = {
            "pageerror": lambda error: self.complaints.append(f"error: {error}"),
            "console": lambda line: self.complaints.append(line.text) if line.type == "error" else None,
            "dialog": lambda dialog: (self.complaints.append(dialog.message), dialog.dismiss()),
            "request": lambda request: self.requests.append(request.url),
        }
        for event, listener in self.heard.items():
            self.page.on(event, listener)
        self.page.set_viewport_size(screen)
        self.page.emulate_media(media="screen")
        self.page.goto(path.as_uri())
        self.page.wait_for_function(DRAWN)
        self.own = path.as_uri()

    def __enter__(self):
        return self

    def shapes(self, key):
        """Return the shapes in an element: scheme, area of the path, and the area in its data attribute."""
        return self.page.evaluate(SHAPES, key)

    def __exit__(self, *_):
        asked = [url for url in self.requests if url != self.own and not url.startswith(("data:", "blob:"))]
        for event, listener in self.heard.items():
            self.page.remove_listener(event, listener)
        assert asked == []
        assert self.complaints == []
