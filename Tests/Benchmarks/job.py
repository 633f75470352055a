#!/usr/bin/env python3
"""Compares the cost of a whole job in this program and in others, in one run of interleaved rounds.

    swift build -c release --static-swift-stdlib --product scrape
    python3 Tests/Benchmarks/job.py PAGE-OR-FOLDER ...

The job is twelve.json over every page: a process reads files, parses them, takes twelve fields and prints a line of
JSON a page. Each engine does it on one core and on all cores, in the usual way of its language: with threads in C and
Swift, with processes in Python. The shortest time of all rounds is used: processor time for one core, elapsed time
for all. The time for one empty page is the start-up time; it is shown separately and subtracted.

A peer runs if it is available: those in Python if they are installed, lexbor if --lexbor or pkg-config finds it,
those in Swift if --swiftsoup and --kanna name a package, a folder or an address. The numbers of values that the
engines find are compared field by field: parsers differ on broken pages, and differences beyond the tolerance are
shown. --memory instead shows the peak memory of each engine, and whether it grows with the number of pages.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "Peers")]
import building
from parse import ROOT, pages, usable

RULES = os.path.join(HERE, "twelve.json")
#: The names of possible bases of the table: the first one that ran is used.
BASES = ("lexbor, C", "selectolax", "scrape")


class Usage:
    """The time of a process."""

    def __init__(self, command, output=subprocess.DEVNULL):
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        self.clock = time.perf_counter() - start
        self.processor = usage.ru_utime + usage.ru_stime
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            sys.exit(f"failed: {' '.join(command)[:300]}")


#: Runs a command and prints its peak memory. It is a separate, small process, since a command's figure includes what the
#: process that starts it already uses.
PEAK = """
import os, sys
process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=[
    (os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)])
peak = os.wait4(process, 0)[2].ru_maxrss
os.write(1, str(peak * 1024).encode())
"""


def peak(command):
    asked = [sys.executable, "-I", "-S", "-c", PEAK, *command]
    return int(subprocess.run(asked, stdout=subprocess.PIPE, check=True).stdout)


def listed(folder, name, paths):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{page}\n" for page in paths)
    return path


def counts(path):
    """The number of values of each field on each page, from an engine's output."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            yield {k: len(v) if isinstance(v, list) else 1 for k, v in json.loads(line).items() if k[0] != "@"}


def agreement(found, base):
    """The share of fields of pages that have the same number of values, and the fields that differ most in total."""
    names = sorted({name for page in base for name in page})
    same = sum(a.get(n, 0) == b.get(n, 0) for a, b in zip(found, base) for n in names)
    totals = [collections.Counter() for _ in (found, base)]
    for total, all_pages in zip(totals, (found, base)):
        for page in all_pages:
            total.update(page)
    ratios = {n: totals[0][n] / totals[1][n] - 1 for n in names if totals[1][n]}
    return same / max(1, len(base) * len(names)), ratios


def check(engines, jobs, pages_list, folder, tolerance):
    """Runs each engine once for each number of jobs, and reports differences in their results."""
    outputs = {}
    for name, command in engines.items():
        for number in (1, jobs):
            path = os.path.join(folder, f"output-{number}.jsonl")
            with open(path, "wb") as file:
                Usage(command(number, pages_list), file)
            if number == 1:
                outputs[name] = list(counts(path))
            elif outputs[name] != list(counts(path)):
                print(f"{name}: {number} jobs do not give what one gives", file=sys.stderr)
    base_name = next(iter(outputs))
    base = outputs[base_name]
    values = sum(sum(page.values()) for page in base)
    print(f"\n{values:,} values by {base_name}; fields of pages with as many values as there, and fields that differ")
    for name, found in outputs.items():
        if len(found) != len(base):
            print(f"  {name:22}{len(found)} lines instead of {len(base)}")
            continue
        share, ratios = agreement(found, base)
        far = sorted((r for r in ratios.items() if abs(r[1]) > tolerance), key=lambda r: -abs(r[1]))
        print(f"  {name:22}{share:7.1%}  " + ", ".join(f"{n} {r:+.0%}" for n, r in far))


