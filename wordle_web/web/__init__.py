"""The web application: the only package that imports Flask."""
