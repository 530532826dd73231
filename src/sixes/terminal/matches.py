"""What is drawn and told alike: a game, and the score pad of that game."""

from sixes.play.pad.sixem import SixemPadMatch
from sixes.play.pad.sixto import SixtoPadMatch
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch

AnySixto = SixtoMatch | SixtoPadMatch
AnySixem = SixemMatch | SixemPadMatch
