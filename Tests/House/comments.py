#!/usr/bin/env python3
"""Lists the public symbols of symbol graphs that have no comment.

    comments.py FOLDER MODULE…

Cases of enumerations whose names say it all, and what the compiler generates, need none.
"""
import json
import pathlib
import sys

FREE = {"swift.enum.case", "swift.extension"}
# Members that conformances require and that protocols of the standard library document.
REQUIRED = {"index(after:)", "index(before:)", "hashValue", "~="}


def main():
    folder, modules = pathlib.Path(sys.argv[1]), sys.argv[2:]
    missing = []
    for module in modules:
        for path in sorted((folder / module).glob("*.json")):
            graph = json.loads(path.read_text())
            inherited = {edge["source"] for edge in graph["relationships"] if "sourceOrigin" in edge}
            for symbol in graph["symbols"]:
                name = symbol["names"]["title"]
                if symbol["kind"]["identifier"] in FREE or name in REQUIRED or "location" not in symbol:
                    continue
                if symbol["identifier"]["precise"] in inherited or "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                    continue
                if not symbol.get("docComment", {}).get("lines"):
                    place = symbol["location"]
                    line = place["position"]["line"] + 1
                    missing.append(f"{place['uri'].removeprefix('file://')}:{line}: {module}: {'.'.join(symbol['pathComponents'])}")
    print("\n".join(missing) or "every public symbol has a comment")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
