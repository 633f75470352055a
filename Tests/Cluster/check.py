#!/usr/bin/env python3
"""Checks the Spark job: for a few thousand pages it must have the same results as one process.

    python3 Tests/Cluster/check.py [--binary .build/release/scrape] [--pages 3000] [--keep FOLDER]

Runs Plugins/Spark/scrape_job.py with two workers on this machine over pages generated from a seed: as JSON Lines that
Spark splits, while the first scrape is killed during its work, and as archives of several kinds. Every record and every
error must be in the tables exactly once, with the page that it is from. Then the job fetches pages of hosts on this
machine: each page once, each host in one task, with its pauses; and crawls them, while a task dies.

Without PySpark or Java the check is skipped.
"""
import argparse
import base64
import bisect
import collections
import datetime
import gzip
import importlib.util
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

import hosts as local

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
JOB = os.path.join(ROOT, "Plugins", "Spark", "scrape_job.py")
CLOCK = "2026-01-31T12:00:00Z"

# A field of each type, a list of objects, objects nested in their own type, and JSON of any shape.
SHOP = {
    "about": "Products of a shop, made for a check",
    "match": ["https://shop.example/*"],
    "records": {
        "Product": {
            "each": "main",
            "fields": {
                "name": {"select": "h1", "required": True},
                "price": {"select": ".price", "type": "decimal"},
                "stock": {"select": ".stock", "type": "integer"},
                "added": {"select": ".added", "type": "date"},
                "seen": {"select": "time::attr(datetime)", "type": "datetime"},
                "fresh": {"case": {"main:has(.fresh)": True, "*": False}},
                "link": {"select": "a::attr(href)", "type": "url"},
                "tags": {"select": ".tag", "type": ["string"]},
                "facts": {"select": ".facts::attr(data-facts)", "type": "json"},
                "sizes": {"each": ".size", "fields": {"name": "b", "left": {"select": "i", "type": "integer"}}},
                "comments": {
                    "each": "> .comment",
                    "fields": {"text": "> p", "replies": {"each": "> .comment", "fields": "comments"}},
                },
            },
        },
        "Tag": {"each": ".tag", "fields": {"label": "::text"}},
    },
}
NEWS = {
    "about": "Stories of a paper, made for a check",
    "match": ["https://news.example/*"],
    "records": {"Story": {"each": "article", "fields": {"title": {"select": "h2", "required": True}, "url": "h2 a::attr(href)"}}},
}

# Rules for pages that are fetched, and for crawls that lead to the same pages.
PAGES = {
    "about": "Pages of local hosts, made for a check",
    "match": ["http://*/p/*"],
    "records": {"Page": {"fields": {"title": {"select": "h1", "required": True}, "size": {"select": "b", "type": "decimal"}}}},
}
CRAWL = {
    "about": "Lists of local hosts, made for a check",
    "match": ["{site}/*"],
    "inputs": {"site": {"required": True}, "kind": {"type": ["string"], "default": ["all"]}},
    "requests": {
        "list": {"get": "{+site}/list", "query": {"kind": "{kind}"}, "records": [], "follow": {"page": "a::attr(href)"}},
        "page": {"records": ["Page"]},
    },
    "records": PAGES["records"],
}
# Seconds: the pause of the runs, and that of the host with a Crawl-delay.
PAUSE, CRAWL_DELAY = 0.2, 1

# The fields that are JSON text in tables and values in records.
AS_JSON = ("facts", "replies")


class Failure(Exception):
    """A result that differs from the expected one."""


# Pages.


def product(random, number):
    """A page of the shop. Some lack a required field, some have values too large for a column, some are large."""
    words = [random.choice(("brass", "café", "naïve “quotes”", "\\", "日本", "🧶", "a\u00a0b", "x")) for _ in range(5)]
    name = "" if number % 17 == 3 else f"<h1>Thing {number} {words[0]} &amp; {words[1]}</h1>"
    stock = "9" * 30 if number % 101 == 7 else str(random.randrange(10**6))
    tags = "".join(f"<span class=tag>{word}</span>" for word in words[: random.randrange(4)])
    sizes = "".join(f"<li class=size><b>{size}</b> <i>{random.randrange(9)}</i>" for size in "SML"[: random.randrange(4)])
    facts = json.dumps({"weight": number / 8, "words": words, "none": None, "large": 10**25}).replace("'", "&#39;")
    comment = f"<div class=comment><p>{words[2]}</p><div class=comment><p>{words[3]}</p></div></div>"
    filler = "<p>" + "filler " * (60_000 if number % 500 == 11 else random.randrange(300))
    return (
        f"<!doctype html><meta charset=utf-8><main>{name}<p class=price>{random.randrange(10**5)}.{number % 100:02}"
        f"<p class=stock>{stock}<p class=added>20{number % 30:02}-0{number % 9 + 1}-11"
        f"<p><time datetime='2026-01-{number % 28 + 1:02}T10:00:00{random.choice(('', 'Z', '+02:00'))}'></time>"
        f"{'<b class=fresh></b>' if number % 3 else ''}<a href='/{number}?a=1#b'>go</a>{tags}<ul>{sizes}</ul>"
        f"<div class=facts data-facts='{facts}'></div>{comment * (number % 3)}{filler}</main>"
    )


