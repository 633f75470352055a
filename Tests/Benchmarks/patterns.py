#!/usr/bin/env python3
"""Compares five regular expressions on each line of an access log, with this program and Python's re, in interleaved rounds.

    swift build -c release --static-swift-stdlib --product scrape
    swift build -c release --static-swift-stdlib --product scrape-benchmark
    python3 Tests/Benchmarks/patterns.py [--lines 200000] [--rounds 5] [--scrape PATH]

Both read the log and print a line of JSON for each line. Times are processor times, the shortest of all rounds: first
of whole processes, then of the searches alone, each with the text of its group, within one process.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
FIELDS = {
    "host": r"^(\S+)",
    "time": r"\[([^\]]+)\]",
    "path": r'"[A-Z]+ ([^ "]*) HTTP/[0-9.]+"',
    "status": r'" (\d{3}) (?:\d+|-) ',
    "agent": r'"([^"]*)"$',
}
PROGRAM = """
import json, re, sys
fields = [(name, re.compile(pattern)) for name, pattern in json.loads(sys.argv[2]).items()]
with open(sys.argv[1], encoding="utf-8") as log:
    for line in log:
        line = line.rstrip("\\n")
        record = {"@type": "Line"}
        for name, expression in fields:
            match = expression.search(line)
            if match:
                record[name] = match.group(1)
        sys.stdout.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\\n")
"""
SEARCH = """
import json, re, sys, time
patterns = [re.compile(pattern) for pattern in json.loads(sys.argv[2]).values()]
with open(sys.argv[1], encoding="utf-8") as log:
    lines = log.read().split("\\n")[:-1]
best = None
for _ in range(5):
    start = time.process_time()
    for line in lines:
        for expression in patterns:
            match = expression.search(line)
            if match:
                match.group(1)
    spent = time.process_time() - start
    best = spent if best is None else min(best, spent)
print(best / len(lines) / len(patterns) * 1e9)
"""
WORDS = "index about shop cart item view list search login static img css js api v1 user order".split()
AGENTS = [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36",
    "curl/8.5.0",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
]


def log(path, lines):
    random.seed(1)
    with open(path, "w", encoding="utf-8") as file:
        for _ in range(lines):
            host = ".".join(str(random.randint(1, 254)) for _ in range(4))
            address = "/" + "/".join(random.choice(WORDS) for _ in range(random.randint(1, 4)))
            time = "%02d/Nov/2025:%02d:%02d:%02d +0000" % (random.randint(1, 30), random.randint(0, 23), *[random.randint(0, 59)] * 2)
            file.write('%s - - [%s] "%s %s HTTP/1.1" %s %d "-" "%s"\n' % (
                host, time, random.choice(["GET", "POST"]), address, random.choice(["200", "304", "404"]),
                random.randint(100, 99999), random.choice(AGENTS)))


def rules(fields):
    steps = {name: {"select": "::text", "apply": [{"match": pattern}]} for name, pattern in fields.items()}
    return {"source": "text", "records": {"Line": {"each": "line", "fields": steps}}}


def run(command, output):
    with open(output, "wb") as file:
        process = subprocess.Popen(command, stdout=file)
        _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"failed: {' '.join(command)[:200]}")
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scrape", default=os.path.join(ROOT, ".build/release/scrape"))
    parser.add_argument("--benchmark", default=os.path.join(ROOT, ".build/release/scrape-benchmark"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "access.log")
        log(text, options.lines)
        path = os.path.join(folder, "rules.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(rules(FIELDS), file)
        commands = {
            "scrape": [options.scrape, "--rules", path, "--format", "jsonl", text],
            "python": [sys.executable, "-c", PROGRAM, text, json.dumps(FIELDS)],
        }
        times = {key: [] for key in commands}
        for _ in range(options.rounds):
            for key, command in commands.items():
                times[key].append(run(command, os.path.join(folder, key)))
        with open(os.path.join(folder, "scrape"), "rb") as ours, open(os.path.join(folder, "python"), "rb") as theirs:
            print("output", "equal" if ours.read() == theirs.read() else "DIFFERS")
        report("whole process, s", min(times["scrape"]), min(times["python"]))
        ours = subprocess.run([options.benchmark, "patterns", text, *FIELDS.values()], check=True, capture_output=True)
        theirs = subprocess.run(
            [sys.executable, "-c", SEARCH, text, json.dumps(FIELDS)], check=True, capture_output=True
        )
        report("a search, ns", float(ours.stdout.split()[0]), float(theirs.stdout))


def report(what, ours, theirs):
    print(f"{what:20} scrape {ours:.2f}, python {theirs:.2f}, ratio {ours / theirs:.2f}")


main()
