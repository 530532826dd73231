"""Before the game: who makes a table, sits down, chooses a sheet, and starts."""

import pytest

from sixes.play import events
from sixes.play.dice import promise
from sixes.play.match import Refused
from sixes.play.sixto.match import SixtoMatch
from sixes.play.table import PLAYING
from sixes.rules.sheets import LETTERS, SHEETS
from tests.play.stories import SHEET_A, Story, addition, gathered

ANY = addition("ann")


def sheets_dealt(story: Story) -> list[str]:
    letters = {sheet: letter for letter, sheet in SHEETS.items()}
    assert isinstance(story.table.match, SixtoMatch)
    state = story.table.match.state
    return [letters[sheet] for sheet in state.sheets[: state.seats]]


# Making a table -----------------------------------------------------------------------------------------


def test_whoever_makes_a_table_is_its_host_and_bots_sit_on_its_last_seats() -> None:
    story = Story("sixto", "ann", bots=("random", "nearest"), seats=4)
    assert (story.table.host, story.names()) == ("ann", "- - random nearest")
    assert story.table.promise == promise(story.seed)


@pytest.mark.parametrize(
    ("game", "seats", "bots", "code"),
    [
        ("sixem", 1, (), "table.options"),
        ("sixto", 1, ("random", "random"), "table.options"),
        ("sixto", 2, ("grandmaster",), "table.no_such_level"),
    ],
)
def test_a_table_that_makes_no_sense_is_not_made(
    game: str, seats: int, bots: tuple[str, ...], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        Story(game, seats=seats, bots=bots)
    assert refused.value.code == code


# Sitting down -------------------------------------------------------------------------------------------


def test_somebody_takes_the_first_free_seat_or_the_one_they_name() -> None:
    story = Story("sixto", seats=3)
    story.ask("ann", "sit", add=ANY, seat=1)
    story.ask("bob", "sit", add=ANY)
    assert story.names() == "bob ann -"


def test_who_sits_elsewhere_moves_and_takes_their_sheet_along() -> None:
    story = gathered("sixto", seats=3)
    story.ask("ann", "sheet", sheet="C")
    story.ask("ann", "sit", add="ab" * 16, seat=2)
    assert story.names() == "- bob ann"
    assert (story.sitting(2).sheet, story.sitting(2).add) == ("C", "ab" * 16)


def test_seats_that_are_taken_or_not_there_are_refused() -> None:
    story = gathered("sixto", "ann bob", seats=3)
    assert story.refusal("cleo", "sit", add=ANY, seat=0) == "table.seat_taken"
    assert story.refusal("cleo", "sit", add=ANY, seat=3) == "table.no_such_seat"
    story.ask("cleo", "sit", add=ANY)
    assert story.refusal("dan", "sit", add=ANY) == "table.full"


def test_who_leaves_frees_their_seat() -> None:
    story = gathered("sixto")
    assert story.ask("bob", "leave") == events.Left(1, at=story.now, v=4, n="n-3")
    assert story.names() == "ann -"
    assert story.refusal("bob", "leave") == "table.not_seated"
    story.ask("bob", "sit", add=ANY)
    assert story.names() == "ann bob"


def test_a_new_name_stands_at_the_table() -> None:
    story = gathered("sixto")
    story.rename("bob", "Robert")
    assert story.sitting(1).name == "Robert"
    assert story.rename("bob", "Robert") == []
    assert story.rename("cleo", "Kleopatra") == [], "who does not sit here is not named here"


# The host -----------------------------------------------------------------------------------------------


def test_the_role_of_host_passes_on_to_the_first_who_sits_there() -> None:
    story = gathered("sixto", "ann bob cleo")
    story.ask("ann", "leave")
    assert story.table.host == "bob"


def test_a_host_who_leaves_a_table_of_bots_stays_its_host() -> None:
    story = gathered("sixto", "ann", bots=("random",))
    story.ask("ann", "leave")
    assert (story.table.host, story.names()) == ("ann", "- random")


def test_only_the_host_sets_bots() -> None:
    story = gathered("sixto", seats=3)
    assert story.refusal("bob", "bot", seat=2, level="random") == "table.not_host"
    assert story.refusal("ann", "bot", seat=2, level="grandmaster") == "table.no_such_level"
    assert story.refusal("ann", "bot", seat=1, level="random") == "table.seat_taken"
    assert story.refusal("ann", "bot", seat=3, level="random") == "table.no_such_seat"
    story.ask("ann", "bot", seat=2, level="random")
    assert story.names() == "ann bob random"
    assert story.sitting(2).add == "", "bots add nothing to the dice"


def test_whom_the_host_removes_cannot_sit_down_again() -> None:
    story = gathered("sixto")
    assert story.refusal("bob", "remove", seat=0) == "table.not_host"
    assert story.ask("ann", "remove", seat=1).gone
    assert story.names() == "ann -"
    assert story.refusal("bob", "sit", add=ANY) == "table.removed"
    assert story.refusal("ann", "remove", seat=1) == "table.seat_free"
    assert story.refusal("ann", "remove", seat=4) == "table.seat_free"


def test_a_bot_is_removed_like_a_player() -> None:
    story = gathered("sixto", "ann", bots=("random",))
    story.ask("ann", "remove", seat=1)
    assert story.names() == "ann -"


def test_a_host_who_removes_themselves_just_gets_up() -> None:
    story = gathered("sixto")
    story.ask("ann", "remove", seat=0)
    assert (story.names(), story.table.host) == ("- bob", "bob")
    story.ask("ann", "sit", add=ANY)
    assert story.names() == "ann bob"


# Sheets -------------------------------------------------------------------------------------------------


def test_no_two_players_choose_the_same_sheet() -> None:
    story = gathered("sixto")
    story.ask("ann", "sheet", sheet="C")
    assert story.refusal("bob", "sheet", sheet="C") == "table.sheet_taken"
    story.ask("ann", "sheet", sheet="C")
    story.ask("ann", "sheet")
    assert story.sitting(0).sheet is None, "to be dealt one after all"
    story.ask("bob", "sheet", sheet="C")


def test_anybody_may_bring_a_sheet_of_their_own_even_the_same() -> None:
    story = gathered("sixto")
    story.ask("ann", "sheet", sheet=SHEET_A)
    story.ask("bob", "sheet", sheet=SHEET_A)
    story.ask("ann", "start")
    assert sheets_dealt(story) == ["A", "A"]


def test_sheets_are_for_those_who_sit_at_a_table_of_sixto() -> None:
    assert gathered("sixem").refusal("ann", "sheet", sheet="C") == "table.other_game"
    assert gathered("sixto").refusal("cleo", "sheet", sheet="C") == "table.not_seated"


def test_who_chose_no_sheet_is_dealt_one_that_nobody_has() -> None:
    """With every seed; and each sheet comes to somebody."""
    dealt = set()
    for seed in range(40):
        story = gathered("sixto", "ann bob cleo dan eve fox", seed=seed)
        story.ask("bob", "sheet", sheet="C")
        story.ask("ann", "start")
        sheets = sheets_dealt(story)
        assert sheets[story.seat("bob")] == "C"
        assert len(set(sheets)) == 6
        dealt.update(sheets)
    assert dealt == set(LETTERS)


# The start ----------------------------------------------------------------------------------------------


def test_only_the_host_starts_and_free_seats_are_taken_away() -> None:
    story = gathered("sixem", "ann bob", seats=4)
    story.ask("bob", "sit", add=ANY, seat=3)
    assert story.refusal("bob", "start") == "table.not_host"
    story.ask("ann", "start")
    assert (story.table.phase, story.names()) == (PLAYING, "ann bob")


@pytest.mark.parametrize(("game", "people"), [("sixem", "ann"), ("sixto", "")])
def test_a_game_needs_its_players(game: str, people: str) -> None:
    story = Story(game, "ann bob")
    for who in people.split():
        story.ask(who, "sit", add=ANY)
    assert story.refusal("ann", "start") == "table.too_few"


def test_bots_do_not_play_among_themselves() -> None:
    story = Story("sixem", "ann", bots=("random", "random"))
    assert story.refusal("ann", "start") == "table.too_few"


def test_one_person_may_play_sixto_alone_and_sixem_with_a_bot() -> None:
    for story in (gathered("sixto", "ann"), gathered("sixem", "ann", bots=("random",))):
        story.ask("ann", "start")
        assert story.table.phase == PLAYING


def test_the_first_active_player_is_drawn_by_lot_and_the_others_follow_clockwise() -> None:
    orders = set()
    for seed in range(40):
        story = gathered("sixto", "ann bob cleo", seed=seed)
        story.ask("bob", "sheet", sheet="C")
        started = story.ask("ann", "start")
        assert story.names().split()[0] == ["ann", "bob", "cleo"][started.lot]
        assert sheets_dealt(story)[story.seat("bob")] == "C", "a sheet stays with its owner"
        orders.add(story.names())
    assert orders == {"ann bob cleo", "bob cleo ann", "cleo ann bob"}


def test_in_sixem_seats_stay_as_people_sat() -> None:
    story = gathered("sixem", "ann bob cleo")
    assert story.ask("ann", "start").lot == 0
    assert story.names() == "ann bob cleo"


def test_what_belongs_before_the_game_is_refused_in_it_and_the_other_way_round() -> None:
    story = gathered("sixto")
    for verb in ("roll", "keep", "done"):
        assert story.refusal("ann", verb, turn=1) == "table.not_now"
    assert story.refusal("ann", "back") == story.refusal("ann", "hand", seat=1) == "table.not_now"
    story.ask("ann", "start")
    assert story.refusal("ann", "start") == story.refusal("ann", "sheet") == "table.not_now"
    assert story.refusal("ann", "bot", seat=0, level="random") == "table.not_now"
    assert story.refusal("cleo", "sit", add=ANY) == "table.not_now"
    assert story.refusal("cleo", "done") == "table.not_seated"
