"""Splits games into batches and plays them: in this process, in others, or on a cluster."""
