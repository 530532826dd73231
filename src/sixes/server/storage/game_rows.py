"""The finished games of players, as the store gives them."""

from typing import NamedTuple


class GameFilter(NamedTuple):
    """Which games of a player are meant; what is not given does not matter."""

    game: str | None = None
    seats: int | None = None
    sheet: str | None = None
    person: str | None = None
    """Somebody who played, too, by id."""
    bot: str | None = None
    """A level that played, too."""
    won: bool | None = None
    since: int | None = None
    until: int | None = None
    """Games that ended from `since` on and before `until`, in milliseconds since 1970."""
    kind: str | None = None
    least: int | None = None
    most: int | None = None
    """Points, both included."""
    counted: bool | None = None
    """Played without help, on this server, with dice that nobody knew."""
    rated: bool | None = None


class GameRow(NamedTuple):
    code: str
    about: bytes
    table: str
    seat: int
    game: str
    seats: int
    sheet: str
    points: int
    head_start: int
    rank: int
    won: bool
    ended: int
    kind: str
    unaided: bool
    mu_before: float | None
    mu_after: float | None
    rated_games: int | None = None
    """How many rated games with as many seats there are by now."""


class TallyRow(NamedTuple):
    """Games with about the same points."""

    game: str
    seats: int
    sheet: str
    unaided: bool
    step: int
    """Their points, rounded down to tens."""
    games: int
    won: int
    points: int
    """All of them together."""
    best: int


class OpponentRow(NamedTuple):
    """How one fared against another person."""

    player: str
    name: str
    games: int
    won: int
    """Games in which one was ranked before them."""
    lost: int


class RatingRow(NamedTuple):
    game: str
    seats: int
    mu: float
    sigma: float
    games: int


class Numbers(NamedTuple):
    """What the games of a player add up to."""

    tallies: list[TallyRow]
    faces: dict[int, int]
    """How often each face was rolled."""
    opponents: list[OpponentRow]
    ratings: list[RatingRow]
    seats: int
    recent: list[tuple[int, int]]
    """When the latest games of Sixto with so many seats ended, and their points; the newest first."""


class TableRatings(NamedTuple):
    """The people at a table, by id."""

    ratings: dict[str, RatingRow]
    changes: dict[str, tuple[float, float]]
    """The means before and after its game."""
