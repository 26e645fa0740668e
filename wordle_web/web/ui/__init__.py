"""Common parts of pages: texts and numbers, components, forms, layout."""
