"""A match: the rules together with dice, seats and what happened. Here so far: dice that anyone can check."""
