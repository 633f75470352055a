#!/usr/bin/env python3
"""Prints the table of costs: what run.sh calls. Times are processor times, the shortest of all rounds.

A row's function yields labels with the figure and its goal. A row whose peer is missing is left out, with a message.
"""
import argparse
import csv
import json
import math
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Benchmarks"))
from parse import pages, usable

SCRAPE = os.path.join(ROOT, ".build", "release", "scrape")
BENCHMARK = os.path.join(ROOT, ".build", "release", "scrape-benchmark")
SLOW_SELECTORS = [
    '[class^="c"][id]', "h2 + *", "div:has(> div > img):not(:has(table))", 'a[href$=".html"]', "p:not(:has(a))",
    "div > p:first-child", "li:has(a) + li", 'a[href*="/tag/"]', "ul li:nth-child(2n+1) a", "div:has(img)",
    "*:not(:has(*))", "p ~ p", "section h2 ~ p", 'a:not([href^="http"])', "div:not([class]) > p", 'img[alt=""]',
    '[class~="item"]', "li:not(:first-child):not(:last-child)", 'div:has(a[href^="/"])', "table tr:nth-child(odd) td",
]


def run(command, count=1):
    """The processor time of a command in seconds, on average over some calls."""
    # os.times() counts in steps of 10 ms.
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(count):
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{' '.join(command)[:200]}: {done.stderr.decode(errors='replace')[:300]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / count


def spent(function):
    start = time.process_time()
    function()
    return time.process_time() - start


def best(rounds, *measures):
    """The shortest time of each measure, in interleaved rounds."""
    times = [[measure() for measure in measures] for _ in range(rounds)]
    return [max(min(column), 1e-9) for column in zip(*times)]


class Table:
    def __init__(self, given, folder):
        self.given, self.folder = given, folder
        self.rounds = given.rounds
        self.pages = []
        for path in pages(given.paths or [os.path.join(ROOT, "Corpus")]):
            with open(path, "rb") as file:
                page = file.read()
            if usable(page):
                self.pages.append((os.path.abspath(path), page))
        self.list = self.write("pages.txt", "".join(f"{path}\n" for path, _ in self.pages))

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def rules(self, name, content):
        return self.write(f"{name}.json", json.dumps(content))

    def scrape(self, rules, *arguments, count=1, program=SCRAPE):
        return run([program, "--rules", rules, "--format", "jsonl", "--quiet", "--jobs", "1", *arguments], count)

    def job(self, rules, pages=None):
        return self.scrape(rules, "--scripting", "off", "--input", "list", pages or self.list)

    def parsing(self, *options, rounds=1):
        command = [BENCHMARK, "parse", "--rounds", str(rounds), "--list", self.list, *options]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[-1]) / 1e9

    # Rows

    def parse(self):
        from selectolax.lexbor import LexborHTMLParser

        def lexbor():
            for _, page in self.pages:
                LexborHTMLParser(page)

        # In its later rounds the peer has all memory that it needs, and so has this program.
        ours, theirs = best(self.rounds, lambda: self.parsing(rounds=2), lambda: spent(lexbor))
        yield "parse / lexbor", ours / theirs, 0.41

    def whole_job(self):
        from selectolax.lexbor import LexborHTMLParser
        from urllib.parse import urljoin

        def text(node):
            return " ".join(node.text().split()) if node else None

        def lexbor():
            for _, page in self.pages:
                tree = LexborHTMLParser(page)
                record = {"title": text(tree.css_first("title"))}
                for name in ("description", "og:title", "og:image"):
                    node = tree.css_first(f'meta[name="{name}"], meta[property="{name}"]')
                    record[name] = node and node.attributes.get("content")
                for name in ("h1", "h2", "h3", "p"):
                    record[name] = [text(node) for node in tree.css(name)]
                links = tree.css("a[href]")
                record["links"] = [urljoin("https://x.example/", n.attributes["href"] or "") for n in links[:20]]
                record["data"] = [n.text() for n in tree.css('script[type="application/ld+json"]')]
                record["images"] = len(tree.css("img"))
                record["body"] = text(tree.body)
                json.dumps(record)

        rules = os.path.join(HERE, "twelve.json")
        empty = self.write("empty.html", "<p>")
        start = self.write("start.txt", f"{empty}\n")
        ours, our_start, theirs, parsing = best(
            self.rounds, lambda: self.job(rules), lambda: self.job(rules, start), lambda: spent(lexbor),
            lambda: self.parsing("--decode"),
        )
        yield "whole job / selectolax", (ours - our_start) / theirs, 0.37
        yield "extraction / (decode + parse)", (ours - our_start - parsing) / parsing, 1.5

    def selectors(self):
        from selectolax.lexbor import LexborHTMLParser

        path, page = max(self.pages, key=lambda item: len(item[1]))
        tree = LexborHTMLParser(page)
        chosen = self.write("selectors.txt", "\n".join(SLOW_SELECTORS) + "\n")
        output = subprocess.run([BENCHMARK, "--set", chosen, path], capture_output=True, text=True)
        lines = output.stdout.splitlines()
        elements = int(lines[0].rpartition(": ")[2].split()[0])
        cold = {line[2:44].strip(): float(line.split()[-2]) for line in lines[2:] if line[2:44].strip() in SLOW_SELECTORS}
        worst, ours, theirs = ("", 0), 0, 0
        for selector in SLOW_SELECTORS:
            peer = min(spent(lambda: tree.css(selector)) for _ in range(20))
            own = cold[selector] * elements / 1e9
            ours, theirs = ours + own, theirs + peer
            worst = max(worst, (selector, own / peer), key=lambda item: item[1])
        yield f"{len(SLOW_SELECTORS)} hard selectors, fresh page / lexbor", ours / theirs, 0.5
        yield f"the slowest of them, {worst[0]}", worst[1], 1

    def start(self):
        source = self.write("empty/main.swift", 'import Glibc\nprint("hello")\n')
        program = os.path.join(self.folder, "empty", "hello")
        libxml = "/lib/x86_64-linux-gnu/libxml2.so.2"
        linked = [libxml] if os.path.exists(libxml) else ["-lxml2"]
        subprocess.run(
            ["swiftc", "-O", "-static-stdlib", source, "-o", program, "-Xlinker", "--no-as-needed", *linked],
            check=True, capture_output=True,
        )
        one = self.rules("one", {"records": {"P": {"fields": {"title": "h1"}}}})
        page = self.write("one.html", "<!DOCTYPE html><html><body><h1>Title</h1></body></html>")
        alchemy = os.path.join(ROOT, "Corpus", "alchemy")
        case = next(os.path.join(alchemy, n, "page.html") for n in sorted(os.listdir(alchemy))
                    if os.path.exists(os.path.join(alchemy, n, "page.html")))
        # Programs are started from copies, as after an installation: pages of a file that a linker has written are mapped one
        # by one, which takes a tenth of the time of a short run.
        installed = [shutil.copy(path, os.path.join(self.folder, name)) for path, name in
                     ((program, "installed-hello"), (SCRAPE, "installed-scrape"))]
        program, command = installed
        count = 30
        base, version, field, rules = best(
            self.rounds,
            lambda: run([program], count),
            lambda: run([command, "--version"], count),
            lambda: self.scrape(one, page, count=count, program=command),
            lambda: self.scrape(
                os.path.join(ROOT, "Rules", "alchemy.json"), case, count=count, program=command),
        )
        yield "start-up, --version / a line of Swift", version / base, 1.4
        yield "start-up, a page with one field / a line of Swift", field / base, 2
        yield "start-up, --rules alchemy / a line of Swift", rules / base, 2.5

    def data(self):
        chance = random.Random(1)
        rows = [(n, f"name {n}", chance.random() * 100, n % 2 == 0, f"2024-03-{n % 28 + 1:02}") for n in range(40_000)]
        names = ["id", "name", "price", "active", "day"]
        types = ["integer", "string", "decimal", "boolean", "date"]
        def fields(prefix):
            return {n: {"select": prefix + n, "type": t, "required": False} for n, t in zip(names, types)}
        text = json.dumps([dict(zip(names, row)) for row in rows])
        source = self.write("rows.data.json", text)
        table = os.path.join(self.folder, "rows.csv")
        with open(table, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([names, *[[str(v).lower() if v is True or v is False else v for v in r] for r in rows]])
        xml = self.write("rows.xml", "<rows>" + "".join(
            "<row>" + "".join(f"<{n}>{str(v).lower()}</{n}>" for n, v in zip(names, row)) + "</row>" for row in rows
        ) + "</rows>")
        as_json = self.rules("as-json", {"source": "json", "records": {"R": {"each": "json > item", "fields": fields("> ")}}})
        as_csv = self.rules("as-csv", {"source": "csv", "records": {"R": {"each": "row", "fields": fields("> ")}}})
        as_xml = self.rules("as-xml", {"source": "xml", "records": {"R": {"each": "row", "fields": fields("> ")}}})
        output = os.path.join(self.folder, "rows.db")

        def read_json():
            with open(source, encoding="utf-8") as file:
                for row in json.load(file):
                    json.dumps(row)

        def read_csv():
            with open(table, newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    row["id"], row["price"] = int(row["id"]), float(row["price"])
                    row["active"] = row["active"] == "true"
                    json.dumps(row)

        def read_xml():
            import lxml.etree

            for row in lxml.etree.parse(xml).getroot():
                json.dumps({n: row.findtext(n) for n in names})

        def into_sqlite():
            if os.path.exists(output):
                os.remove(output)
            base = sqlite3.connect(output)
            base.execute("create table R (id integer, name text, price real, active integer, day text)")
            with open(table, newline="", encoding="utf-8") as file:
                reader = csv.reader(file)
                next(reader)
                base.executemany("insert into R values (?, ?, ?, ?, ?)", (
                    (int(r[0]), r[1], float(r[2]), r[3] == "true", r[4]) for r in reader))
            base.commit()
            base.close()

        def own_sqlite():
            for name in os.listdir(self.folder):
                if name.startswith("own.db"):
                    os.remove(os.path.join(self.folder, name))
            return run([SCRAPE, "--rules", as_csv, "--format", "sqlite", "--quiet", "--output",
                        os.path.join(self.folder, "own.db"), table])

        times = best(
            min(self.rounds, 3),
            lambda: self.scrape(as_json, source), lambda: spent(read_json), lambda: self.scrape(as_csv, table),
            lambda: spent(read_csv), lambda: self.scrape(as_xml, xml), lambda: spent(read_xml),
            own_sqlite, lambda: spent(into_sqlite),
        )
        yield "JSON, five typed fields / json", times[0] / times[1], 0.3
        yield "CSV / csv", times[2] / times[3], 0.3
        yield "XML / lxml", times[4] / times[5], 0.3
        yield "CSV to SQLite / sqlite3", times[6] / times[7], 0.6

    def tiny(self):
        body = "<!DOCTYPE html><title>T</title><h1>Oak</h1>" + "<p class=x>text</p>" * 20
        html = body + " " * max(0, 460 - len(body))
        count = 20_000
        path = self.write("tiny.jsonl", "".join(
            json.dumps({"url": f"https://x.example/{n}", "html": html}) + "\n" for n in range(count)))
        rules = self.rules("tiny", {"records": {"P": {"fields": {"title": "title", "name": "h1"}}}})
        command = [SCRAPE, "--rules", rules, "--format", "jsonl", "--quiet", "--input", "jsonl", path, "--jobs"]

        def clock(jobs):
            start = time.perf_counter()
            subprocess.run([*command, str(jobs)], stdout=subprocess.DEVNULL, check=True)
            return time.perf_counter() - start

        one, wall, two = best(self.rounds, lambda: run([*command, "1"]), lambda: clock(1), lambda: clock(2))
        yield "tiny pages in JSON Lines, µs a page", one / count * 1e6, 15
        yield "the same, gain of two threads (at least)", wall / two, -1.8

    def folder_of_rules(self):
        for n in range(5000):
            fields = {f"f{i}": {"select": f".c{i} > a", "required": False} for i in range(10)}
            self.rules(f"many/site{n}", {
                "match": f"https://site{n}.example/*",
                "records": {"Item": {"each": ".item", "fields": {"title": "h2", **fields}}},
            })
        page = self.write("site.html", "<link rel=canonical href='https://site7.example/a'><p class=item><h2>A</h2>")
        (taken,) = best(self.rounds, lambda: self.scrape(os.path.join(self.folder, "many"), page))
        yield "5,000 rules files, one page, s", taken, 0.1

    def fields(self):
        times = []
        for count in (1000, 10_000):
            rules = self.rules(f"fields{count}", {"records": {"P": {"fields": {
                f"f{i}": {"select": f".c{i}", "required": False} for i in range(count)}}}})
            page = self.write(f"fields{count}.html", "".join(f"<p class=c{i}>v{i}</p>" for i in range(count)))
            times += best(self.rounds, lambda: self.scrape(rules, page, count=max(1, 10_000 // count)))
        yield "time over 1,000 to 10,000 fields, exponent", math.log10(times[1] / times[0]), 1.05


def main():
    rows = ("parse", "whole_job", "selectors", "start", "data", "tiny", "folder_of_rules", "fields")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", action="append", choices=rows, metavar="ROW", help=", ".join(rows))
    parser.add_argument("paths", nargs="*", metavar="PAGE-OR-FOLDER")
    given = parser.parse_args()
    folder = tempfile.mkdtemp()
    try:
        table = Table(given, folder)
        print(f"{len(table.pages)} pages, {sum(len(p) for _, p in table.pages):,} bytes, {given.rounds} rounds")
        print(f"{'':52}{'today':>9}{'goal':>9}")
        for row in given.only or rows:
            try:
                for label, figure, goal in getattr(table, row)():
                    is_met = figure <= goal if goal > 0 else figure >= -goal
                    bound = f"≤ {goal}" if goal > 0 else f"≥ {-goal}"
                    print(f"{label:52}{figure:9.2f}{bound:>9}{'' if is_met else '  *'}", flush=True)
            except (ImportError, OSError, RuntimeError, ValueError, subprocess.CalledProcessError) as error:
                print(f"{row} left out: {error}", file=sys.stderr)
        print("* the goal is not met")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
