"""Both games in a terminal: full screens with textual, or line by line for screen readers and pipes."""
