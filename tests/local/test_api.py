"""Requests for tables on a device: the same documents and refusals as a server gives."""

import json
from typing import Any

import pytest

from sixes.local.api import Answer, LocalApi
from sixes.local.bridge import Bridge
from tests.local.playing import ANN, Device

NOW = 1_800_000_000_000


def asked(api: LocalApi, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    answer = api.handle(method, path, json.dumps(body).encode(), NOW)
    return answer.status, json.loads(answer.body)


def nobody(_code: str) -> None:
    return None


def made(options: dict[str, Any], **more: Any) -> Answer:
    wanted = json.dumps({"options": options} | more).encode()
    return LocalApi(ANN, nobody).handle("POST", "/api/tables", wanted, NOW)


def test_a_table_is_made_and_its_code_told() -> None:
    answer = made({"game": "sixto", "seats": 2}, bots=["expert"])
    assert answer.made is not None
    code = answer.made.table.code
    assert (answer.status, json.loads(answer.body)) == (201, {"code": code, "link": f"/table/{code}"})
    assert [seat and seat.bot for seat in answer.made.table.seats] == [None, "expert"]


def test_a_score_pad_begins_at_once() -> None:
    answer = made({"game": "sixto_pad", "seats": 2}, pad={"names": ["Ann", "Bob"]})
    assert answer.made is not None
    assert answer.made.table.phase == "playing"
    assert [seat and seat.name for seat in answer.made.table.seats] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "http.body"),
        ({"options": {"game": "chess"}}, "http.body"),
        ({"options": {"game": "sixto", "seats": 2, "rated": True}, "bots": ["expert"]}, "table.options"),
        ({"options": {"game": "sixem", "seats": 1}}, "table.options"),
        ({"options": {"game": "sixto", "seats": 1}, "source": {"table": "local-0"}}, "table.unknown"),
        ({"options": {"game": "sixto_pad", "seats": 2}, "bots": ["random"]}, "table.options"),
    ],
)
def test_what_cannot_be_made_is_refused_by_code(body: dict[str, Any], code: str) -> None:
    status, fault = asked(LocalApi(ANN, nobody), "POST", "/api/tables", body)
    assert (status, fault["code"]) == (404 if code == "table.unknown" else 400, code)


def test_levels_are_those_that_play_here() -> None:
    status, levels = asked(LocalApi(ANN, nobody), "GET", "/api/levels")
    assert (status, levels["sixto"]) == (200, ["random", "nearest", "steady", "expert"])


def test_a_finished_game_has_a_record_and_a_review_and_can_be_played_on() -> None:
    device = Device("sixto", ("nearest",), seed=4).begin()
    code = device.table.table.code
    api = LocalApi(ANN, {code: device.table}.get)
    assert asked(api, "GET", f"/api/tables/{code}/record")[1]["code"] == "table.record_none"
    device.play()
    assert asked(api, "GET", f"/api/tables/{code}")[1]["phase"] == "over"
    assert asked(api, "GET", f"/api/tables/{code}/record") == (200, device.table.record())
    assert asked(api, "GET", f"/api/tables/{code}/review?seat=9")[1]["code"] == "coach.no_such_seat"
    status, review = asked(api, "GET", f"/api/tables/{code}/review?seat=0")
    assert status == 200
    assert review["game"] == "sixto"
    again = {"options": {"game": "sixto", "seats": 1}, "source": {"table": code, "same_dice": True}}
    assert asked(api, "POST", "/api/tables", again)[0] == 201


@pytest.mark.parametrize("path", ["/api/tables/local-0", "/api/tables/local-0/record", "/api/friends", "/"])
def test_what_is_not_here_is_not_found(path: str) -> None:
    status, fault = asked(LocalApi(ANN, nobody), "GET", path)
    assert status == 404
    assert fault["code"] in ("table.unknown", "http.not_found")


def test_the_bridge_speaks_json_from_a_new_table_to_its_first_roll() -> None:
    bridge = Bridge("ann", "Ann")
    wanted = '{"options":{"game":"sixto","seats":1}}'
    made = json.loads(bridge.request("POST", "/api/tables", wanted, NOW))["made"]
    code = made["code"]
    assert bridge.open(code, made["seed"], json.dumps(made["entries"]), NOW) == ""
    welcome, here = map(json.loads, json.loads(bridge.join(code, 0, NOW))["frames"])
    assert (welcome["t"], welcome["v"], here["t"]) == ("welcome", 1, "here")
    messages: list[dict[str, Any]] = [
        {"t": "sit", "add": "00" * 16},
        {"t": "start"},
        {"t": "roll", "turn": 1},
    ]
    told = []
    for number, message in enumerate(messages, start=1):
        step = json.loads(bridge.receive(code, json.dumps(message | {"n": f"n-{number}"}), NOW))
        assert step["version"] == number
        assert step["entries"][0] in step["frames"]
        told += [json.loads(entry)["t"] for entry in step["entries"]]
    assert told == ["sat", "started", "rolled"]


@pytest.mark.parametrize(
    ("log", "code"), [("[]", "table.unknown"), ('["{"]', "offline.failed"), ('["{}"]', "offline.failed")]
)
def test_a_log_that_cannot_be_read_opens_no_table(log: str, code: str) -> None:
    assert Bridge("ann", "Ann").open("local-0", "00", log, NOW) == code
