"""People come and go in a game: bots stand in, hosts pass on, tables end, close, and are played again."""

from sixes.play import events
from sixes.play.deadlines import close
from sixes.play.encoding import codec
from sixes.play.table import CLOSED, GATHERING, OVER, PLAYING
from sixes.rules.six import COLOURS
from tests.play.stories import addition, gathered, over_at_once, playing, rolling

ANY = addition("ann")


# Bots stand in ------------------------------------------------------------------------------------------


def test_anyone_seated_may_hand_a_seat_to_a_bot_after_sixty_seconds_away() -> None:
    story = playing("sixto", "ann bob cleo")
    bob = story.seat("bob")
    story.away["bob"] = 59_999
    assert story.refusal("cleo", "hand", seat=bob) == "table.not_away"
    story.away["bob"] = 60_000
    assert story.refusal("dan", "hand", seat=bob) == "table.not_seated"
    assert story.refusal("cleo", "hand", seat=3) == "table.seat_free"
    story.ask("cleo", "hand", seat=bob)
    assert (story.sitting(bob).bot, story.sitting(bob).player) == ("nearest", "bob")
    assert story.refusal("ann", "hand", seat=bob) == "table.bot_plays"


def test_a_rival_does_not_choose_how_well_somebody_is_played_for() -> None:
    for level in ("random", "grandmaster"):
        story = playing("sixto")
        story.away["bob"] = 60_000
        story.ask("ann", "hand", seat=story.seat("bob"), level=level)
        assert story.sitting(story.seat("bob")).bot == "nearest"


def test_the_owner_takes_the_seat_back_and_only_then_plays_again() -> None:
    story = playing("sixto")
    assert story.refusal("bob", "back") == "table.not_now"
    story.away["bob"] = 60_000
    story.ask("ann", "hand", seat=story.seat("bob"))
    story.rolls("ann", "1 1 1 1 1 1")
    story.ask("ann", "keep")
    assert story.refusal("bob", "done") == "table.bot_plays"
    story.ask("bob", "back")
    assert story.ask("bob", "done").seat == story.seat("bob")


def test_who_leaves_in_a_game_is_played_for_and_may_come_back() -> None:
    story = playing("sixto")
    story.ask("bob", "leave")
    assert story.sitting(1).bot == "nearest"
    assert story.refusal("bob", "leave") == "table.bot_plays"
    story.ask("bob", "back")
    assert story.sitting(1).bot == ""


def test_whom_the_host_removes_in_a_game_cannot_come_back() -> None:
    story = playing("sixto", "ann bob", bots=("random",))
    story.ask("ann", "remove", seat=story.seat("bob"))
    assert sorted(story.names().split()) == ["ann", "nearest", "random"]
    assert (
        story.refusal("bob", "back") == story.refusal("bob", "react", reaction="oops") == "table.not_seated"
    )
    assert story.refusal("bob", "sit", add=ANY) == "table.not_now"


def test_a_bot_in_a_game_cannot_be_removed() -> None:
    story = playing("sixto", "ann", bots=("random",))
    assert story.refusal("ann", "remove", seat=1) == "table.not_now"


def test_somebody_for_whom_a_bot_plays_can_still_be_removed() -> None:
    story = playing("sixto")
    story.away["bob"] = 60_000
    story.ask("ann", "hand", seat=1)
    story.ask("ann", "remove", seat=1)
    assert (story.sitting(1).bot, story.sitting(1).player) == ("nearest", "")


def test_the_dice_stay_the_same_whoever_goes() -> None:
    """What somebody added stays, even after they were removed: the promise is for the whole game."""
    story = playing("sixto", "ann bob cleo")
    before = [story.table.dealer(story.seed)(0, 1, die, 1) for die in COLOURS]
    story.ask("ann", "remove", seat=story.seat("bob"))
    story.ask("cleo", "leave")
    assert [story.table.dealer(story.seed)(0, 1, die, 1) for die in COLOURS] == before


# The host -----------------------------------------------------------------------------------------------


def test_a_host_who_leaves_passes_the_role_on_to_somebody_who_plays() -> None:
    story = playing("sixto", "ann bob cleo")
    story.ask("bob", "leave")
    story.ask("ann", "leave")
    assert story.table.host == "cleo", "a bot plays for bob"
    story.ask("cleo", "leave")
    assert story.table.host == "cleo", "nobody is left to take it"


# Reactions ----------------------------------------------------------------------------------------------


def test_everybody_seated_may_react_at_any_time() -> None:
    for story in (gathered("sixto"), playing("sixem"), over_at_once()):
        assert story.ask("ann", "react", reaction="bravo") == events.Reacted(
            0, "bravo", at=story.now, v=story.table.version, n=f"n-{next(story.nonces) - 1}"
        )
        assert story.refusal("cleo", "react", reaction="bravo") == "table.not_seated"


