"""What the names and the values of columns say about them."""
