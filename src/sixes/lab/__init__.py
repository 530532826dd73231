"""The lab: simulation, training, tournaments and ratings. Only this package imports numba (`sixes[lab]`)."""
