"""The games as environments of Gymnasium, PettingZoo and OpenSpiel (`sixes[envs]`).

Importing this registers `sixes/SixtoSolo-v0` and `sixes/Sixto-v0` with Gymnasium, `sixes/sixto_v0` and
`sixes/sixem_v0` with PettingZoo. Importing `sixes.envs.openspiel` registers the games with OpenSpiel.
"""

MISSING = "environments need packages that are not here: pip install 'sixes[envs]'"

try:
    import gymnasium
    import pettingzoo
except ImportError as error:
    raise ImportError(MISSING) from error

# The environments ask for `reset` themselves, and tests run Gymnasium's checker: no wrapper has to.
gymnasium.register(
    "sixes/SixtoSolo-v0",
    entry_point="sixes.envs.gym.solo:SixtoSoloEnv",
    vector_entry_point="sixes.envs.gym.vector:SixtoSoloVectorEnv",
    order_enforce=False,
    disable_env_checker=True,
)
gymnasium.register(
    "sixes/Sixto-v0",
    entry_point="sixes.envs.gym.against:SixtoEnv",
    order_enforce=False,
    disable_env_checker=True,
)
for name in ("sixto_v0", "sixem_v0"):
    pettingzoo.register("aec", f"sixes/{name}", entry_point=f"sixes.envs.{name}:env")
    pettingzoo.register("parallel", f"sixes/{name}", entry_point=f"sixes.envs.{name}:parallel_env")
