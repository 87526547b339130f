"""JavaScript modules that run in the browser, and the Python modules that build the data for them."""
