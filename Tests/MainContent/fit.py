#!/usr/bin/env python3
"""Fits the weights of the features by which the main content of pages is found.

    fit.py SCRAPE FOLDER [--check] > Sources/Sources/MainContent/FittedWeights.swift

FOLDER has truth.jsonl (id, site, text) and pages/ID.html.gz. `SCRAPE text --format blocks` prints the features of
each block of a page's text; a block is content if half of its runs of four words are in the truth. Logistic
regression with a quadratic penalty, by full gradients from zero: the same pages give the same weights. Pages are left
out if their true text is not on the page, or if it differs much from the result of weights that were fitted on other
sites: the truth is then probably wrong. With --check, F1 by cross-validation over sites is printed instead.
Needs NumPy.
"""
import gzip
import hashlib
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import score

PENALTY = 10.0
ROUNDS = 250
# The share of content at which a block is kept: recall matters more than precision.
THRESHOLD = 0.4


def blocks(scrape, folder):
    """The pages of the truth, each with its blocks: text and features."""
    with open(os.path.join(folder, "truth.jsonl"), encoding="utf-8") as lines:
        pages = [json.loads(line) for line in lines]
    with tempfile.TemporaryDirectory() as work:
        for page in pages:
            path = os.path.join(work, page["id"] + ".html")
            with gzip.open(os.path.join(folder, "pages", page["id"] + ".html.gz")) as source:
                with open(path, "wb") as target:
                    target.write(source.read())
            command = [scrape, "text", "--format", "blocks", path]
            result = subprocess.run(command, capture_output=True, text=True)
            found = [json.loads(line) for line in result.stdout.splitlines()]
            page["blocks"] = [{"text": block["text"], "names": list(block["features"])} for block in found]
    return pages


def label(page):
    """Decides for each block whether it is content, and its weight: long blocks have more weight, and all pages the same."""
    lines = {" ".join(re.findall(r"\w+", line.lower())) for line in page["text"].split("\n")}
    wanted = set(score.shingles(page["text"]))
    for block in page["blocks"]:
        words = re.findall(r"\w+", block["text"])
        if len(words) < 4:
            block["is"] = bool(words) and " ".join(words).lower() in lines
        else:
            runs = [tuple(words[at : at + 4]) for at in range(len(words) - 3)]
            block["is"] = 2 * sum(run in wanted for run in runs) >= len(runs)
        block["size"] = (len(words) + 2) ** 0.6
    content = sum(block["size"] for block in page["blocks"] if block["is"]) or 100
    for block in page["blocks"]:
        block["weight"] = 30 * min(0.3, block["size"] / content)


def usable(pages):
    """The pages whose truth is reliable: its text is on the page, and the weights of other sites agree with it."""
    def content(page):
        return "\n".join(block["text"] for block in page["blocks"] if block["is"])
    whole = [page for page in pages if f1(page, content(page)) >= 0.8]
    agreed = []
    for others, part in parts(pages):
        weights = fit([page for page in others if page in whole], ROUNDS // 2)
        agreed += [page["id"] for page in part if f1(page, answer(page, weights)) >= 0.7]
    return [page for page in whole if page["id"] in agreed]


def f1(page, text):
    return score.total([score.rates(page["text"], text)])[0]


def fit(pages, rounds=ROUNDS):
    """The weights of features by their names."""
    numbers = {"base": 0}
    owners, features, wanted, sizes = [], [], [], []
    for page in pages:
        for block in page["blocks"]:
            for name in ["base", *block["names"]]:
                owners.append(len(wanted))
                features.append(numbers.setdefault(name, len(numbers)))
            wanted.append(block["is"])
            sizes.append(block["weight"])
    owners, features = numpy.array(owners), numpy.array(features)
    wanted, sizes = numpy.array(wanted, dtype=float), numpy.array(sizes)
    count = len(numbers)
    # Each coordinate has its own step, by the greatest curvature that it can have.
    lengths = numpy.bincount(owners)
    steps = PENALTY + numpy.bincount(features, (sizes * lengths / 4)[owners], count)
    weights = numpy.zeros(count)
    before, momentum = weights, 1.0
    for _ in range(rounds):
        following = (1 + math.sqrt(1 + 4 * momentum * momentum)) / 2
        point = weights + (momentum - 1) / following * (weights - before)
        total = numpy.bincount(owners, point[features]).clip(-500, 500)
        errors = sizes * (1 / (1 + numpy.exp(-total)) - wanted)
        slope = numpy.bincount(features, errors[owners], count) + PENALTY * point
        slope[0] -= PENALTY * point[0]
        before, weights, momentum = weights, point - slope / steps, following
    return {name: float(weights[number]) for name, number in numbers.items()}


def answer(page, weights):
    base = weights["base"] - math.log(THRESHOLD / (1 - THRESHOLD))
    kept = (
        block["text"]
        for block in page["blocks"]
        if base + sum(weights.get(name, 0.0) for name in block["names"]) > 0
    )
    return "\n".join(kept)


def parts(pages, count=10):
    """The pages in parts; all pages of a site are in the same part."""
    for part in range(count):
        def is_in(page):
            return int(hashlib.md5(page["site"].encode()).hexdigest(), 16) % count == part
        yield [page for page in pages if not is_in(page)], [page for page in pages if is_in(page)]


def report(pages, answers, out):
    rows = [score.rates(page["text"], answers[page["id"]]) for page in pages]
    line = "F1 %.4f  precision %.4f  recall %.4f" % score.total(rows)
    print("%s  interval %.4f to %.4f" % (line, *score.interval(rows)), file=out)


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    if len(arguments) != 2:
        sys.exit(__doc__.strip())
    pages = blocks(*arguments)
    for page in pages:
        label(page)
    chosen = usable(pages)
    print(f"{len(chosen)} of {len(pages)} pages are usable", file=sys.stderr)
    if "--check" in sys.argv:
        answers = {}
        for others, part in parts(pages):
            weights = fit([page for page in others if page in chosen])
            answers.update({page["id"]: answer(page, weights) for page in part})
        report(pages, answers, sys.stdout)
        return
    weights = fit(chosen)
    report(pages, {page["id"]: answer(page, weights) for page in pages}, sys.stderr)
    weights["base"] -= math.log(THRESHOLD / (1 - THRESHOLD))
    print("/// Written by `Tests/MainContent/fit.py`: the weight of each feature in the score of a block.")
    print('enum FittedWeights {\n    static let text = """')
    for name, weight in sorted(weights.items()):
        if abs(weight) >= 0.005 or name == "base":
            print(f"        {name} {weight:.2f}")
    print('        """\n}')


if __name__ == "__main__":
    main()
