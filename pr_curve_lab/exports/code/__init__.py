"""Lines of Python that give the numbers of a page again."""
