"""The wheel: the same sources always make the same bytes, and its bill of materials names what is in it."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import dev
from sixes import __version__

DRIVER = """
import pathlib, sys, dev
dev.build_client = lambda: None
dev.prepare = lambda *_: pathlib.Path(sys.executable)
dev.build([])
"""
"""As `dev.py build`, with a client that is built already and what this Python has installed."""
ADDED = ("offline", "print")
"""Folders that `dev.py` puts beside what Vite has built."""
NEEDED = (
    "dev.py",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "src",
    "requirements",
    "client/package-lock.json",
)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Build in another copy of the sources; its folder `dist`."""

    def build_copy(name: str) -> Path:
        root = tmp_path_factory.mktemp(name)
        for needed in NEEDED:
            source, target = dev.ROOT / needed, root / needed
            target.parent.mkdir(exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, copy_function=shutil.copyfile)  # with other times
            else:
                shutil.copyfile(source, target)
        subprocess.run(
            [sys.executable, "-c", DRIVER], cwd=root, check=True, env=os.environ | {"PYTHONPATH": ""}
        )
        return root / "dist"

    return build_copy


@pytest.fixture(scope="module")
def dist(build: Callable[[str], Path]) -> Path:
    return build("first")


@pytest.fixture(scope="module")
def bill(dist: Path) -> Any:
    return json.loads((dist / f"sixes-{__version__}-py3-none-any.cdx.json").read_text(encoding="utf-8"))


def test_the_same_sources_make_the_same_wheel_and_bill(dist: Path, build: Callable[[str], Path]) -> None:
    again = build("second")
    names = [path.name for path in sorted(dist.iterdir())]
    assert names == [f"sixes-{__version__}-py3-none-any.{kind}" for kind in ("cdx.json", "whl")]
    for name in names:
        assert (dist / name).read_bytes() == (again / name).read_bytes()


def test_the_wheel_has_the_client_and_the_learnt_values(dist: Path) -> None:
    with ZipFile(next(dist.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
    client = ("index.html", "index.html.br", "print/index.json", "print/rules-a4-1-colour-en.pdf")
    paper = ("paper/templates/main.typ", "paper/fonts/Baloo2-Bold.ttf", "paper/fonts/OFL.txt")
    learnt = ("bots/sixto/values.bin", "lab/sixto/master.bin", "lab/sixto/sheet_values.npz")
    for name in (*(f"server/static/{file}" for file in client), *paper, *learnt):
        assert f"sixes/{name}" in names
    assert not any("__pycache__" in name for name in names)


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment that has the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*pip, next(dist.glob("*.whl"))], check=True)
    return python


@pytest.fixture(scope="module")
def with_packages(installed: Path) -> Path:
    """The same environment, in which the packages of this one can be imported too; but not its `sixes`."""
    (packages,) = installed.parents[1].glob("lib/*/site-packages")
    (packages / "tests.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return installed


def run(python: Path, program: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([python, "-c", program], cwd=cwd, capture_output=True, text=True, check=False)


def test_the_library_works_in_an_empty_environment(installed: Path, tmp_path: Path) -> None:
    program = "import sixes; print(sixes.__file__, sixes.levels('sixto'), sixes.records.parse(b'{}'))"
    shown = run(installed, program, tmp_path)
    assert shown.stdout.startswith(str(installed.parents[1])), shown.stderr
    assert shown.stdout.endswith("('random', 'nearest', 'steady', 'expert') {}\n")


def test_the_example_of_the_readme_prints_what_it_says(with_packages: Path, tmp_path: Path) -> None:
    readme = (dev.ROOT / "README.md").read_text(encoding="utf-8")
    program, printed = re.findall(r"```python\n(import sixes\n.*?)```\n\n```\n(.*?)```", readme, re.DOTALL)[0]
    shown = run(with_packages, program, tmp_path)
    assert (shown.stdout, shown.stderr) == (printed, "")


def test_a_missing_extra_is_one_line_that_says_what_to_install(with_packages: Path, tmp_path: Path) -> None:
    program = """
import sys
sys.modules["numpy"] = None
import sixes
try:
    sixes.simulate("sixto", ["nearest"])
except sixes.MissingExtra as missing:
    print(missing)
"""
    shown = run(with_packages, program, tmp_path)
    assert shown.stdout == "This needs numpy, a part of the lab: pip install 'sixes[lab]'\n", shown.stderr


def test_a_program_that_uses_the_library_passes_strict_types(with_packages: Path, tmp_path: Path) -> None:
    shutil.copy(dev.ROOT / "tests" / "library" / "project" / "club.py", tmp_path)
    strict = '{"typeCheckingMode": "strict", "reportMissingModuleSource": "error"}'
    (tmp_path / "pyrightconfig.json").write_text(strict, encoding="utf-8")
    node, pyright = f"{os.environ['SIXES_NODE']}/node", os.environ["SIXES_PYRIGHT"]
    mypy = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--python-executable",
        str(with_packages),
    ]
    for command in ([*mypy, "club.py"], [node, pyright, "--pythonpath", str(with_packages)]):
        checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_second_build_of_the_client_makes_the_same_files(tmp_path: Path) -> None:
    node = os.environ["SIXES_NODE"]
    command = ["npx", "--no-install", "vite", "build", "--emptyOutDir", "--outDir", str(tmp_path)]
    path = {"PATH": f"{node}:{os.environ['PATH']}"}
    subprocess.run(command, cwd=dev.CLIENT, check=True, env=os.environ | path, capture_output=True)
    found = [{p.relative_to(of): p.read_bytes() for p in of.rglob("*.*")} for of in (dev.BUILT, tmp_path)]
    built = {path: content for path, content in found[0].items() if path.parts[0] not in ADDED}
    assert built == found[1]


def test_the_bill_names_every_locked_package_with_its_hashes(bill: Any) -> None:
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    parts = {part["purl"]: part for part in bill["components"]}
    assert len(parts) == len(bill["components"])
    for lock in ("serve", "nodes", "lab"):
        text = (dev.ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
        for name, version in re.findall(r"^([\w.-]+)\S*==(\S+)", text, re.MULTILINE):
            (files,) = parts[f"pkg:pypi/{name}@{version}"]["externalReferences"]
            assert files["hashes"]
            assert all(one["content"] in text for one in files["hashes"])
    packages = json.loads((dev.CLIENT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    versions = {
        (place.rpartition("node_modules/")[2], one["version"]) for place, one in packages.items() if place
    }
    told = {(part["name"], part["version"]) for purl, part in parts.items() if purl.startswith("pkg:npm/")}
    assert told == versions


@pytest.mark.parametrize(
    ("name", "scope"),
    [
        *(("aiohttp", "required"), ("psycopg", "optional"), ("numba", "optional"), ("flit-core", "excluded")),
        *(("svelte", "required"), ("lean-qr", "required"), ("vite", "excluded")),
    ],
)
def test_the_bill_tells_what_runs_from_what_only_builds(bill: Any, name: str, scope: str) -> None:
    (part,) = (part for part in bill["components"] if part["name"] == name)
    assert part["scope"] == scope
    assert part["licenses"]
    needed = bill["dependencies"][0]["dependsOn"]
    assert (part["bom-ref"] in needed) == (scope != "excluded")
