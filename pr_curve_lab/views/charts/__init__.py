"""Charts on a page, and the one bridge to them in the browser: what moves there, fits its width or answers a click."""
