"""What came of a finished game for each person who played it, told from its record."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from sixes.play.games import GAMES
from sixes.play.head_starts import leaders
from sixes.play.options import Options
from sixes.play.ratings import RatedGame, RatedSeat
from sixes.play.seats import Seat
from sixes.rules.sheets import LETTER_OF, sheet_of

FACES = range(1, 7)

AT_TABLE, DAILY, PRACTICE, IMPORTED, OFFLINE, REAL = "", "daily", "practice", "imported", "offline", "real"
"""The kinds of games: at a table of this server; the challenge of a day, or of a day that is past; brought
as a file; played on one's device without a server; kept on a score pad while real dice were thrown."""
REAL_OFFLINE = "real_offline"
"""On a score pad, and on one's device without a server."""
COUNTED_KINDS = (AT_TABLE, DAILY)
"""Games that count in one's numbers: played on this server, with dice that nobody knew before."""


class SeatResult(NamedTuple):
    player: str
    seat: int
    game: str
    seats: int
    sheet: str
    """Its letter; empty for a sheet of one's own, and where the game has none."""
    points: int
    head_start: int
    rank: int
    """1 for whoever won; equal players share a rank."""
    won: bool
    kind: str
    """What game it was: one of the kinds above."""
    unaided: bool
    """No hint, no bot that stood in, and nothing known from another game."""
    rolled: str
    """How often each face came up in this person's rolls, from 1 to 6; empty where rolls are not recorded."""
    bots: str = ""
    """The levels of the bots at the table, in order and each between two spaces; empty if there are none."""


def results_of(
    record: dict[str, Any], result: dict[str, Any], seats: Sequence[Seat | None], options: Options
) -> tuple[SeatResult, ...]:
    """For each person, given the result of the record; nothing of a lesson or an unfinished game."""
    points_of = GAMES[options.game].points
    if points_of is None or options.lesson or not result["finished"]:
        return ()
    points, won = points_of(result), result["winners"]
    ahead = record.get("match", {}).get("head_starts")
    if ahead:  # also if nobody made a point in the first game of a duel
        won = leaders(points, ahead)
    ahead = ahead or [0] * len(points)
    ranks = ranks_of([total + more for total, more in zip(points, ahead, strict=True)], won)
    is_new = "source" not in record.get("match", {})
    bots = {seat.bot for seat in seats if seat and seat.bot and not person_on(seat)}
    return tuple(
        SeatResult(
            player=person_on(sitting),
            seat=seat,
            game=GAMES[options.game].result_name,
            seats=len(seats),
            sheet=sheet_letter(record, seat),
            points=points[seat],
            head_start=ahead[seat],
            rank=ranks[seat],
            won=seat in won,
            kind=kind_of(options),
            unaided=is_new and not (sitting.hinted or sitting.helped or sitting.bot),
            rolled=faces_rolled(record, seat),
            bots=" ".join(("", *sorted(bots), "")) if bots else "",
        )
        for seat, sitting in enumerate(seats)
        if sitting and person_on(sitting)
    )


def kind_of(options: Options) -> str:
    if GAMES[options.game].pad_of:
        return REAL
    if options.daily is None:
        return AT_TABLE
    return PRACTICE if options.practice else DAILY


def kinds_found(kind: str) -> tuple[str, ...]:
    """The kinds of games that somebody finds who looks for one."""
    return (kind, REAL_OFFLINE) if kind in (REAL, OFFLINE) else (kind,)


def person_on(seat: Seat) -> str:
    """The person for whom the result of a seat counts; empty if it is a bot's own."""
    return seat.player or seat.left


def ranks_of(points: Sequence[int], won: Sequence[int]) -> list[int]:
    """Of each seat: those who won come first, the others by their points."""
    scores = [(seat in won, total) for seat, total in enumerate(points)]
    return [1 + sum(other > score for other in scores) for score in scores]


def rated_game(
    result: dict[str, Any], seats: Sequence[Seat | None], options: Options, ended: int
) -> RatedGame | None:
    """The finished game of a rated table; None of any other."""
    points_of = GAMES[options.game].points
    if points_of is None or not options.rated or not result["finished"]:
        return None
    ranks = ranks_of(points_of(result), result["winners"])
    ranked = zip([seat for seat in seats if seat], ranks, strict=True)
    rated = (RatedSeat(person_on(seat), seat.bot, rank) for seat, rank in ranked)
    return RatedGame(options.game, ended, tuple(rated))


def sheet_letter(record: dict[str, Any], seat: int) -> str:
    if "sheets" not in record:
        return ""
    sheet = record["sheets"][seat]
    return sheet if isinstance(sheet, str) else LETTER_OF.get(sheet_of(sheet), "")


def faces_rolled(record: dict[str, Any], seat: int) -> str:
    """Of all rolls in the turns of one seat that were played at this table."""
    if "turns" not in record or "pad" in record:
        return ""
    seats, taken = len(record["sheets"]), record.get("match", {}).get("dice", {}).get("taken", 0)
    first = seat + seats * len(range(seat, taken, seats))
    rolled = Counter(
        face for turn in record["turns"][first::seats] for roll in turn["rolls"] for face in roll
    )
    return ",".join(str(rolled[face]) for face in FACES)
