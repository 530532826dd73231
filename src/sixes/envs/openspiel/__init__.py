"""Both games for OpenSpiel: importing this registers `sixes_sixto` and `sixes_sixem`.

Dice fall one at a time, as chance nodes of six outcomes. Where seats act at the same time at a table, one
acts after the other, in the order that `sixes.envs.sixto` and `sixes.envs.sixem` describe; everybody sees
all. A game that takes too long ends without a winner.

>>> game = pyspiel.load_game("sixes_sixto(players=3,sheets=ABC)")
>>> state = game.new_initial_state()
>>> for face in (3, 1, 6, 2, 5, 4):
...     state.apply_action(face - 1)
>>> [state.action_to_string(action) for action in state.legal_actions()]
['keep', 'roll again']
"""

from sixes.envs import MISSING

try:
    import pyspiel
except ImportError as error:
    raise ImportError(MISSING) from error

from sixes.envs.openspiel.sixem import SIXEM, SixemSpielGame
from sixes.envs.openspiel.sixto import SIXTO, SixtoSpielGame

__all__ = ["SixemSpielGame", "SixtoSpielGame"]

pyspiel.register_game(SIXTO, SixtoSpielGame)
pyspiel.register_game(SIXEM, SixemSpielGame)
