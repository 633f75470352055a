#!/usr/bin/env python3
"""Measures how well scrape learn finds fields on pages that it was not given.

    Tests/Learning/learn.py [--program SCRAPE] [--benchmark SCRAPE-BENCHMARK] [--cases FOLDER] [SITE...]

FOLDER has a folder for each site: pages/ID.html.gz, truth.jsonl (lines with "id" and "values") and draws.json, for each number of
examples the draws of them. For each draw the program learns from the examples alone, and its rules read all other
pages. The output is the mean F1 of all fields for each number of examples, the F1 of each field, and the seconds that
learning took; with --benchmark also the share of mutations of the example pages that the learned selectors survive,
using mutations other than those by which they were chosen.
"""
import argparse, collections, concurrent.futures, gzip, html, json, os, re, statistics, subprocess, tempfile, time, unicodedata


def norm(text):
    text = unicodedata.normalize("NFKC", html.unescape(str(text)).replace("\xa0", " "))
    return re.sub(r"\s+", " ", text).strip().lstrip(": ").strip()


def values(value):
    found = value if isinstance(value, list) else [value]
    return collections.Counter(norm(x) for x in found if x is not None and norm(x))


def score(truth, answers):
    """The F1 of each field, over the values of all pages."""
    counts = collections.defaultdict(lambda: [0, 0, 0])
    for page, wanted in truth.items():
        given = answers.get(page, {})
        for field in set(wanted) | set(given):
            x, y = values(wanted.get(field)), values(given.get(field))
            hits = sum((x & y).values())
            counts[field][0] += hits
            counts[field][1] += sum(y.values()) - hits
            counts[field][2] += sum(x.values()) - hits
    known = {field for wanted in truth.values() for field in wanted}
    return {f: 2 * counts[f][0] / max(1, 2 * counts[f][0] + counts[f][1] + counts[f][2]) for f in sorted(known)}


def draw(program, folder, truth, examples, benchmark):
    """The F1 of each field, the seconds, and the share of survived mutations of one draw."""
    work = tempfile.mkdtemp()
    with open(work + "/values.jsonl", "w") as file:
        for page in examples:
            file.write(json.dumps({"page": page + ".html", "values": truth[page]}) + "\n")
    paths = [f"{folder}/{page}.html" for page in examples]
    start = time.monotonic()
    subprocess.run([program, "learn", "--values", work + "/values.jsonl", "--output", work + "/rules.json", *paths], capture_output=True)
    seconds = time.monotonic() - start
    rest = {page: wanted for page, wanted in truth.items() if page not in examples}
    answers = {}
    if os.path.exists(work + "/rules.json"):
        read = [program, "--rules", work + "/rules.json", "--format", "jsonl", "--with-page"]
        lines = subprocess.run(read + [f"{folder}/{page}.html" for page in rest], capture_output=True, text=True).stdout
        for record in map(json.loads, lines.splitlines()):
            page = os.path.basename(record.pop("@page"))[: -len(".html")]
            answers[page] = {field: value for field, value in record.items() if not field.startswith("@")}
    survival = None
    if benchmark and os.path.exists(work + "/rules.json"):
        lines = subprocess.run([benchmark, "survival", work + "/rules.json", *paths], capture_output=True, text=True).stdout
        found = re.search(r"^survival ([\d.]+)%", lines, re.M)
        survival = float(found[1]) if found else None
    return score(rest, answers), seconds, survival


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--program", default=".build/release/scrape")
    options.add_argument("--benchmark")
    options.add_argument("--cases", default="../shared/cases/learn")
    options.add_argument("sites", nargs="*")
    given = options.parse_args()
    program = os.path.abspath(given.program)
    benchmark = given.benchmark and os.path.abspath(given.benchmark)
    sites = given.sites or sorted(x for x in os.listdir(given.cases) if os.path.exists(f"{given.cases}/{x}/draws.json"))
    for site in sites:
        source = f"{given.cases}/{site}"
        folder = tempfile.mkdtemp()
        for name in os.listdir(source + "/pages"):
            with open(f"{folder}/{name[:-3]}", "wb") as file:
                file.write(gzip.open(f"{source}/pages/{name}").read())
        truth = {x["id"]: x["values"] for x in map(json.loads, open(source + "/truth.jsonl", encoding="utf-8"))}
        for count, draws in json.load(open(source + "/draws.json")).items():
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                results = list(pool.map(lambda examples: draw(program, folder, truth, examples, benchmark), draws))
            means = [statistics.mean(fields.values()) for fields, _, _ in results]
            slowest = max(seconds for _, seconds, _ in results)
            print(f"{site}, from {count}: mean F1 {statistics.mean(means):.4f} ({' '.join(f'{m:.3f}' for m in means)}), {slowest:.1f} s at most")
            survivals = [survival for _, _, survival in results if survival is not None]
            if survivals:
                print(f"    survive {statistics.mean(survivals):.1f}% of mutations ({min(survivals):.1f}% in the worst draw)")
            for field in results[0][0]:
                print(f"    {field:20} {statistics.mean(fields[field] for fields, _, _ in results):.4f}")


main()
