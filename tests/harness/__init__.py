"""What tests of the real server share: programs, servers, visitors, load."""
