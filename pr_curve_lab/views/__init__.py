"""The views: a module for each page, with its widgets, their keys and callbacks, and modules that pages share."""
