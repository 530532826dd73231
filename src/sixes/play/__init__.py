"""A table and the game played at it, as pure functions: rules, dice, seats, and what happened."""
