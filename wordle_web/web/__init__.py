"""The web application: the only part that knows Flask."""
