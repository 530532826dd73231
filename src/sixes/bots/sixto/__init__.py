"""The bots of Sixto: `levels` lists them, the other modules decide."""