def made_pages(count):
    """The address and the text of each page."""
    chance = random.Random(8)
    for number in range(count):
        if number % 7 == 5:
            title = "" if number % 5 == 0 else f"<h2><a href='/s/{number}'>Story {number}</a></h2>"
            yield f"https://news.example/{number}", f"<article>{title}<p>{'news ' * chance.randrange(500)}</article>"
        else:
            yield f"https://shop.example/{number}", product(chance, number)


def write_lines(path, pages):
    """Writes the pages as JSON Lines, in several encodings, with some invalid lines."""
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        for number, (url, text) in enumerate(pages):
            page = {"url": url, "html": text}
            if number % 13 == 1:
                content = text.replace("charset=utf-8", "").encode("cp1252", "xmlcharrefreplace")
                page = {"url": url, "base64": base64.b64encode(content).decode(), "encoding": "windows-1252"}
            if number % 2:
                page["clock"] = CLOCK
            stream.write(json.dumps(page, ensure_ascii=number % 4 == 0) + "\n")
            if number % 200 == 50:
                stream.write('{"url": "https://shop.example/cut", "html": "<main>\n')


def warc_record(kind, url, block):
    """A record of an archive."""
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {CLOCK}\r\n"
    media = "application/http; msgtype=response" if kind == "response" else "application/http; msgtype=request"
    return f"{head}Content-Type: {media}\r\nContent-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n"


def write_archive(path, pages, members):
    """Writes the pages as an archive: a gzip member for each record, one for all, or none."""
    records = [warc_record("warcinfo", "urn:x", b"software: check\r\n")]
    for number, (url, text) in enumerate(pages):
        # The separator of records also occurs in pages, and a page need not be text.
        body = text.encode() + b"<pre>\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\n" + bytes(range(256)) + b"</pre>"
        head = f"HTTP/1.1 {404 if number % 50 == 9 else 200} OK\r\nContent-Type: text/html; charset=utf-8\r\n"
        if number % 3 == 0:
            head += "Content-Encoding: gzip\r\n"
            body = gzip.compress(body, 1, mtime=0)
        records.append(warc_record("request", url, b"GET / HTTP/1.1\r\n\r\n"))
        records.append(warc_record("response", url, head.encode() + b"\r\n" + body))
    packed = {
        "each": lambda: b"".join(gzip.compress(record, 1, mtime=0) for record in records),
        "all": lambda: gzip.compress(b"".join(records), 1, mtime=0),
        "none": lambda: b"".join(records),
    }
    with open(path, "wb") as stream:
        stream.write(packed[members]())


# The results of one process.


