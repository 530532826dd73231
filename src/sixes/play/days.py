"""Games over days: tables of Sixto that go on though nobody is present.

People come when they like, make their step and go. Meanwhile timers run and bots move. Whoever is away for a
minute is not late: a bot can be asked to play for a seat only after it has kept everybody waiting for days.
"""

from sixes.play.options import Options

DAY = 24 * 60 * 60 * 1000
"""Milliseconds."""
PATIENCE = 3 * DAY
"""Milliseconds for which the others wait for a seat before they can let a bot play for it."""


def is_allowed(options: Options) -> bool:
    """Whether options that ask for days go together; others may be anything."""
    if options.days is None:
        return True
    return options.game == "sixto" and options.timer is None and not options.lesson
