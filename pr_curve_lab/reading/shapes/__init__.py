"""Tables of another shape than a row for each case: brought into that one."""
