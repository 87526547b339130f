"""Charts: results and words in, a new Plotly figure out. Nothing else names Plotly, and no metric is computed here."""
