"""The lab: simulation, training, tournaments and ratings. The only place that knows numba (`sixes[lab]`)."""
