"""Mutation testing of the rules: `python3 dev.py mutate`, some minutes on two cores.

mutmut changes src/sixes/rules in small ways, one at a time, and runs the tests that tell the rules. A change
that no test notices survives. survivors.json explains those that cannot be noticed; this command fails if
another survives, or if fewer than 95 in 100 are killed. `--list` prints the survivors without an explanation
in the form that survivors.json has.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXPLAINED: list[dict[str, str]] = json.loads((ROOT / "tests" / "survivors.json").read_text(encoding="utf-8"))
WANTED = 95.0


def mutmut(*words: str, shown: bool = False) -> str:
    command = [str(Path(sys.executable).with_name("mutmut")), *words]
    out = None if shown else subprocess.PIPE
    done = subprocess.run(command, cwd=ROOT, text=True, check=False, stdout=out)
    if done.returncode:
        sys.exit(f"mutation: mutmut {words[0]} failed.")
    return done.stdout or ""


def verdicts() -> dict[str, str]:
    """What became of each mutant, by its name."""
    lines = [line.strip().rpartition(": ") for line in mutmut("results", "--all", "true").splitlines()]
    return {name: verdict for name, _, verdict in lines if "__mutmut_" in name}


def change_of(mutant: str) -> dict[str, str]:
    """What a mutant changes: the place, and the line as it was and as it became."""
    diff = mutmut("show", mutant).splitlines()
    lines = [line for line in diff if line[:1] in ("-", "+") and line[:3] not in ("---", "+++")]
    place = mutant.partition("__mutmut_")[0].replace(".x_", ".").removeprefix("sixes.rules.")
    return {"place": place, "was": lines[0][1:].strip(), "became": lines[-1][1:].strip()}


def main() -> None:
    shutil.rmtree(ROOT / "mutants", ignore_errors=True)
    mutmut("run", shown=True)
    found = verdicts()
    survived = [change_of(name) for name, verdict in found.items() if verdict not in ("killed", "timeout")]
    known = [{key: one[key] for key in ("place", "was", "became")} for one in EXPLAINED]
    new = [change for change in survived if change not in known]
    killed = 100 * (len(found) - len(survived)) / len(found)
    if "--list" in sys.argv:
        print(json.dumps(new, indent=2))
    summary = f"{len(found)} mutants, {killed:.1f}% killed, {len(survived)} survived"
    print(f"{summary}, {len(new)} of them without a reason in tests/survivors.json")
    if new or killed < WANTED:
        sys.exit("mutation: " + "; ".join(f"{one['place']}: {one['became']}" for one in new[:5]))


if __name__ == "__main__":
    main()
