"""One setting for all tests: random tests have no deadline, because a slow machine is not a wrong number."""

from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
