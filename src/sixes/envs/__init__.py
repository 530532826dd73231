"""The games as environments of Gymnasium, PettingZoo and OpenSpiel (`sixes[envs]`).

Importing this registers `sixes/SixtoSolo-v0` and `sixes/Sixto-v0` with Gymnasium.
"""

try:
    import gymnasium
except ImportError as error:
    raise ImportError("environments need packages that are not here: pip install 'sixes[envs]'") from error

gymnasium.register(
    "sixes/SixtoSolo-v0",
    entry_point="sixes.envs.gym.solo:SixtoSoloEnv",
    vector_entry_point="sixes.envs.gym.vector:SixtoSoloVectorEnv",
)
gymnasium.register("sixes/Sixto-v0", entry_point="sixes.envs.gym.against:SixtoEnv")
