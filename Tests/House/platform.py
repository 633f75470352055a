#!/usr/bin/env python3
"""Checks that code for a single system is only in Sources/Platform: no other source imports a C library by its name,
or uses features that only Linux has. Checks too that nothing that the command links imports Foundation or Dispatch, or
Scraping, which does, or uses a clock of the concurrency runtime: they slow down every start. If a source does, its place
is printed and the exit status is 1.

    python3 Tests/House/platform.py
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = "Sources/Platform/"
# This file is about the program of the guide.
ALLOWED = {"Sources/scrape/Commands/New/NewPlugin.swift"}
WORDS = re.compile(r"\bimport (Glibc|Musl|Darwin)\b|\bGlibc\.|/proc/|\bprlimit\b|\binotify|_np\b|\bmallopt\b")
# The command does not link these.
APART = ("Sources/Scraping/", "Sources/ListPlugins/", "Sources/scrape-benchmark/", "Plugins/OneRepMaxServer/")
SLOW = re.compile(
    r"^\s*([@a-z_]+ )*import (\w+ )?(Foundation\w*|Dispatch|Scraping)\b|\b(Continuous|Suspending)Clock\b"
)

found = []
for path in sorted([*(ROOT / "Sources").rglob("*.swift"), *(ROOT / "Plugins").rglob("*.swift")]):
    name = path.relative_to(ROOT).as_posix()
    if name in ALLOWED:
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        is_foreign = name.startswith("Sources/") and not name.startswith(PLACE) and WORDS.search(line)
        if is_foreign or not name.startswith(APART) and SLOW.search(line):
            found.append(f"{name}:{number}: {line.strip()}")
print("\n".join(found) or "what is one system's alone is in Sources/Platform, and the command does not import Foundation")
sys.exit(bool(found))
