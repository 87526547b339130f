"""What a visitor can download or copy from a page: a sentence, code, files of numbers, a report.

Everything here is made from results and messages, without the session, so that it can be made after a click.
"""
