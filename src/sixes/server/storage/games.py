"""The finished games of a player: pages of them, and the numbers behind "my games"."""

from collections import Counter
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, exists, or_, select, tuple_

from sixes.play.results import COUNTED_KINDS, kinds_found
from sixes.server.storage.game_rows import GameFilter, GameRow, Numbers, OpponentRow, RatingRow, TallyRow
from sixes.server.storage.schema import faces, meetings, players, ratings, results, tables, tallies

PAGE = 50
RECENT = 200
"""Games from which a trend is told."""
MOST_PEOPLE = 50


_columns = (
    tables.c.code,
    tables.c.about,
    *(results.c[name] for name in GameRow._fields[2:-1]),
    ratings.c.games,
)
_same_rating = and_(
    *(ratings.c[name] == results.c[name] for name in ("player", "game", "seats")),
    results.c.mu_after.is_not(None),
)
_is_counted = and_(results.c.unaided, results.c.kind.in_(COUNTED_KINDS))


def list_games(
    connection: Connection, player: str, wanted: GameFilter, after: tuple[int, str] | None
) -> list[GameRow]:
    """The newest first, one more than a page; `after` is the end and the id of the last one before it."""
    found = results.join(tables, tables.c.id == results.c.table).outerjoin(ratings, _same_rating)
    mine = select(*_columns).select_from(found).where(*_conditions(player, wanted))
    if after:
        mine = mine.where(tuple_(results.c.ended, results.c.table) < after)
    newest = mine.order_by(results.c.ended.desc(), results.c.table.desc()).limit(PAGE + 1)
    return [GameRow(*row)._replace(about=bytes(row.about)) for row in connection.execute(newest)]


def numbers(connection: Connection, player: str, seats: int = 0) -> Numbers:
    """What the games of a player add up to, and the latest of Sixto with so many seats, or the usual."""
    counted = tallies_of(connection, player)
    usual = usual_seats(counted)
    wanted = GameFilter("sixto", seats or usual, counted=True)
    return Numbers(
        counted,
        faces_of(connection, player),
        head_to_head(connection, player),
        ratings_of(connection, player),
        seats or usual,
        recent_points(connection, player, wanted),
    )


def usual_seats(counted: Sequence[TallyRow]) -> int:
    """With how many seats a player most often played Sixto; 1 without any game."""
    games = Counter[int]()
    for row in counted:
        if row.game == "sixto" and row.unaided:
            games[row.seats] += row.games
    return max(games, key=games.__getitem__, default=1)


def tallies_of(connection: Connection, player: str) -> list[TallyRow]:
    query = select(*(tallies.c[name] for name in TallyRow._fields)).where(tallies.c.player == player)
    return [TallyRow(*row) for row in connection.execute(query.order_by(*tallies.primary_key))]


def faces_of(connection: Connection, player: str) -> dict[int, int]:
    """How often a player rolled each face."""
    query = select(faces.c.face, faces.c.times).where(faces.c.player == player)
    return {row.face: row.times for row in connection.execute(query)}


def recent_points(connection: Connection, player: str, wanted: GameFilter) -> list[tuple[int, int]]:
    """When the latest games ended, and their points; the newest first."""
    mine = select(results.c.ended, results.c.points).where(*_conditions(player, wanted))
    newest = mine.order_by(results.c.ended.desc(), results.c.table.desc()).limit(RECENT)
    return [(ended, points) for ended, points in connection.execute(newest)]


def head_to_head(connection: Connection, player: str) -> list[OpponentRow]:
    """Those whom a player met most often."""
    columns = (meetings.c.other, players.c.name, meetings.c.games, meetings.c.won, meetings.c.lost)
    met = select(*columns).join(players, players.c.id == meetings.c.other).where(meetings.c.player == player)
    most = met.order_by(meetings.c.games.desc(), meetings.c.other).limit(MOST_PEOPLE)
    return [OpponentRow(*row) for row in connection.execute(most)]


def ratings_of(connection: Connection, player: str) -> list[RatingRow]:
    query = select(*(ratings.c[name] for name in RatingRow._fields)).where(ratings.c.player == player)
    return [RatingRow(*row) for row in connection.execute(query.order_by(ratings.c.game, ratings.c.seats))]


def ratings_at(connection: Connection, people: Sequence[str], game: str, seats: int) -> dict[str, RatingRow]:
    """The ratings of several people."""
    columns = (ratings.c.player, *(ratings.c[name] for name in RatingRow._fields))
    these = (ratings.c.player.in_(people), ratings.c.game == game, ratings.c.seats == seats)
    return {player: RatingRow(*row) for player, *row in connection.execute(select(*columns).where(*these))}


def rating_changes(connection: Connection, table: str) -> dict[str, tuple[float, float]]:
    """The means before and after the game of a table, for each person that it rated."""
    columns = (results.c.player, results.c.mu_before, results.c.mu_after)
    these = select(*columns).where(results.c.table == table, results.c.mu_after.is_not(None))
    return {player: (before, after) for player, before, after in connection.execute(these)}


def _conditions(player: str, wanted: GameFilter) -> list[ColumnElement[bool]]:
    mine = results.c
    found = [mine.player == player]
    same = {"game": mine.game, "seats": mine.seats, "sheet": mine.sheet, "won": mine.won}
    found += [
        column == getattr(wanted, name) for name, column in same.items() if getattr(wanted, name) is not None
    ]
    bounds = (
        (wanted.since, mine.ended.__ge__),
        (wanted.until, mine.ended.__lt__),
        (wanted.least, mine.points.__ge__),
        (wanted.most, mine.points.__le__),
    )
    found += [compare(bound) for bound, compare in bounds if bound is not None]
    if wanted.kind is not None:
        found.append(mine.kind.in_(kinds_found(wanted.kind)))
    if wanted.person is not None:
        theirs = results.alias("met")
        found.append(exists().where(theirs.c.table == mine.table, theirs.c.player == wanted.person))
    if wanted.bot is not None:
        found.append(mine.bots.contains(f" {wanted.bot} ", autoescape=True))
    if wanted.counted is not None:
        found.append(_is_counted if wanted.counted else or_(~mine.unaided, mine.kind.not_in(COUNTED_KINDS)))
    if wanted.rated is not None:
        found.append(mine.mu_after.is_not(None) if wanted.rated else mine.mu_after.is_(None))
    return found
