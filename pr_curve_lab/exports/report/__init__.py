"""One self-contained HTML page about the results: it opens without a network and prints on A4.

A section is data: a title and parts. A page that has more to say makes sections of its own and gives them along.
"""
