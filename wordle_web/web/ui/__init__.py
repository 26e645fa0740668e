"""The common parts of pages: texts and numbers, components, forms, layout."""
