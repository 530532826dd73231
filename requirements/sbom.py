"""Write the software bill of materials of a wheel beside it, as CycloneDX JSON, from the lock files.

    python requirements/sbom.py WHEEL

Scopes: `required` is what every server runs, or what is in the browser client; `optional` is what
`sixes[nodes]` and `sixes[lab]` add; `excluded` only builds the wheel. Licences of Python packages are told
where these are installed.
"""

import base64
import hashlib
import json
import os
import re
import sys
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

HERE = Path(__file__).parent
CLIENT_LOCK = HERE.parent / "client" / "package-lock.json"
LOCKS = {"serve": "required", "nodes": "optional", "lab": "optional"}
"""Each also has what those before it have."""
BUILDS = ("flit-core",)
BUNDLED = ("svelte", "lean-qr")
"""With what they need, these are in the browser client; the rest of its lock file builds it."""
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[.*\])?==(\S+)((?:.*\\\n)*.*)", re.MULTILINE)
"""A package, its version, and the rest of its lines, each of which but the last ends in a backslash."""
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")

Component = dict[str, Any]


def python_packages() -> Iterator[Component]:
    for lock, scope in LOCKS.items():
        for name, version, rest in LOCKED.findall((HERE / f"{lock}.txt").read_text(encoding="utf-8")):
            purl = f"pkg:pypi/{name}@{version}"
            hashes = [{"alg": "SHA-256", "content": found} for found in HASH.findall(rest)]
            yield component(name, version, purl, "excluded" if name in BUILDS else scope) | {
                # One hash for each file that may be installed, by platform.
                "externalReferences": [{"type": "distribution", "url": purl, "hashes": hashes}],
                **licences(installed_licence(name)),
            }


def npm_packages() -> Iterator[Component]:
    packages = json.loads(CLIENT_LOCK.read_text(encoding="utf-8"))["packages"]
    bundled = needed_by(BUNDLED, packages)
    for place, package in packages.items():
        if not place:
            continue  # the client itself
        name, version = place.rpartition("node_modules/")[2], package["version"]
        scope = "required" if place in bundled else "excluded"
        algorithm, _, digest = package["integrity"].partition("-")
        found = {"alg": f"SHA-{algorithm[3:]}", "content": base64.b64decode(digest).hex()}
        made = component(name, version, f"pkg:npm/{quote(name)}@{version}", scope)
        yield made | {"hashes": [found], **licences(package.get("license", ""))}


def needed_by(names: tuple[str, ...], packages: dict[str, Any]) -> set[str]:
    """The places of packages, and of all that they depend on; ours all stand side by side."""
    found, waiting = set[str](), [f"node_modules/{name}" for name in names]
    while waiting:
        place = waiting.pop()
        if place not in found and place in packages:
            found.add(place)
            waiting += [f"node_modules/{name}" for name in packages[place].get("dependencies", {})]
    return found


def component(name: str, version: str, purl: str, scope: str) -> Component:
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        "scope": scope,
    }


def licences(said: str) -> dict[str, Any]:
    if not said:
        return {}
    # An SPDX expression has no other characters, and joins its parts by AND, OR and WITH.
    parts = re.split(r" (?:AND|OR|WITH) ", said)
    if all(re.fullmatch(r"\(*[A-Za-z0-9.+-]+\)*", part) for part in parts):
        return {"licenses": [{"expression": said}]}
    return {"licenses": [{"license": {"name": said}}]}


def installed_licence(name: str) -> str:
    try:
        found = metadata(name)
    except PackageNotFoundError:
        return ""
    classifiers = [
        one.rpartition(" :: ")[2] for one in found.get_all("Classifier") or () if "License ::" in one
    ]
    return (
        found["License-Expression"] or ", ".join(classifiers) or (found["License"] or "").partition("\n")[0]
    )


def components() -> list[Component]:
    """Each once: if it is in several places, as in the one where it matters most."""
    scopes = ("required", "optional", "excluded")
    found = sorted([*python_packages(), *npm_packages()], key=lambda part: -scopes.index(part["scope"]))
    once = {str(part["purl"]): part for part in found}
    return [once[purl] for purl in sorted(once)]


def bill_of(wheel: Path) -> dict[str, Any]:
    name, version, *_ = wheel.name.split("-")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    product = component(name, version, f"pkg:pypi/{name}@{version}", "required") | licences("MIT")
    product |= {"type": "application", "hashes": [{"alg": "SHA-256", "content": digest}]}
    made = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    parts = components()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest)}",
        "version": 1,
        "metadata": {"timestamp": made.isoformat(), "component": product},
        "components": parts,
        "dependencies": [
            {
                "ref": product["bom-ref"],
                "dependsOn": [part["bom-ref"] for part in parts if part["scope"] != "excluded"],
            }
        ],
    }


if __name__ == "__main__":
    described = Path(sys.argv[1])
    bill = json.dumps(bill_of(described), indent=1)
    described.with_suffix(".cdx.json").write_text(f"{bill}\n", encoding="utf-8")
