"""Text into tables: encoding, separator, header, rows, cells, and whether rows were swallowed or cut off."""