# The end, and after it ----------------------------------------------------------------------------------


def test_the_end_publishes_the_seed_and_the_game_goes_no_further() -> None:
    story = over_at_once()
    ended = codec.read_event(story.log[-1])
    assert isinstance(ended, events.Ended)
    assert (ended.winners, ended.seed) == ((0,), story.seed.hex())
    assert ended.result["ends"] == ["solo"]
    assert (story.table.phase, story.table.seed) == (OVER, story.seed.hex())
    assert story.refusal("ann", "roll") == story.refusal("ann", "leave") == "table.not_now"
    assert story.wait(10**6) == []


def test_between_the_last_turn_and_its_end_nothing_can_be_done() -> None:
    story = playing("sixto", "ann")
    story.turn("ann", "1 1 1 1 1 1")
    assert story.refusal("ann", "roll") == "sixto.game_over"


def test_a_rematch_is_for_those_who_played_once_the_game_is_over_at_once() -> None:
    assert playing("sixto").refusal("ann", "rematch") == "table.not_now"
    story = over_at_once()
    assert story.refusal("bob", "rematch") == "table.not_seated"
    assert story.ask("ann", "rematch") is None, "whoever keeps the tables makes the new one"
    story.take([events.Rematched("SIXES3", at=story.now)])
    assert story.table.rematch == "SIXES3"
    assert story.refusal("ann", "rematch") == "table.rematched"


def test_a_table_nobody_returns_to_closes_and_shows_its_seed_if_a_game_had_begun() -> None:
    for story, seed in ((gathered("sixto"), ""), (playing("sixto"), bytes(32).hex()), (rolling(), "00" * 32)):
        story.take(close(story.table, bytes(32), story.now))
        assert (story.table.phase, story.table.seed) == (CLOSED, seed)
        assert story.refusal("ann", "react", reaction="hello") == "table.closed"
        assert story.refusal("bob", "leave") == "table.closed"
        assert story.wait(10**6) == []
        assert story.rename("ann", "Anna") == close(story.table, story.seed, story.now) == []


def test_a_finished_game_need_not_close() -> None:
    story = over_at_once()
    assert close(story.table, story.seed, story.now) == []


# Time ---------------------------------------------------------------------------------------------------


def test_a_clock_that_is_set_back_stops_nobody() -> None:
    story = rolling()
    story.now = story.sixem.go
    story.ask("ann", "throw", dice="abc")
    story.now -= 200
    assert story.ask("bob", "throw", dice="abc").at == story.now + 200
    story.rename("bob", "Robert")
    assert story.ask("bob", "react", reaction="hurry").at == story.now + 200, "time only runs on"


def test_dice_never_land_before_the_stop_that_brought_them_down() -> None:
    story = rolling()
    story.now = story.sixem.go
    story.ask("ann", "throw", dice=COLOURS)
    story.land(ann="1 2 3 4 5 6")
    stopped = story.ask("ann", "stop")
    story.now -= 200
    (landed,) = story.wait()
    assert landed.at == stopped.at


def test_the_phases_of_a_table() -> None:
    story = gathered("sixto", "ann")
    phases = [story.table.phase]
    story.ask("ann", "start")
    phases.append(story.table.phase)
    story.turn("ann", "1 1 1 1 1 1")
    story.wait()
    assert [*phases, story.table.phase] == [GATHERING, PLAYING, OVER]


# Hints ----------------------------------------------------------------------------------------------------


def test_who_plays_alone_or_against_bots_may_ask_the_coach_and_the_record_says_so() -> None:
    for bots in ((), ("nearest", "random")):
        story = playing("sixto", "ann", bots=bots)
        seat = story.seat("ann")
        assert story.table.allows_hints
        assert story.ask("ann", "hint").seat == seat
        assert story.sitting(seat).hinted
        assert story.refusal("ann", "hint") == "table.not_now"
        record = story.table.record()
        assert record
        assert [player.get("hinted", False) for player in record["match"]["players"]] == [
            at == seat for at in range(len(bots) + 1)
        ]


def test_among_people_the_coach_is_asked_only_if_that_was_agreed() -> None:
    story = playing("sixto")
    assert story.refusal("ann", "hint") == "table.no_hints"
    story = playing("sixto", hints=True)
    assert story.refusal("dan", "hint") == "table.not_seated"
    story.ask("ann", "hint")
    assert [story.sitting(story.seat(who)).hinted for who in ("ann", "bob")] == [True, False]
    alone = playing("sixto", "ann", hints=False)
    assert alone.refusal("ann", "hint") == "table.no_hints"
    assert gathered("sixto", hints=True).refusal("ann", "hint") == "table.not_now"
