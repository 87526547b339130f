"""What runs in the browser: ES modules as they are shipped, and the bundles of rows, words and numbers for them."""
