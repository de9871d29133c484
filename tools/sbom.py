"""Write the SBOM of nonet, in CycloneDX's JSON: python tools/sbom.py FILE.

It lists what the wheel contains of others, and all packages that nonet and its extras use, with the versions that are
installed here: the tests run with these. `make sbom` runs this in .venv-dev, which has the extra `all`.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

__all__ = ["main", "sbom"]

FONTS = {
    "Inter": "https://github.com/rsms/inter",
    "Source Serif 4": "https://github.com/adobe-fonts/source-serif",
}
"""Changed forms of these come with nonet: tools/fonts.py, tools/page_fonts.py."""


def _component(package: Distribution) -> dict[str, Any]:
    name = canonicalize_name(package.name)
    purl = f"pkg:pypi/{name}@{package.version}"
    known = {"type": "library", "bom-ref": purl, "name": name, "version": package.version, "purl": purl}
    for licence in package.metadata.get_all("License-Expression", []):
        return {**known, "licenses": [{"expression": licence}]}
    names = package.metadata.get_all("Classifier", [])
    named = [each.rpartition(" :: ")[2] for each in names if each.startswith("License ::")]
    return {**known, "licenses": [{"license": {"name": each}} for each in named]} if named else known


def sbom(name: str, extra: str) -> dict[str, Any]:
    """The SBOM of an installed package with an extra."""
    found: dict[str, set[str]] = {}
    waiting = [(name, ""), (name, extra)]
    for each, chosen in waiting:  # it grows meanwhile
        needs = found.setdefault(each, set())
        for need in map(Requirement, distribution(each).requires or ()):
            if need.marker is None or need.marker.evaluate({"extra": chosen}):
                other = canonicalize_name(need.name)
                needs |= {other} - {each}  # an extra may name others of its own package
                waiting += [(other, part) for part in ("", *need.extras) if (other, part) not in waiting]
    used = {each: sorted(needs) for each, needs in sorted(found.items())}
    components = {each: _component(distribution(each)) for each in used}
    own = components[name]
    fonts = [
        {
            **{"type": "data", "bom-ref": font, "name": font},
            "licenses": [{"license": {"id": "OFL-1.1"}}],
            "externalReferences": [{"type": "vcs", "url": address}],
        }
        for font, address in FONTS.items()
    ]
    contents = {
        "metadata": {"component": own | {"type": "application", "components": fonts}},
        "components": [each for each in components.values() if each is not own],
        "dependencies": [
            {
                "ref": components[each]["bom-ref"],
                "dependsOn": [components[other]["bom-ref"] for other in needs],
            }
            for each, needs in used.items()
        ],
    }
    number = uuid5(NAMESPACE_URL, json.dumps(contents))  # the same for the same contents
    head = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
    }
    return head | contents


def main(arguments: list[str]) -> int:
    """Write the SBOM of nonet; returns the exit status."""
    if len(arguments) != 1:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    file = Path(arguments[0])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(sbom("nonet", "all"), indent=2) + "\n", encoding="utf-8")
    print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
