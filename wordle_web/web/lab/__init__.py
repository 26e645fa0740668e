"""The lab: comparison of strategies and openers."""
