"""The pages for settings and rules, and the files that programs fetch."""
