"""A lesson on paper: one self-contained HTML page with room for answers, and the answers on a page of their own.

Nothing before the answers may give one away, so a step's title and what it says stand among the answers only.
"""
