#!/usr/bin/env python3
"""Scores texts of articles against the truth, as the article-extraction-benchmark does.

    score.py truth.jsonl answers.jsonl [--interval]

Both files have an object with "id" and "text" on each line; a missing answer is treated as empty. Shingles of four words
are compared, each page has the same weight, and F1 is that of the mean precision and the mean recall. With
--interval, the 95% interval of F1 is printed, from 1,000 bootstrap samples of the pages with a fixed seed.
"""
import collections
import json
import random
import re
import sys


def shingles(text, size=4):
    """The runs of `size` words of a text with their numbers; all its words where it is shorter."""
    words = re.findall(r"\w+", text or "")
    runs = (tuple(words[at : at + size]) for at in range(max(1, len(words) - size + 1)))
    return collections.Counter(run for run in runs if run)


def rates(truth, answer):
    """Precision and recall of one page; None where there is nothing to be right or wrong about."""
    wanted, found = shingles(truth), shingles(answer)
    both = sum((wanted & found).values())
    precision = both / sum(found.values()) if found else None
    recall = both / sum(wanted.values()) if wanted else None
    return precision, recall


def total(rows):
    """F1, mean precision and mean recall of pages."""
    means = []
    for column in (0, 1):
        values = [row[column] for row in rows if row[column] is not None]
        means.append(sum(values) / len(values) if values else 0)
    precision, recall = means
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0
    return f1, precision, recall


def interval(rows, samples=1000):
    """The 95% interval of F1."""
    chance = random.Random(1)
    results = sorted(total(chance.choices(rows, k=len(rows)))[0] for _ in range(samples))
    return results[samples * 25 // 1000], results[samples * 975 // 1000]


def read(path):
    with open(path, encoding="utf-8") as lines:
        return {page["id"]: page.get("text") or "" for page in map(json.loads, lines)}


def main():
    paths = [word for word in sys.argv[1:] if not word.startswith("--")]
    if len(paths) != 2:
        sys.exit(__doc__.strip())
    truth, answers = read(paths[0]), read(paths[1])
    rows = [rates(text, answers.get(page, "")) for page, text in truth.items()]
    missing = sum(not answers.get(page) for page in truth)
    line = "F1 %.4f  precision %.4f  recall %.4f" % total(rows)
    print(f"{line}  of {len(truth)} pages, {missing} without text")
    if "--interval" in sys.argv:
        print("95 %% interval of F1: %.4f to %.4f" % interval(rows))


if __name__ == "__main__":
    main()
