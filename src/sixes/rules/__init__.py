"""The rules of both games, written once: pure functions over ints and NamedTuples of ints.

- Sixto: `sheets` (numbers), `rows` (crossing, points, refusals), `turns` (state, moves), `sixto` (verbs).
- Sixem: `spinner` (patterns), `boards` (lines, refusals), `rounds` (state, moves), `sixem` (verbs).
- Both: `six` (tuples of six, sets as bits, seats), `printing` (sheets, boards and dice as text).

Both games have the same verbs: `setup, legal, refusal, apply, is_over, score`. A move is refused with the
rule it breaks, or applied to give the whole new state. Dice and time come in as data: nothing here rolls,
waits or reads. At the prompt, `print(state)` shows a game, and `SixtoMove.parse("c7")` and `str(move)` read
and write moves as text.

The functions that play stay plain so that a compiler for loops can take them as they are: no `_replace`, no
comprehension where a new state is made, no union types.
"""