def compare(engines, jobs, rounds, page_list, start_list, count, size):
    best = {}
    for _ in range(rounds):
        for name, command in engines.items():
            for number in (1, jobs):
                for is_start, paths in ((True, start_list), (False, page_list)):
                    usage = Usage(command(number, paths))
                    key = (name, number, is_start)
                    seconds = usage.processor if number == 1 else usage.clock
                    best[key] = min(best.get(key, seconds), seconds)
    taken = {(n, j): max(1e-6, best[n, j, False] - best[n, j, True]) for n, j, _ in best}
    base = next(name for name in (*BASES, *engines) if name in engines)
    for number, what in ((1, "one core, time of the processor"), (jobs, f"{jobs} cores, time of the clock")):
        print(f"\n{what:34}{'pages/s':>9}{'MB/s':>8}{'ns/byte':>9}{'ratio':>8}{'start ms':>10}{'gain':>7}")
        for name in sorted(engines, key=lambda name: taken[name, number]):
            seconds = taken[name, number]
            print(
                f"  {name:32}{count / seconds:9.0f}{size / seconds / 1e6:8.1f}{seconds * 1e9 / size:9.2f}"
                f"{seconds / taken[base, number]:8.2f}{best[name, number, True] * 1e3:10.1f}"
                + (f"{taken[name, 1] / seconds:7.2f}" if number > 1 else "")
            )


def memory(engines, jobs, lists):
    """Prints the peak memory of each engine, which is that of its largest process."""
    start, once, ten = lists
    print(f"\n{'peak memory in MB':34}{'start':>9}{'1x':>9}{'10x':>9}{f'1x, {jobs} jobs':>14}")
    for name, command in engines.items():
        print(f"  {name:32}", end="")
        for number, paths, width in ((1, start, 9), (1, once, 9), (1, ten, 9), (jobs, once, 14)):
            if paths == ten and name not in BASES:
                print(f"{'':{width}}", end="")
                continue
            print(f"{peak(command(number, paths)) / 1e6:{width}.1f}", end="", flush=True)
        print()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="what \"all cores\" are")
    parser.add_argument("--tolerance", type=float, default=0.02, help="how far a field's values may differ in number")
    parser.add_argument("--memory", action="store_true", help="measure memory instead")
    parser.add_argument("--scrape", default=os.path.join(ROOT, ".build", "release", "scrape"), metavar="BINARY")
    parser.add_argument("--lexbor", metavar="PREFIX", help="where include/lexbor and lib/liblexbor are")
    parser.add_argument("--swiftsoup", metavar="PACKAGE", help="SwiftSoup's folder or address")
    parser.add_argument("--kanna", metavar="PACKAGE", help="Kanna's folder or address")
    parser.add_argument("--without", action="append", default=[], metavar="NAME", help="leave an engine out")
    parser.add_argument("--list", help="a file with a page's name a line")
    parser.add_argument("paths", nargs="*", metavar="PAGE-OR-FOLDER")
    return parser.parse_args()


def chosen(given):
    """The pages that every peer can read unchanged, and their size."""
    paths = list(pages(given.paths))
    if given.list:
        with open(given.list, encoding="utf-8") as file:
            paths += file.read().splitlines()
    fit, size = [], 0
    for path in paths:
        with open(path, "rb") as file:
            page = file.read()
        if usable(page):
            fit.append(os.path.abspath(path))
            size += len(page)
    return fit, size


def main():
    given = arguments()
    with tempfile.TemporaryDirectory() as folder:
        paths, size = chosen(given)
        if not paths:
            sys.exit("no pages in UTF-8 are given")
        engines = building.engines(given, RULES, folder)
        empty = os.path.join(folder, "empty.html")
        with open(empty, "w", encoding="utf-8") as file:
            file.write("<p>\n")
        once, start = listed(folder, "pages.txt", paths), listed(folder, "start.txt", [empty])
        print(f"{len(paths)} pages in UTF-8, {size:,} bytes, {given.rounds} rounds", flush=True)
        if given.memory:
            memory(engines, given.jobs, (start, once, listed(folder, "ten.txt", paths * 10)))
            return
        check(engines, given.jobs, once, folder, given.tolerance)
        compare(engines, given.jobs, given.rounds, once, start, len(paths), size)


if __name__ == "__main__":
    main()