def plain(binary, rules, format, files, folder):
    """The records and the errors of a run without Spark, as rows."""
    errors = os.path.join(folder, "errors.jsonl")
    rows = collections.Counter()
    for file in files:
        done = subprocess.run(
            [binary, "--rules", rules, "--input", format, "--format", "jsonl", "--with-page", "--errors", errors, file],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        if done.returncode not in (0, 1, 3):
            raise Failure(f"scrape ended with {done.returncode}: {done.stderr.decode()}")
        rows.update(map(record_row, done.stdout.splitlines()))
        with open(errors, "rb") as stream:
            rows.update(map(error_row, stream.read().splitlines()))
    return rows


def record_row(line):
    """A record as a row: its type, its page, and itself."""
    record = json.loads(line)
    name, page, url = record.pop("@type"), record.pop("@page"), record.pop("@url", None)
    if record.get("stock", 0) >= 2**63:
        # The value does not fit its column.
        return row("errors", page, url, {"record": name, "field": "stock"})
    if "price" in record:
        record["price"] = float(record["price"])
    return row(name, page, url, record)


def error_row(line):
    """An error as a row."""
    error = json.loads(line)
    known = {name: error.get(name) for name in ("record", "field", "reason") if error.get(name) is not None}
    return row("errors", error.get("page"), error.get("url"), known)


def row(table, page, url, values):
    """A row that can be compared and counted."""
    return table, page, url, json.dumps(values, sort_keys=True)


# The content of the tables.


def tables(output, files, are_split):
    """The rows of all tables of a run."""
    rows = collections.Counter()
    pages = PageNames(files)
    for name, page, url, values in table_rows(output):
        if name == "errors":
            has_bounds = "64 bits" in values["reason"]
            kept = ("record", "field") if has_bounds else ("record", "field", "reason")
            values = {key: values[key] for key in kept}
        rows[row(name, pages.plain(page), url, as_record(values))] += 1
    if bool(pages.parts) != are_split:
        raise Failure("the files were to be split" if are_split else "an archive has been split")
    return rows


def table_rows(output):
    """The table, page, address and values of every row."""
    from pyspark.sql import SparkSession

    quiet = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.log.level": "ERROR"}
    spark = SparkSession.builder.master("local[1]").config(map=quiet).getOrCreate()
    with open(os.path.join(output, "_run.json")) as stream:
        folders = json.load(stream)["tables"]
    stale = set(os.listdir(output)) - set(folders.values()) - {"archive"}
    if any(not name.startswith((".", "_")) for name in stale):
        raise Failure(f"there are tables of another run: {stale}")
    for name, folder in folders.items():
        for found in spark.read.parquet(os.path.join(output, folder)).collect():
            values = found.asDict(recursive=True)
            yield name, values.pop("_page"), values.pop("_url"), values


def as_record(value, field=None):
    """The value of a column as in the record."""
    if isinstance(value, dict):
        return {key: as_record(inner, key) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [as_record(inner, field) for inner in value]
    if field in AS_JSON:
        return json.loads(value)
    return value.isoformat() if isinstance(value, datetime.date) else value


class PageNames:
    """The names of pages for a process that reads the whole file."""

    def __init__(self, files):
        self.starts, self.parts = {}, set()
        for file in files:
            if file.endswith(".jsonl"):
                with open(file, "rb") as stream:
                    lengths = [len(line) for line in stream]
                self.starts[file] = [0, *itertools.accumulate(lengths)]

    def plain(self, name):
        """FILE:LINE for FILE+START:LINE, whose lines are counted from the first that starts after START."""
        file, place = urllib.parse.unquote(urllib.parse.urlparse(name).path).rsplit(":", 1)
        file, _, start = file.partition("+")
        if not start:
            return f"{file}:{place}"
        self.parts.add(start)
        return f"{file}:{bisect.bisect_right(self.starts[file], int(start)) + int(place)}"


# Runs.


def submit(options, settings):
    """Runs the job like a user."""
    program = shutil.which("spark-submit")
    import pyspark

    inside = os.path.join(os.path.dirname(pyspark.__file__), "bin", "spark-submit")
    command = [inside if os.path.exists(inside) else program, "--master", "local[2,4]"]
    for setting in ("spark.ui.enabled=false", "spark.log.level=ERROR", *settings):
        command += ["--conf", setting]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable}
    done = subprocess.run([*command, JOB, *options], capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout + done.stderr


def run_job(options, settings=()):
    """Runs the job, which must succeed."""
    status, said = submit(options, settings)
    if status:
        raise Failure(f"the job ended with {status}:\n{said[-6000:]}")


def compare(what, found, expected):
    """Raises Failure if the rows differ, and prints their numbers otherwise."""
    missing, surplus = expected - found, found - expected
    examples = [f"  missing {row}" for row in list(missing)[:3]] + [f"  surplus {row}" for row in list(surplus)[:3]]
    if missing or surplus:
        count = f"{sum(missing.values())} rows are missing, {sum(surplus.values())} should not be there"
        raise Failure("\n".join([f"{what}: {count}", *(example[:600] for example in examples)]))
    kinds = collections.Counter()
    for (table, *_), count in found.items():
        kinds[table] += count
    print(f"{what}: " + ", ".join(f"{count:,} {table}" for table, count in sorted(kinds.items())), flush=True)


def dying(binary, folder):
    """A program that runs the binary, but is killed during its first call with pages."""
    path = os.path.join(folder, "dying-scrape")
    with open(path, "w") as stream:
        stream.write(
            "#!/bin/sh\n"
            f'if [ "$1" = --rules ] && mkdir "{folder}/died" 2>/dev/null; then\n'
            f'  head -n 40 | "{binary}" "$@"\n'
            "  kill -9 $$\n"
            "fi\n"
            f'exec "{binary}" "$@"\n'
        )
    os.chmod(path, 0o755)
    return path


def dying_late(binary, folder):
    """A program that runs the binary, but is killed at the end of its first crawl."""
    path = os.path.join(folder, "dying-crawl")
    with open(path, "w") as stream:
        stream.write(
            "#!/bin/sh\n"
            'case "$* " in *" --dry-run "*) ;; crawl*)\n'
            f'  if mkdir "{folder}/died-late" 2>/dev/null; then\n'
            f'    "{binary}" "$@"\n'
            "    kill -9 $$\n"
            "  fi\n"
            "esac\n"
            f'exec "{binary}" "$@"\n'
        )
    os.chmod(path, 0o755)
    return path


def check_mistakes(binary, rules, input, output):
    """Checks that a mistake in the rules is reported before anything is read or written."""
    wrong = os.path.join(rules, "wrong.json")
    with open(wrong, "w") as stream:
        stream.write('{ "match": ["https://wrong.example/*"], "records": { "A": { "each": "p", "feilds": {} } } }')
    status, said = submit(["--rules", rules, "--input", input, "--output", output, "--binary", binary], [])
    os.remove(wrong)
    if status != 2 or "wrong.json:1:" not in said or os.path.exists(output):
        raise Failure(f"for rules with a mistake the job ended with {status}:\n{said}")


# Pages that are fetched.


def archive_records(path):
    """The type and the address of each record of an archive."""
    with gzip.open(path) as stream:
        while head := stream.readline():
            if not head.startswith(b"WARC/"):
                raise Failure(f"{path}: expected a record, found {head!r}")
            fields = {}
            while (line := stream.readline()) not in (b"\r\n", b""):
                name, _, value = line.decode().partition(":")
                fields[name.lower()] = value.strip()
            if len(stream.read(int(fields["content-length"]))) != int(fields["content-length"]) or stream.read(4) != b"\r\n\r\n":
                raise Failure(f"{path} is cut off")
            yield fields["warc-type"], fields.get("warc-target-uri")


def archives_of(output):
    """The records of each archive, by its name."""
    folder = os.path.join(output, "archive")
    found = {name: list(archive_records(os.path.join(folder, name))) for name in sorted(os.listdir(folder)) if name[0] != "."}
    if importlib.util.find_spec("warcio") is not None:
        for name in found:
            done = subprocess.run([sys.executable, "-m", "warcio.cli", "check", os.path.join(folder, name)], capture_output=True)
            if done.returncode:
                raise Failure(f"warcio finds damage in {name}: {done.stdout.decode()}{done.stderr.decode()}")
    return found


def fetched_rows(output, archives):
    """The rows of the tables, without pages; those of scraped pages must name the record that they are from."""
    rows = collections.Counter()
    for name, page, url, values in table_rows(output):
        archive, _, number = page.rpartition("/")[2].partition(":")
        if number.isdigit() and archives[archive][int(number) - 1] not in (("response", url), ("revisit", url)):
            raise Failure(f"{page} is not the answer of {url}")
        if name == "errors":
            values = {"reason": values["reason"]}
        rows[row(name, None, url, as_record(values))] += 1
    return rows


def reason_row(error):
    """The row of an error without its page, as scrape fetch or scrape writes it."""
    return row("errors", None, error["url"], {"reason": error.get("reason") or error["message"]})


def check_pauses(what, hosts, slow):
    """Checks that no host has had a request earlier than allowed; the slow one has a Crawl-delay."""
    for host, pause in hosts.shortest_pauses().items():
        allowed = CRAWL_DELAY if host == slow else PAUSE
        if pause < allowed - local.ROUNDING:
            raise Failure(f"{what}: {host} had a request {pause:.3f} s after an answer, in place of {allowed} s")


def check_addresses(binary, folder, hosts):
    """Fetches addresses with the job and with one process, and compares the tables."""
    rules, output = os.path.join(folder, "pages.json"), os.path.join(folder, "fetched")
    with open(rules, "w") as stream:
        json.dump(PAGES, stream)
    lists = [os.path.join(folder, name) for name in ("addresses.txt", "addresses.jsonl")]
    pages = [f"http://{host}/p/{number}" for number in range(1, 9) for host in hosts.names]
    special = [f"http://{host}{path}" for host in hosts.names for path in ("/p/gone", "/private/p/1", "/p/moved")]
    with open(lists[0], "w") as stream:
        stream.write("# Addresses\n\n" + "".join(f"{url}\n" for url in [*pages, *special, "nowhere", pages[0], f"{pages[1]}#a"]))
    more = [f"http://{host}/p/{number}" for host in hosts.names[:2] for number in range(100, 103)]
    with open(lists[1], "w") as stream:
        stream.writelines(json.dumps({"url": url, "rank": 1}) + "\n" for url in more)
    polite = ["--delay", str(PAUSE), "--allow-private", "--retries", "1"]
    hosts.forget()
    run_job(
        ["--rules", rules, "--addresses", *lists, "--output", output, "--binary", binary, "--", *polite, "--skip-unmatched"],
        ["spark.speculation=true"],
    )
    requests = hosts.requests()
    moved = [f"http://{host}/p/new" for host in hosts.names]
    expected = [*pages, *more, *moved, *(url for url in special if "/private/" not in url)]
    if requests != collections.Counter(expected):
        surplus, missing = requests - collections.Counter(expected), collections.Counter(expected) - requests
        raise Failure(f"not each page was requested once: surplus {list(surplus)[:3]}, missing {list(missing)[:3]}")
    check_pauses("addresses", hosts, hosts.names[-1])
    archives = archives_of(output)
    tasks = {
        host: [name for name, found in archives.items() if any(f"//{host}/" in (url or "") for _, url in found)]
        for host in hosts.names
    }
    if len(archives) != 2 or any(len(names) != 1 for names in tasks.values()):
        raise Failure(f"expected two archives, and each host in one of them: {tasks}")

    # The same by one process.
    both, archive, errors = (os.path.join(folder, name) for name in ("both.txt", "one.warc.gz", "one-errors.jsonl"))
    with open(both, "w") as stream:
        stream.writelines(f"{url}\n" for url in [*pages, *special, "nowhere", *more])
    command = [binary, "fetch", "--list", both, "--output", archive, "--errors", errors, "--delay", "0.01", *polite[2:]]
    done = subprocess.run(command, capture_output=True)
    if done.returncode != 1:
        raise Failure(f"scrape fetch ended with {done.returncode}: {done.stderr.decode()}")
    with open(errors, "rb") as stream:
        rows = collections.Counter(reason_row(json.loads(line)) for line in stream)
    if sum(rows.values()) != 2 * len(hosts.names) + 1:
        raise Failure(f"one process has other errors: {rows}")
    done = subprocess.run(
        [binary, "--rules", rules, "--format", "jsonl", "--with-page", "--skip-unmatched", "--errors", errors, archive],
        capture_output=True,
    )  # fmt: skip
    for line in done.stdout.splitlines():
        name, _, url, values = record_row(line)
        rows[name, None, url, values] += 1
    with open(errors, "rb") as stream:
        rows.update(reason_row(json.loads(line)) for line in stream)
    compare("addresses", fetched_rows(output, archives), rows)


def check_crawls(binary, folder, hosts):
    """Makes crawls with the job, while a task dies at the end of its first one, and with one process each."""
    rules, output, inputs = (os.path.join(folder, name) for name in ("crawl.json", "crawled", "inputs.jsonl"))
    with open(rules, "w") as stream:
        json.dump(CRAWL, stream)
    crawls = [{"site": f"http://{host}"} for host in hosts.names[:3]]
    crawls += [{"site": f"http://{hosts.names[0]}", "kind": ["a", "b"]}, {"site": f"http://{hosts.names[-1]}", "kind": "c"}]
    with open(inputs, "w") as stream:
        stream.writelines(json.dumps(crawl) + "\n" for crawl in crawls)
    polite = ["--delay", str(PAUSE), "--allow-private"]
    hosts.forget()
    run_job(["--rules", rules, "--crawl", inputs, "--output", output, "--binary", dying_late(binary, folder), "--", *polite])
    requests = hosts.requests()
    check_pauses("crawls", hosts, hosts.names[-1])
    if not os.path.exists(os.path.join(folder, "died-late")):
        raise Failure("no crawl has died")
    archives = archives_of(output)
    answers = [{url for kind, url in found if kind in ("response", "revisit")} for found in archives.values()]
    kept = collections.Counter(url for found in answers for url in found if not url.endswith("/robots.txt"))
    if len(answers) != len(crawls) or any(len(found) != 6 for found in answers):
        raise Failure(f"expected an archive of each crawl, with six answers: {archives}")
    # What the task that died has fetched was fetched again, and is kept once.
    if kept - requests or sum((requests - kept).values()) != 5:
        raise Failure(f"requests {requests}, in the archives {kept}")
    rows = collections.Counter()
    for name, found in archives.items():
        archive = os.path.join(output, "archive", name)
        command = [binary, "crawl", rules, "--replay", archive, "--format", "jsonl", "--with-page", "--quiet", "--color", "never"]
        done = subprocess.run(command, capture_output=True)
        for line in done.stdout.splitlines():
            table, _, url, values = record_row(line)
            rows[table, None, url, values] += 1
        for line in done.stderr.decode().splitlines():
            if said := re.fullmatch(r"(http\S*?)(?::\d+:\d+)?: (?:error|warning): (.*)", line):
                rows[row("errors", None, said[1], {"reason": said[2]})] += 1
    compare("crawls", fetched_rows(output, archives), rows)


def check_fetching(binary, folder):
    """The runs that fetch pages from hosts on this machine."""
    try:
        hosts = local.Hosts(5, CRAWL_DELAY)
    except OSError as error:
        print(f"skipped: fetching, since addresses such as 127.0.0.2 cannot be used here ({error})")
        return
    try:
        check_addresses(binary, folder, hosts)
        check_crawls(binary, folder, hosts)
    finally:
        hosts.close()


def check(binary, count, folder):
    """All runs and comparisons."""
    pages = list(made_pages(count))
    rules = os.path.join(folder, "rules")
    os.mkdir(rules)
    for name, content in (("shop", SHOP), ("news", NEWS)):
        with open(os.path.join(rules, f"{name}.json"), "w") as stream:
            json.dump(content, stream, indent=2)
    lines = [os.path.join(folder, "pages.jsonl")]
    write_lines(lines[0], pages)
    archives = []
    for part, members in enumerate(("each", "all", "none")):
        archives.append(os.path.join(folder, f"part-{part}.warc" + ("" if members == "none" else ".gz")))
        write_archive(archives[-1], pages[part::3], members)
    output = os.path.join(folder, "tables")

    check_mistakes(binary, rules, lines[0], output)
    common = ["--output", output, "--rules"]
    run_job(
        [*common, rules, "--input", lines[0], "--binary", dying(binary, folder)],
        [f"spark.sql.files.maxPartitionBytes={os.path.getsize(lines[0]) // 7}"],
    )
    if not os.path.exists(os.path.join(folder, "died")):
        raise Failure("no scrape has died")
    compare("JSON Lines", tables(output, lines, True), plain(binary, rules, "jsonl", lines, folder))

    shop = os.path.join(rules, "shop.json")
    expected = plain(binary, shop, "warc", archives, folder)
    for how in (["--transfer", "rows"], ["--fetch", 'cat "$1"']):
        run_job([*common, shop, "--binary", binary, *how, "--input", *archives])
        compare(f"archives, {how[0]}", tables(output, archives, False), expected)
    check_fetching(binary, folder)


def main():
    parser = argparse.ArgumentParser(description="Checks the Spark job against a run without Spark.")
    parser.add_argument("--binary", default=os.environ.get("SCRAPE_BINARY"), help="the program scrape")
    parser.add_argument("--pages", type=int, default=3000, help="how many pages are made")
    parser.add_argument("--keep", metavar="FOLDER", help="work in this folder, which must not be there, and leave it")
    job = parser.parse_args()
    if importlib.util.find_spec("pyspark") is None:
        sys.exit(print("skipped: PySpark is not installed (pip install 'pyspark[sql]')"))
    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        sys.exit(print("skipped: Java is not installed, which Spark needs"))
    built = [os.path.join(ROOT, ".build", kind, "scrape") for kind in ("release", "debug")]
    binary = job.binary or next(filter(os.path.exists, built), None)
    if binary is None or not os.path.exists(binary):
        sys.exit("there is no scrape; build it, or name it with --binary")
    folder = job.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=not job.keep)
    try:
        begun = time.monotonic()
        check(os.path.abspath(binary), job.pages, os.path.realpath(folder))
        print(f"{time.monotonic() - begun:.0f} s")
    except Failure as failure:
        sys.exit(f"error: {failure}")
    finally:
        if not job.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
