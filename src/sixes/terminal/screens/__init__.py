"""Full screens with textual: it brings keys, mouse and sizes; all lines come from `drawing`."""
