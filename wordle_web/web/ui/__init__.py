"""What pages share: texts and numbers, components, forms, layout."""
