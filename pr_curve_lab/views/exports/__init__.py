"""What a page offers to take away."""
