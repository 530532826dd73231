"""The coach at a server: its processes, and the reviews that they make."""
