"""One catalogue in four languages: the same keys, the same values to fill in, a sentence for each refusal."""

import ast
import json
import re
from importlib import resources
from pathlib import Path
from string import Formatter

import pytest

import sixes.play
from sixes.rules.boards import SixemRefusal
from sixes.rules.rows import SixtoRefusal
from sixes.text import LANGUAGES, catalogue, say

SAME = {
    "show.solo_points",
    "game.points.one",
    "game.points.other",
    "home.bots",
    "home.minutes",
    "colour.b",
    "duel.title",
    "daily.board_bots",
    "daily.bot_named",
    "reaction.wow",
    "offline.pause",
    *("pad.cell", "pad.die", "pad.row_points", "pad.against_note"),
    "paper.sixem_3_title",
    "paper.written.one",
    "paper.written.other",
    "print.date",
    "print.name",
    "print.points",
    "print.total",
    *(f"name.bot_{colour}" for colour in "bdef"),
}
"""Words that are French or German, too, and names."""
RULES = (("sixto", SixtoRefusal), ("sixem", SixemRefusal))
OTHERS = [language for language in LANGUAGES if language != "en"]


def fields(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_sentence_with_the_same_values(language: str) -> None:
    english = catalogue("en")
    assert english
    assert list(catalogue(language)) == list(english)
    for key, sentence in catalogue(language).items():
        assert fields(sentence) == fields(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_written_twice(language: str) -> None:
    text = resources.files("sixes.text").joinpath(f"{language}.json").read_text("utf-8")
    pairs = json.loads(text, object_pairs_hook=list)
    assert [key for key, _ in pairs] == list(catalogue(language))


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    same = {key for key, sentence in catalogue(language).items() if sentence == catalogue("en")[key]}
    assert same <= SAME


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence(language: str) -> None:
    for game, refusals in RULES:
        for refusal in refusals:
            if refusal:
                assert say(f"{game}.{refusal.name.lower()}", language)


def codes_refused() -> set[str]:
    """Every code that a table refuses with, as it stands in the source."""
    sources = sorted(Path(sixes.play.__file__).parent.rglob("*.py"))
    calls = [node for path in sources for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    refusals = [call for call in calls if isinstance(call, ast.Call) and ast.unparse(call.func) == "Refused"]
    written = [call.args[0] for call in refusals if isinstance(call.args[0], ast.Constant)]
    computed = {ast.unparse(call.args[0]) for call in refusals} - set(map(ast.unparse, written))
    assert computed == {"self.CODES[broken]"}, "these are the refusals of the rules"
    return {str(code.value) for code in written}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_a_table_has_a_sentence(language: str) -> None:
    codes = codes_refused()
    assert {"table.full", "sixem.countdown"} <= codes
    assert codes <= catalogue(language).keys()


def test_no_sentence_is_left_that_nobody_says() -> None:
    root = Path(__file__).parents[2]
    files = (
        *root.glob("src/sixes/**/*.py"),
        *root.glob("client/src/**/*.ts"),
        *root.glob("client/src/**/*.svelte"),
    )
    source = "\n".join(path.read_text("utf-8") for path in files)
    said = set(re.findall(r"""["'`]([a-z_]+\.[a-z_0-9]+)["'`]""", source))
    computed = tuple(set(re.findall(r"""["'`]([a-z_]+\.[a-z_]*)\$?\{""", source)))
    rules = {f"{game}.{refusal.name.lower()}" for game, all_ in RULES for refusal in all_}
    keys = {re.sub(r"\.(one|other)$", "", key) for key in catalogue("en")}
    assert {key for key in keys - said - rules if not key.startswith(computed)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_fits_on_a_line(language: str) -> None:
    assert all("\n" not in sentence and sentence.strip(" ") for sentence in catalogue(language).values())


def test_values_are_filled_in() -> None:
    assert say("place.turn", turn=3) == "turn 3"
    assert say("place.turn", "de", turn=3) == "Zug 3"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_a_sentence_for_one_and_one_for_several(language: str) -> None:
    ends = {key.rpartition(".")[2] for key in catalogue(language)} & {"zero", "two", "few", "many"}
    assert ends == set()
    ones = {key[:-4] for key in catalogue(language) if key.endswith(".one")}
    others = {key[:-6] for key in catalogue(language) if key.endswith(".other")}
    assert ones == others


def test_one_and_several_as_each_language_counts() -> None:
    def counted(language: str) -> list[str]:
        return [say("game.points", language, count=count) for count in (0, 1, 2)]

    assert counted("en") == ["0 points", "1 point", "2 points"]
    assert counted("fr") == ["0 point", "1 point", "2 points"]
    assert counted("de") == ["0 Punkte", "1 Punkt", "2 Punkte"]
