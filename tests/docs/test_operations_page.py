"""The files in deploy/ are understood by what reads them, and backups can be gone back to."""

import asyncio
import configparser
import re
import shlex
import shutil
import sqlite3
import subprocess
from contextlib import closing
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from docs.describing.__main__ import DOCS
from sixes.cli import parser
from sixes.client import Client
from sixes.play import commands
from sixes.play.options import Options
from tests.event_loop import asynchronous
from tests.server.clients import seated
from tests.server.serving import running_server
from tests.tools.servers import Postgres

DEPLOY = DOCS.parent / "deploy"
PAGE = (DOCS / "operations.md").read_text(encoding="utf-8")


def test_every_file_is_named_on_the_page() -> None:
    named = set(re.findall(r"\.\./deploy/([\w.]+)", PAGE))
    assert named | {"Dockerfile"} == {path.name for path in DEPLOY.iterdir()}


def understood(*arguments: str) -> bool:
    """Whether the command knows these arguments; it ends with a sentence if not."""
    return callable(parser().parse_args(arguments).run)


def test_the_unit_starts_the_server_with_options_that_it_has() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "sixes.service", encoding="utf-8")
    program, *arguments = shlex.split(unit["Service"]["ExecStart"])
    assert program.endswith("/sixes")
    assert understood(*arguments)
    if shutil.which("systemd-analyze"):
        verify = ("systemd-analyze", "verify", DEPLOY / "sixes.service")
        printed = subprocess.run(verify, capture_output=True, text=True, check=False).stderr
        assert all("is not executable" in line for line in printed.splitlines()), printed


def compose() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return document


def test_compose_trusts_the_proxy_and_nobody_else() -> None:
    services, networks = compose()["services"], compose()["networks"]
    proxy = services["nginx"]["networks"]["front"]["ipv4_address"]
    for name in ("node-1", "node-2"):
        trusted = parser().parse_args(services[name]["command"]).trusted_proxy
        assert trusted == [proxy]
        assert services[name]["networks"] == ["front", "back"]
    (addresses,) = networks["front"]["ipam"]["config"]
    assert ip_address(proxy) in ip_network(addresses["subnet"])
    assert ip_address(proxy) not in ip_network(addresses["ip_range"]), "no other container gets it"
    assert addresses["gateway"] != proxy, "in rootless Docker all visitors seem to come from there"
    # Only the nodes reach the database and NATS.
    assert networks["back"]["internal"]
    assert [services[name]["networks"] for name in ("postgres", "nats", "migrate")] == [["back"]] * 3


def test_proxies_overwrite_the_address_that_a_client_claims() -> None:
    hosting = (DOCS / "hosting.md").read_text(encoding="utf-8")
    nginx, caddy = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("nginx.conf", "Caddyfile"))
    for text in (nginx, hosting):
        assert "proxy_set_header X-Forwarded-For $remote_addr;" in text
        assert "proxy_add_x_forwarded_for" not in text
    for text in (caddy, hosting):
        assert "header_up X-Forwarded-For {remote_host}" in text


def test_images_are_pinned_by_digest() -> None:
    pinned = re.compile(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}")
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    images = re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    images += [service["image"] for service in compose()["services"].values() if service["image"] != "sixes"]
    assert len(images) == 4
    assert all(pinned.fullmatch(image) for image in images), images


def test_the_data_of_a_container_are_in_a_volume_that_its_user_can_write() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    (volume,) = re.findall(r"^VOLUME (\S+)$", dockerfile, re.MULTILINE)
    assert f"ENV SIXES_DATA={volume}\n" in dockerfile
    (user,) = re.findall(r"^USER (\S+)$", dockerfile, re.MULTILINE)
    made = dockerfile.index(f"install --directory --owner={user} --mode=0700 {volume}\n")
    assert made < dockerfile.index("VOLUME"), "what changes it afterwards is discarded"


def test_compose_starts_what_there_is() -> None:
    services = compose()["services"]
    assert set(services) == {"postgres", "nats", "migrate", "node-1", "node-2", "nginx"}
    for name in ("migrate", "node-1", "node-2"):
        assert understood(*services[name]["command"])
        assert set(services[name]["environment"]) == {"SIXES_DATABASE_URL", "SIXES_NATS_URL"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)


def test_nginx_understands_its_file(tmp_path: Path) -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    assert set(re.findall(r"server (\S+):8066", text)) == {"node-1", "node-2"}
    nginx = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if nginx:
        here = tmp_path / "nginx.conf"
        here.write_text(re.sub(r"node-\d:8066", "127.0.0.1:8066", text), encoding="utf-8")
        subprocess.run([nginx, "-t", "-c", here], check=True, capture_output=True)


# Backups ------------------------------------------------------------------------------------------------


async def gone_back_to(url: str, cookie: str, code: str, version: int) -> None:
    """Who comes to a server with the restored data finds the table as it was, and can go on."""
    async with Client(url, cookie=cookie) as ann, ann.at(code) as table:
        assert table.table.version == version
        assert (await table.ask(commands.React, reaction="hello")).v == version + 1


@asynchronous
async def test_a_copy_of_sqlite_can_be_gone_back_to(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    with running_server(data) as server:
        async with seated(server.url, 1, Options("sixto", seats=1)) as ((ann,), (table,)):
            await table.ask(commands.Start)
            version = table.table.version
            with closing(sqlite3.connect(data / "sixes.db")) as source, closing(sqlite3.connect(copy)) as to:
                source.backup(to)
            await table.ask(commands.Roll, turn=1)
            cookie, code = ann.cookie, table.table.code
        await asyncio.to_thread(server.stop)
        shutil.copy(copy, data / "sixes.db")
        for left in ("sixes.db-wal", "sixes.db-shm"):
            (data / left).unlink(missing_ok=True)
        await asyncio.to_thread(server.start)
        await gone_back_to(server.url, cookie, code, version)


@asynchronous
async def test_a_dump_of_postgresql_can_be_gone_back_to(
    postgres: Postgres, database_url: str, tmp_path: Path
) -> None:
    found = [
        shutil.which(name, path=str(postgres.programs)) or shutil.which(name)
        for name in ("pg_dump", "pg_restore")
    ]
    if not all(found):
        pytest.skip("this PostgreSQL came without pg_dump")
    dump, restore = map(str, found)
    file = tmp_path / "sixes.dump"
    with running_server(tmp_path, "--database", database_url) as server:
        async with seated(server.url, 1, Options("sixto", seats=1)) as ((ann,), (table,)):
            await table.ask(commands.Start)
            version = table.table.version
            command = (dump, "--format=custom", f"--file={file}", database_url)
            await asyncio.to_thread(subprocess.run, command, check=True)
            await table.ask(commands.Roll, turn=1)
            cookie, code = ann.cookie, table.table.code
    restored = postgres.new_database("template0")
    command = (restore, "--no-owner", f"--dbname={restored}", str(file))
    await asyncio.to_thread(subprocess.run, command, check=True)
    with running_server(tmp_path, "--database", restored) as server:
        await gone_back_to(server.url, cookie, code, version)
