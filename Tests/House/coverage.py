#!/usr/bin/env python3
"""Prints how many lines of each room the tests run, and the functions with the most lines that none runs.

    python3 Tests/House/coverage.py [--scratch FOLDER] [--functions N]

The package and its tests are built with counters in a separate scratch folder, and all tests run once.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch", default=".build/coverage", help="where it is built (default: .build/coverage)")
    parser.add_argument("--functions", type=int, default=40, help="how many functions are listed (default: 40)")
    options = parser.parse_args()
    command = ["swift", "test", "--enable-code-coverage", "--scratch-path", options.scratch]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        failed = [line for line in result.stdout.splitlines() if "✘" in line]
        sys.exit("\n".join(failed + [result.stderr[-1000:]]))
    path = subprocess.run([*command, "--show-codecov-path"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    data = json.loads(pathlib.Path(path.strip()).read_text())["data"][0]
    rooms = {}
    for file in data["files"]:
        name = pathlib.Path(file["filename"])
        if not name.is_relative_to(ROOT):
            continue
        parts = name.relative_to(ROOT).parts
        if parts[0] not in ("Sources", "Plugins") or len(parts) < 3:
            continue
        lines = file["summary"]["lines"]
        room = rooms.setdefault("/".join(parts[:2]), [0, 0])
        room[0] += lines["covered"]
        room[1] += lines["count"]
    print(f"{'room':32} {'lines':>7} {'run':>8}")
    for room, (covered, count) in sorted(rooms.items(), key=lambda item: item[1][0] / max(item[1][1], 1)):
        print(f"{room:32} {count:7} {100 * covered / max(count, 1):7.1f} %")
    covered, count = (sum(room[i] for room in rooms.values()) for i in (0, 1))
    print(f"{'all':32} {count:7} {100 * covered / max(count, 1):7.1f} %\n")
    missing = {}
    for function in data.get("functions", []):
        name = pathlib.Path(function["filenames"][0])
        if not name.is_relative_to(ROOT) or name.relative_to(ROOT).parts[0] not in ("Sources", "Plugins"):
            continue
        first, last = function["regions"][0][0], function["regions"][0][2]
        key = (str(name.relative_to(ROOT)), first)
        known = missing.get(key, (last - first + 1, 0))
        missing[key] = (known[0], known[1] + function["count"])
    unrun = sorted(((lines, place) for place, (lines, runs) in missing.items() if runs == 0), reverse=True)
    print(f"{len(unrun)} functions are not run by any test; the longest:")
    for lines, (name, line) in unrun[: options.functions]:
        print(f"{lines:5}  {name}:{line}")


if __name__ == "__main__":
    main()
