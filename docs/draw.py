"""Draws the pictures of the rules: pictures/examples.json -> pictures/*.svg, without a word in them.
Also the plots of strategy.md and bound.md: plots/measured.json and plots/bound.json, made by
`sixes bound --json`, -> plots/*.svg, with what stands under them in these pages.

    python docs/draw.py              writes the pictures and plots
    python docs/draw.py --check      writes nothing; exit 1 if a file on disk is not what would be drawn
    python docs/draw.py --measure    first measures anew what the plots show: ten minutes of simulated games

examples.json holds `sheets` (Sixto sheets by letter, 6 lists of 12 numbers) and `examples`. The examples with
the same `picture` are the cards of that picture, in order. Each has `name`, `picture` and `game`; then:

Sixto   sheet    a letter, or 6 lists of 12 numbers            crosses  final crosses, "a1" to "f12"
        dice     six numbers by colour; 0: out, or not shown   half     half crosses of this turn
        legal    exactly the boxes these dice may cross, given `crosses`: a half cross is still free to move
        refused  boxes that look right and are not             closes   colours the half crosses would close
        closed   colours closed for everybody before           ends     why the game is over ("player": stuck)
        done     has said done in this turn                    asked    is asked again once it is announced
        score    {"rows", "columns", "total"} of `crosses`     rows     the rows drawn (absent: all)
Sixem   board    6 strings of "X" and ".", before marking      dice     as above; 0: in hand, or not shown
        hand     colours of the dice in hand                   kept     colours of the dice kept
        stop     whether a call of STOP is valid now           lines    "a"-"f", "1"-"6", "a1-f6", "a6-f1"
        choices  for each different number, the cells one may choose from
        marks    marks of one player, as in a game record      after    `board` with these marks made
        other    seat 1's board; other_after: with the marks   pattern  counts of lines by kind
        variant  "sweet", where it is played                   seats, caller, order: who marks when, by seat
Looks   head: place numbers; count: crosses counted; move: an arrow from box to box; shout: a call;
        then: an arrow leads to this card
"""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    runpy.run_module("docs.drawing", run_name="__main__")
