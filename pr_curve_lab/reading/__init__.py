"""What came in: files into tables, their columns into roles, and rows into cases that can be counted."""
