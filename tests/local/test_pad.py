"""A score pad on this device: written on without a server, opened again from its log, and told in full."""

import json
from typing import Any

from sixes.local import LocalTable, Output, Person, make
from sixes.play.creating import NewGame
from sixes.play.options import Options
from sixes.play.pad.setup import PadSetup
from sixes.play.table import OVER

ANN = Person("ann", "Ann")
NOW = 1_800_000_000_000


def ask(table: LocalTable, number: int, verb: str, **what: Any) -> Output:
    return table.receive(json.dumps({"t": verb, "n": f"n-{number}"} | what).encode(), NOW + number)


def test_a_pad_is_written_on_undone_reopened_and_ended_without_a_server() -> None:
    setup = PadSetup(("", "Oma"), ("A", "B"))
    table = make(NewGame(Options("sixto_pad", seats=2), (), pad=setup), ANN, NOW, b"s" * 32)
    welcome = json.loads(table.welcome(NOW))
    assert welcome["table"]["match"]["board"]["turn"] == 1
    assert [seat["name"] for seat in welcome["table"]["seats"]] == ["Ann", "Oma"]
    ask(table, 1, "pad_cross", step=1, seat=1, box="a1")
    (refused,) = ask(table, 2, "pad_cross", step=1, seat=1, box="a12").frames
    assert json.loads(refused)["code"] == "sixto.target_needs_four"
    ask(table, 3, "pad_cross", step=1, seat=1, box="a12", force=True)
    ask(table, 4, "pad_next", step=1)
    again = LocalTable.open(table.log, b"s" * 32, ANN, NOW + 9)
    assert again.table == table.table
    (undone,) = ask(again, 10, "pad_undo", entries=3).entries
    assert json.loads(undone)["what"] == "next"
    assert again.next_wake() == 0
    ask(again, 11, "pad_end", step=1)
    assert again.table.phase == OVER
    record = again.record()
    assert record
    assert record["turns"][0]["forced"][0]["box"] == "a12"
    assert record["match"]["real"] is True


def test_a_pad_of_sixem_is_one_too() -> None:
    table = make(NewGame(Options("sixem_pad", seats=2), (), pad=PadSetup(("", "Oma"))), ANN, NOW)
    ask(table, 1, "pad_pattern", step=1, pattern={"any": 1})
    (marked,) = ask(table, 2, "pad_mark", step=1, seat=1, cell="c4").entries
    assert json.loads(marked)["lines"] == [0, 0]
