"""Writes a bill of materials (CycloneDX 1.5, JSON) of a program: itself and the dynamic libraries that it loads.

usage: python3 Tests/House/sbom.py PROGRAM > sbom.json
"""

import hashlib
import json
import os
import re
import subprocess
import sys


def digest(path):
    """The SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def version(path):
    """The version in the name of the file that a library's name links to; empty if it has none."""
    match = re.search(r"\.so[.](.+)$|-([0-9.]+)\.so$", os.path.basename(os.path.realpath(path)))
    return next((part for part in match.groups() if part), None) if match else None


def libraries(program):
    """The paths of the libraries that the program loads at its start or when it needs them, in order."""
    listing = subprocess.run([program, "version", "--verbose"], capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(r"\((/[^()]+)\)$", listing, re.MULTILINE)))


def component(kind, path, number):
    """A component of the bill."""
    entry = {
        "type": kind,
        "name": os.path.basename(path),
        "hashes": [{"alg": "SHA-256", "content": digest(path)}],
    }
    return entry | ({"version": number} if number else {})


def main(program):
    """Prints the bill of a program."""
    output = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    own = component("application", program, output.split()[-1] if output.split() else None)
    parts = [component("library", path, version(path)) for path in libraries(program)]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": own},
        "components": parts,
    }
    print(json.dumps(bill, indent=2))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
