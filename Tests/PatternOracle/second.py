#!/usr/bin/env python3
"""Adds 1 to each of the oracle's rows for which Python's re finds the same matches, 0 to the others."""
import json, re, sys, warnings

warnings.simplefilter("ignore")


def found(pattern, text):
    written = pattern.replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!")
    try:
        expression = re.compile(written)
    except Exception:
        return None
    offsets = [0]
    for character in text:
        offsets.append(offsets[-1] + len(character.encode()))
    matches = []
    for match in expression.finditer(text):
        places = [match.span(index) for index in range(expression.groups + 1)]
        matches.append([offsets[p] if p >= 0 else -1 for span in places for p in span])
    return matches


for line in sys.stdin:
    pattern, text, answer = json.loads(line)
    same = 1 if found(pattern, text) == answer else 0
    print(line.rstrip("\n")[:-1] + ",%d]" % same)
