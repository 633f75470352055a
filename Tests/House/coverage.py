#!/usr/bin/env python3
"""Prints how many lines of each room the tests run, and the functions with the most lines that none runs.

    python3 Tests/House/coverage.py [--scratch FOLDER] [--functions N] [--filter PATTERN]

The package and its tests are built with counters in a separate scratch folder, and all tests, or those that match PATTERN, run
once. The programs that tests start are counted too, except those that are started without an environment.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The tools that read the counters must be those of the compiler.
TOOLS = pathlib.Path(shutil.which("swift") or "swift").resolve().parent


def output(*command):
    """The output of a command of the toolchain; the script ends where it fails."""
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command[:3]))}: {(result.stderr or result.stdout)[-2000:]}")
    return result.stdout


def measure(scratch, pattern):
    """Builds, runs all tests, and returns what llvm-cov has counted."""
    build = ["swift", "build", "--build-tests", "--enable-code-coverage", "--scratch-path", scratch]
    output(*build)
    products = pathlib.Path(output(*build, "--show-bin-path").strip())
    tests = products / "scrapePackageTests.xctest"
    with tempfile.TemporaryDirectory() as folder:
        # Programs of one kind add to one file.
        environment = {**os.environ, "LLVM_PROFILE_FILE": f"{folder}/%4m.profraw", "SWIFT_BACKTRACE": "enable=no"}
        run = [tests, "--testing-library", "swift-testing", *(["--filter", pattern] if pattern else [])]
        result = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, text=True)
        failed = sorted({line for line in result.stdout.splitlines() if "✘ Test " in line and "recorded" not in line})
        print("\n".join(failed), file=sys.stderr)
        profiles = sorted(pathlib.Path(folder).glob("*.profraw"))
        if not profiles:
            sys.exit(f"the tests have counted nothing: {result.stderr[-2000:]}")
        output(TOOLS / "llvm-profdata", "merge", "-sparse", *profiles, "-o", f"{folder}/all.profdata")
        objects = [argument for name in ("scrape", "scrape-benchmark") for argument in ("-object", products / name)]
        counts = output(TOOLS / "llvm-cov", "export", tests, *objects, f"-instr-profile={folder}/all.profdata")
    return json.loads(counts)["data"][0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scratch", default=".build/coverage", help="where it is built (default: .build/coverage)")
    parser.add_argument("--functions", type=int, default=40, help="how many functions are listed (default: 40)")
    parser.add_argument("--filter", help="only the tests that match this pattern")
    options = parser.parse_args()
    data = measure(options.scratch, options.filter)
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
