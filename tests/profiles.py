"""How hypothesis looks for examples; a module of its own, for runs without the fixtures of conftest."""

import os

from hypothesis import HealthCheck, settings

# The same examples in every run, so that none fails for somebody else's change; none is judged by its time.
# SIXES_EXPLORE=1 tries new ones.
settings.register_profile(
    "same", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", settings.get_profile("same"), derandomize=False)
settings.load_profile("explore" if os.environ.get("SIXES_EXPLORE") else "same")
