#!/usr/bin/env python3
"""Compares the time of parsing pages in this program and in others, in one run of interleaved rounds.

    swift build -c release --product scrape-benchmark
    python3 Tests/Benchmarks/parse.py PAGE-OR-FOLDER ...

Peers are used if they are installed: lexbor (through selectolax), libxml2 (through lxml, and as this package calls
it), Gumbo (its shared library). Times are processor times, the shortest of all rounds; the table shows nanoseconds
per byte and ratios to lexbor. --memory PAGE instead shows each parser's peak memory for one page, per byte of the
page.
"""
import argparse
import ctypes
import ctypes.util
import os
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BENCHMARK = os.path.join(ROOT, ".build", "release", "scrape-benchmark")
PAGE_ENDINGS = (".html", ".htm", ".testhtml")


def pages(paths):
    """All pages among the given files and below the given folders, in order."""
    for path in paths:
        if os.path.isdir(path):
            for folder, _, names in sorted(os.walk(path)):
                yield from (os.path.join(folder, n) for n in sorted(names) if n.endswith(PAGE_ENDINGS))
        else:
            yield path


def python_peers():
    """A function that parses and frees one page, for each peer that is installed."""
    peers = {}
    try:
        from selectolax.lexbor import LexborHTMLParser

        peers["lexbor"] = lambda page: LexborHTMLParser(page)
    except ImportError:
        print("lexbor left out: selectolax is not installed", file=sys.stderr)
    try:
        import lxml.html

        parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
        peers["libxml2 (lxml)"] = lambda page: lxml.html.document_fromstring(page, parser=parser)
    except ImportError:
        print("lxml left out: it is not installed", file=sys.stderr)
    name = ctypes.util.find_library("gumbo")
    if name:
        gumbo = ctypes.CDLL(name)
        gumbo.gumbo_parse_with_options.restype = ctypes.c_void_p
        gumbo.gumbo_parse_with_options.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
        gumbo.gumbo_destroy_output.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        options = ctypes.addressof(ctypes.c_char.in_dll(gumbo, "kGumboDefaultOptions"))

        def parse(page):
            gumbo.gumbo_destroy_output(options, gumbo.gumbo_parse_with_options(options, page, len(page)))

        peers["Gumbo"] = parse
    else:
        print("Gumbo left out: its library is not installed", file=sys.stderr)
    return peers


def usable(page):
    """Whether every peer can read a page unchanged: as UTF-8."""
    try:
        page.decode("utf-8")
        return bool(page)
    except UnicodeDecodeError:
        return False


def compare(paths, rounds):
    texts = {path: open(path, "rb").read() for path in pages(paths)}
    texts = {path: page for path, page in texts.items() if usable(page)}
    total = sum(map(len, texts.values()))
    print(f"{len(texts)} pages in UTF-8, {total:,} bytes, {rounds} rounds")
    best = {}

    def note(name, seconds):
        best[name] = min(best.get(name, seconds), seconds)

    peers = python_peers()
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(texts))
        listed.flush()
        run_rounds(rounds, listed.name, texts, peers, note)
    base = best.get("lexbor") or min(best.values())
    print(f"{'':20}{'ns/byte':>9}{'MB/s':>8}{'ratio':>8}")
    for name, seconds in sorted(best.items(), key=lambda item: item[1]):
        print(f"{name:20}{seconds * 1e9 / total:9.2f}{total / seconds / 1e6:8.0f}{seconds / base:8.2f}")


def run_rounds(rounds, listed, texts, peers, note):
    """Runs everything once per round, one after the other, and records the times."""
    for _ in range(rounds):
        for name, options in (
            ("here", []),
            ("here, decoding too", ["--decode"]),
            ("libxml2 (here)", ["--parser", "libxml2"]),
        ):
            command = [BENCHMARK, "parse", "--rounds", "1", "--list", listed, *options]
            output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            note(name, int(output.split()[-1]) / 1e9)
        for name, parse in peers.items():
            start = time.process_time()
            for page in texts.values():
                parse(page)
            note(name, time.process_time() - start)


def peak(command):
    """The peak memory of a command, in bytes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    return os.wait4(process.pid, 0)[2].ru_maxrss * 1024


def memory(path):
    empty = os.path.join(ROOT, ".build", "empty-page.html")
    open(empty, "w").close()
    size = os.path.getsize(path)
    print(f"{path}: {size:,} bytes")
    for name, options in (("here", ["--decode"]), ("libxml2 (here)", ["--decode", "--parser", "libxml2"])):
        command = [BENCHMARK, "parse", "--rounds", "1", *options]
        print(f"{name:20}{(peak([*command, path]) - peak([*command, empty])) / size:9.2f}")
    for name in python_peers():
        command = [sys.executable, __file__, "--peer", name]
        print(f"{name:20}{(peak([*command, path]) - peak([*command, empty])) / size:9.2f}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--memory", action="store_true")
    arguments.add_argument("--peer", help=argparse.SUPPRESS)
    arguments.add_argument("paths", nargs="+", metavar="PAGE-OR-FOLDER")
    given = arguments.parse_args()
    if given.peer:
        kept = open(given.paths[0], "rb").read()
        if kept:
            kept = (kept, python_peers()[given.peer](kept))
    elif given.memory:
        for path in pages(given.paths):
            memory(path)
    else:
        compare(given.paths, given.rounds)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
