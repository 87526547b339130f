"""What a visitor takes along from a page: a sentence, lines of code, files of numbers, a report.

Everything here is made from cases and words alone, so that it can be made on a click, apart from any page.
"""
