"""The ASGI layer: compressed static files, a document that includes the style, security headers, and a warm start."""
