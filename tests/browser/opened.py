"""A saved page as whoever got it opens it: from a file, without a network."""

from tests.browser.visitor import PROJECTOR

DRAWN = "() => [...document.querySelectorAll('.chart')].every(one => one.querySelector('.scatterlayer path'))"
SIDEWAYS = "document.documentElement.scrollWidth - window.innerWidth"


class Opened:
    """A window that shows the page, and complains when it is left if the page asked for anything or failed."""

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

    def __exit__(self, *_):
        asked = [url for url in self.requests if url != self.own and not url.startswith(("data:", "blob:"))]
        for event, listener in self.heard.items():
            self.page.remove_listener(event, listener)
        assert asked == []
        assert self.complaints == []
