"""Shared helpers of the tests with a real server: programs, servers, visitors, load."""
