"""How good perfect play of Sixto alone can be, estimated from above.

One who knows all dice beforehand makes more points than anybody who does not. So each roll is charged with
what it is worth by a fixed function, compared with its expectation: what remains of the advantage is what the
function gets wrong. `shrunken` solves small games exactly, where estimate and truth can be compared.
"""
