"""The views of the pages: a module for each page, with its widgets, their keys and callbacks."""
