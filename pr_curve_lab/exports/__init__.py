"""What a visitor can download or copy from a page: a sentence, code, files of numbers, a report.

Everything here needs only labeled scores and messages, and no session, so that it can be made after a click.
"""
