"""The tools that dev.py found or fetched are real and work."""

import socket
import subprocess

from playwright.sync_api import Page

from tests.tools.servers import Nats, Postgres, tool


def test_postgres_answers_a_query(postgres: Postgres) -> None:
    assert postgres.query("select sum(n) from generate_series(1, 6) n") == "21"


def test_nats_delivers_what_was_published(nats: Nats) -> None:
    with socket.create_connection((nats.host, nats.port), timeout=10) as connection:
        connection.sendall(b"CONNECT {}\r\nSUB dice 1\r\nPUB dice 3\r\n456\r\nPING\r\n")
        answers = connection.makefile("rb")
        received = list(iter(answers.readline, b"PONG\r\n"))
    assert received[-2:] == [b"MSG dice 1 3\r\n", b"456\r\n"]


def test_chromium_runs_a_page(page: Page) -> None:
    page.goto("data:text/html,<button onclick='this.textContent = 1 + 5'>roll</button>")
    page.get_by_role("button", name="roll").click()
    assert page.get_by_role("button").inner_text() == "6"


def test_node_runs_javascript() -> None:
    command = (tool("SIXES_NODE") / "node", "--print", "[1, 2, 3].reduce((a, b) => a + b)")
    assert subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout == "6\n"


def test_npm_starts() -> None:
    subprocess.run([tool("SIXES_NODE") / "npm", "--version"], check=True, stdout=subprocess.DEVNULL)
