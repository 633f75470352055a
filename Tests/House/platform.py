#!/usr/bin/env python3
"""Checks that code for a single system is only in Sources/Platform: no other source imports a C library by its name,
or uses features that only Linux has. If one does, its place is printed and the exit status is 1.

    python3 Tests/House/platform.py
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = "Sources/Platform/"
# These files are only about mallopt, and about the program of the guide.
ALLOWED = {
    "Sources/scrape/Terminal/Process.swift",
    "Sources/scrape/Commands/New/NewPlugin.swift",
}
WORDS = re.compile(r"\bimport (Glibc|Musl|Darwin)\b|\bGlibc\.|/proc/|\bprlimit\b|\binotify|_np\b|\bmallopt\b")

found = []
for path in sorted((ROOT / "Sources").rglob("*.swift")):
    name = path.relative_to(ROOT).as_posix()
    if name.startswith(PLACE) or name in ALLOWED:
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if WORDS.search(line):
            found.append(f"{name}:{number}: {line.strip()}")
print("\n".join(found) or "what is one system's alone is in Sources/Platform")
sys.exit(bool(found))
