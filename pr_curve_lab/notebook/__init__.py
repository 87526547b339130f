"""The curves in a notebook: a picture to move by hand, and a display that takes scikit-learn's arguments."""
