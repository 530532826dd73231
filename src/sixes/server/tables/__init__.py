"""Live tables: their queues, logs, timers, bots and visitors."""
