#!/usr/bin/env python3
"""Measures how well scrape repair repairs rules after real redesigns.

    Tests/Learning/redesigns.py [--program SCRAPE] [--cases FOLDER] [--jobs N] [--show] [NAME...]

FOLDER has pairs.jsonl (README.md there describes it) and a folder for each pair: old.html.gz, new.html.gz, and the golden records old.json
and new.json. Rules are learned from the old page and its golden record, then repaired with the new page.

For a field that the report calls kept or repaired, the answer is the value that the repaired rules read from the new
page; it is right if it equals the old or the new golden value. A value that is no longer on the new page cannot be
repaired: any answer other than a golden value is wrong there too. The output is the shares with their intervals
(Clopper and Pearson, 95%), the same for second pages, which are other pages of the new design that the repair has
not seen, and the seconds of each command.
"""
import argparse, concurrent.futures, gzip, html, json, math, os, re, subprocess, tempfile, time, unicodedata


def norm(text):
    return re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", html.unescape(html.unescape(str(text))))).strip().lower()


def number(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def like(field, answer, golden):
    """Whether an answer equals a golden value for a reader."""
    if golden in (None, "", []):
        return False
    if field.endswith("_time"):
        return number(answer) is not None and number(answer) == number(golden)
    if isinstance(golden, list):
        own, wanted = [norm(x) for x in (answer if isinstance(answer, list) else [answer])], [norm(x) for x in golden]
        hits = sum(min(own.count(x), wanted.count(x)) for x in set(own))
        return 2 * hits / max(1, len(own) + len(wanted)) >= 0.9
    if field == "image":
        return str(answer).split("?")[0] == str(golden).split("?")[0]
    return norm(answer) == norm(golden)


def interval(hits, count):
    """The 95 % confidence interval of a share: Clopper and Pearson's, by bisection."""
    def below(share, most):
        return sum(math.comb(count, k) * share**k * (1 - share) ** (count - k) for k in range(most + 1))

    def solve(holds):
        low, high = 0.0, 1.0
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if holds(middle) else (low, middle)
        return low

    if count == 0:
        return 0.0, 1.0
    low = 0.0 if hits == 0 else solve(lambda p: 1 - below(p, hits - 1) < 0.025)
    high = 1.0 if hits == count else solve(lambda p: below(p, hits) > 0.025)
    return low, high


def share(hits, count):
    low, high = interval(hits, count)
    return f"{hits} of {count} = {100 * hits / max(1, count):.1f} % ({100 * low:.1f} to {100 * high:.1f} %)"


def record(program, rules, page):
    lines = subprocess.run([program, "--rules", rules, "--format", "jsonl", page], capture_output=True, text=True).stdout
    found = {}
    for line in lines.splitlines():
        found.update({k: v for k, v in json.loads(line).items() if k[0] != "@"})
    return found


def repair(program, cases, pair, work):
    """The answers for a pair: {field: (status, value)}, and the seconds of learning and repairing."""
    folder = f"{work}/{pair['name']}"
    os.makedirs(folder, exist_ok=True)
    for page in ("old", "new"):
        with open(f"{folder}/{page}.html", "wb") as file:
            file.write(gzip.open(f"{cases}/{pair['name']}/{page}.html.gz").read())
    golden = json.load(open(f"{cases}/{pair['name']}/old.json", encoding="utf-8"))
    values = {field: golden[field] for field in pair["fields"] if field in golden}
    with open(folder + "/golden.json", "w") as file:
        json.dump(values, file)
    with open(folder + "/values.jsonl", "w") as file:
        file.write(json.dumps({"page": "old.html", "values": values}) + "\n")
    start = time.monotonic()
    subprocess.run(
        [program, "learn", "--values", folder + "/values.jsonl", "--output", folder + "/rules.json", folder + "/old.html"], capture_output=True
    )
    learned = time.monotonic()
    subprocess.run(
        [program, "repair", folder + "/rules.json", "--old", folder + "/old.html", "--golden", folder + "/golden.json", "--new"]
        + [folder + "/new.html", "--output", folder + "/new.json", "--report", folder + "/report.json"],
        capture_output=True,
    )
    seconds = learned - start, time.monotonic() - learned
    if not os.path.exists(folder + "/report.json"):
        return {}, seconds
    report = {x["name"]: x for x in json.load(open(folder + "/report.json"))["fields"]}
    found = record(program, folder + "/new.json", folder + "/new.html")
    return {field: (report[field]["status"], found.get(field)) for field in values if field in report}, seconds


def judge(pair, answers, goldens, counts, show):
    for field, facts in pair["fields"].items():
        status, value = answers.get(field, ("unknown", None))
        is_given = status in ("kept", "repaired") and value is not None
        is_right = is_given and any(like(field, value, golden.get(field)) for golden in goldens)
        kind = "repairable" if facts["repairable"] else "data only" if facts["data-only"] else "gone"
        counts[kind] = counts.get(kind, 0) + 1
        if status == "data-only" or is_right:
            verdict = "right" if kind != "repairable" or is_right else "unknown"
        else:
            verdict = "wrong" if is_given else "unknown"
        counts[kind, verdict] = counts.get((kind, verdict), 0) + 1
        if show and (verdict == "wrong" or verdict == "unknown" and kind != "gone"):
            print(f"{verdict:8} {pair['name']} {field}: {status} {str(value)[:80]!r}, golden {str(goldens[0].get(field))[:80]!r}")


def second(program, pair, others, answers, work, cases, counts, show):
    """Judges the repaired rules on the other new pages of the same redesign."""
    for other in others:
        golden = json.load(open(f"{cases}/{other['name']}/new.json", encoding="utf-8"))
        found = record(program, f"{work}/{pair['name']}/new.json", f"{work}/{other['name']}/new.html")
        for field, (status, _) in answers.items():
            if status not in ("kept", "repaired") or golden.get(field) in (None, "", []):
                continue
            value = found.get(field)
            verdict = "unknown" if value in (None, []) else "right" if like(field, value, golden[field]) else "wrong"
            counts[verdict] = counts.get(verdict, 0) + 1
            if show and verdict != "right":
                print(f"{verdict:8} {pair['name']} on {other['name']} {field}: {str(value)[:80]!r}, golden {str(golden[field])[:80]!r}")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--program", default=".build/release/scrape")
    options.add_argument("--cases", default="../shared/cases/redesigns")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--show", action="store_true", help="print each wrong and missing value")
    options.add_argument("names", nargs="*")
    given = options.parse_args()
    program = os.path.abspath(given.program)
    pairs = [json.loads(line) for line in open(given.cases + "/pairs.jsonl", encoding="utf-8")]
    pairs = [pair for pair in pairs if not given.names or pair["name"] in given.names or pair["site"] in given.names]
    work = tempfile.mkdtemp()
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        results = list(pool.map(lambda pair: repair(program, given.cases, pair, work), pairs))
    same, others, second_pages = {}, {}, {}
    for pair, (answers, _) in zip(pairs, results):
        names = ("old", "new") if pair["same-address"] else ("new",)
        paths = [f"{given.cases}/{pair['name']}/{name}.json" for name in names]
        goldens = [json.load(open(path, encoding="utf-8")) for path in paths if os.path.exists(path)]
        judge(pair, answers, goldens, same if pair["same-address"] else others, given.show and pair["same-address"])
        rest = [x for x in pairs if x["site"] == pair["site"] and x["commit"] == pair["commit"] and x is not pair]
        second(program, pair, rest, answers, work, given.cases, second_pages, given.show)
    right, wrong = (sum(same.get((kind, verdict), 0) for kind in ("repairable", "data only", "gone")) for verdict in ("right", "wrong"))
    print(f"repaired of what is on the new page: {share(same.get(('repairable', 'right'), 0), same.get('repairable', 0))}")
    print(f"unknown of it:                       {share(same.get(('repairable', 'unknown'), 0), same.get('repairable', 0))}")
    print(f"wrong of all answers:                {share(wrong, right + wrong)}")
    print(f"only in data, and said so:           {share(same.get(('data only', 'right'), 0), same.get('data only', 0))}")
    count = sum(second_pages.values())
    print(f"right on a second page:              {share(second_pages.get('right', 0), count)}; wrong {second_pages.get('wrong', 0)}")
    print(f"pages of another recipe, wrong:      {sum(n for key, n in others.items() if 'wrong' in key)}")
    times = [x for _, x in results]
    print(f"seconds at most: learn {max(x for x, _ in times):.1f}, repair {max(x for _, x in times):.1f}")


main()
