"""Turn results and messages into figures. No other folder imports Plotly, and no metric is computed here."""
