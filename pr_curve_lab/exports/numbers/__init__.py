"""The numbers and rows of a page as CSV and JSON."""
