"""The gate: decide whether a new model may replace an old one, in tests, pipelines and on the command line."""
