"""A recorded game to look at again: each turn or round with what happened, and what the coach says to it."""

from collections.abc import Iterator

from sixes.coach import CoachError, review, review_sixem
from sixes.play.options import Options
from sixes.play.seats import Seat
from sixes.play.sixem.match import SixemMatch
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import PLAYING, Table
from sixes.records import Played
from sixes.terminal.replay_text import end_lines, round_lines, turn_lines
from sixes.terminal.review_text import bad_mark_lines, describe, describe_sixem, mistake_lines
from sixes.text import say


class Recording:
    """A game as one seat played it."""

    def __init__(self, played: Played, seat: int, language: str) -> None:
        self.played = played
        self.seat = seat
        self.language = language
        self.last = len(played.states) - 1
        """The number of the last turn or round."""
        self._comments: dict[int, list[str]] = {}
        """For each turn or round, what the coach would do otherwise."""
        self.verdict = ""
        self._ask_coach()

    @property
    def game(self) -> str:
        return str(self.played.record["game"])

    @property
    def mistakes(self) -> list[int]:
        """The turns or rounds with a mistake, in order."""
        return sorted(self._comments)

    def beside(self, seat: int) -> "Recording":
        """The same game as another seat played it."""
        return Recording(self.played, seat % self.played.seats, self.language)

    def table(self, at: int) -> Table:
        """The table after so many turns or rounds, to be drawn like any other."""
        state = self.played.states[at]
        match = SixtoMatch(state) if self.game == "sixto" else SixemMatch(state)
        seats = tuple(Seat(name, player=str(at)) for at, name in enumerate(self.names()))
        table = Table("", "", Options(self.game, seats=len(seats)), "", "", (), phase=PLAYING, match=match)
        return table.with_seats(seats)

    def names(self) -> list[str]:
        """The names of the players, where the record tells them."""
        told = self.played.record.get("match", {}).get("players", ())
        names = (
            [player.get("name") if isinstance(player, dict) else None for player in told]
            if isinstance(told, list)
            else []
        )
        names += [None] * self.played.seats
        return [
            name if isinstance(name, str) and name else say("replay.player", self.language, number=seat + 1)
            for seat, name in enumerate(names[: self.played.seats])
        ]

    def sentences(self, at: int) -> Iterator[str]:
        """What happened in a turn or round, and what the coach says; 0 is before the first."""
        record, states = self.played.record, self.played.states
        if at == 0:
            yield self.verdict or say("show.unfinished", self.language)
            return
        if self.game == "sixto":
            yield from turn_lines(at, record["turns"][at - 1], states[at - 1], states[at], self.language)
        else:
            yield from round_lines(at, record["rounds"][at - 1], self.language)
        yield from self._comments.get(at, ())
        if at == self.last:
            yield from end_lines(self.played, self.language)

    def _ask_coach(self) -> None:
        """An unfinished game, or one that the coach does not know, is shown without comments."""
        try:
            if self.game == "sixto":
                self._review_sixto()
            else:
                self._review_sixem()
        except CoachError as error:
            self.verdict = error.sentence(self.language)

    def _review_sixto(self) -> None:
        account = review(self.played, self.seat)
        self.verdict = describe(account, self.language).partition("\n\n")[0].replace("\n", " ")
        for mistake in account.mistakes:
            self._comments.setdefault(mistake.turn, []).extend(
                mistake_lines(mistake, self.language, measured=False)
            )

    def _review_sixem(self) -> None:
        account = review_sixem(self.played, self.seat)
        self.verdict = describe_sixem(account, self.language).partition("\n\n")[0].replace("\n", " ")
        for mistake in account.mistakes:
            self._comments.setdefault(mistake.round, []).extend(bad_mark_lines(mistake, self.language))
