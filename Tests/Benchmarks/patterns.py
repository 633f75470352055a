#!/usr/bin/env python3
"""Compares five regular expressions a line over an access log, here and with Python's re, in interleaved rounds.

    swift build -c release --static-swift-stdlib --product scrape
    python3 Tests/Benchmarks/patterns.py [--lines 200000] [--rounds 5] [--scrape PATH]

Both read the log and print a line of JSON a line. Times are of the processor, the shortest of all rounds, of whole
processes and less what the same process takes without expressions: what matching takes.
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
        if not fields:
            record["text"] = line
        sys.stdout.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\\n")
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
    return {"source": "text", "records": {"Line": {"each": "line", "fields": steps or {"text": "::text"}}}}


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
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "access.log")
        log(text, options.lines)
        commands = {}
        for name, fields in (("five", FIELDS), ("none", {})):
            path = os.path.join(folder, f"{name}.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(rules(fields), file)
            commands["scrape", name] = [options.scrape, "--rules", path, "--format", "jsonl", text]
            commands["python", name] = [sys.executable, "-c", PROGRAM, text, json.dumps(fields)]
        times = {key: [] for key in commands}
        for _ in range(options.rounds):
            for key, command in commands.items():
                times[key].append(run(command, os.path.join(folder, "-".join(key))))
        with open(os.path.join(folder, "scrape-five"), "rb") as ours, open(os.path.join(folder, "python-five"), "rb") as theirs:
            print("output", "equal" if ours.read() == theirs.read() else "DIFFERS")
        best = {key: min(values) for key, values in times.items()}
        for engine in ("scrape", "python"):
            whole, rest = best[engine, "five"], best[engine, "none"]
            print(f"{engine:8} whole {whole:.2f} s, matching {whole - rest:.2f} s")
        whole = best["scrape", "five"] / best["python", "five"]
        matching = (best["scrape", "five"] - best["scrape", "none"]) / (best["python", "five"] - best["python", "none"])
        print(f"ratio    whole {whole:.2f}, matching {matching:.2f}")


main()
