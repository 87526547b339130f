"""The gate: whether a new model may take an old one's place, for tests, pipelines and the command."""
