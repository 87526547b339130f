"""The report: one self-contained HTML page about the results, which opens without a network and prints on A4.

A section is data: a title and parts. A page with more to say passes its own sections.
"""
