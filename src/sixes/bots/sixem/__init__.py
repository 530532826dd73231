"""The bots of Sixem: `levels` lists them, the other modules decide."""
