"""Live tables: the registry, and each table's queue, log, timers, bots and visitors."""
