"""The games as environments of Gymnasium, PettingZoo and OpenSpiel (`sixes[envs]`)."""
