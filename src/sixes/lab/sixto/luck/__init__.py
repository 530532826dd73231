"""What the dice gave in games of Sixto, so that it can be subtracted from their results.

Before each roll a fixed function says what it is worth on average; after it, what this roll is worth. The
differences, summed over a game, are its luck. Their mean is zero whoever plays and whatever the function is,
so results without them have the same mean, and vary far less.
"""
