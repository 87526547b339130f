"""The app behind a server: compressed files, a document that is whole from the first paint, headers, a warm start."""
