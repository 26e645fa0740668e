"""How Hypothesis runs here: a busy machine is no reason to fail."""

from hypothesis import HealthCheck, settings

# What is set already, by whoever looks for mutants, stays.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
