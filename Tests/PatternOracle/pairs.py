#!/usr/bin/env python3
"""Prints rows of ["pattern", "text"] for the oracle, the same in every run.

The patterns are those of the rules, the documentation and the tests of the project, a list of what the dialect has to
decide, and random ones; the texts are made from the patterns, from the values in the corpus, and from a list.

    python3 pairs.py | /tmp/oracle | python3 second.py > answers.jsonl
"""
import json, os, random, re, sys, warnings

warnings.simplefilter("ignore")
import sre_constants as C
import sre_parse

root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
random.seed(20240607)
rows, seen = [], set()


def add(pattern, *texts):
    for text in texts:
        key = (pattern, text)
        if key not in seen:
            seen.add(key)
            rows.append(key)


# --- Patterns of the project.

STRING = r'"((?:[^"\\]|\\.)*)"'
CALLS = re.compile(r'"(?:match|pattern|not|run-in|filter|split)":\s*' + STRING)
REPLACE = re.compile(r'"replace":\s*\[\s*' + STRING)
MATCHES = re.compile(r':matches(?:-?[a-z]*)\(\s*(?:\\?"((?:[^"\\]|\\.)*?)\\?"|\'([^\']*)\'|((?:[^()\\]|\\.|\([^()]*\))*))\s*\)', re.I)


def project_patterns():
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f != "PatternOracle")
        for name in sorted(names):
            if not name.endswith((".json", ".md", ".swift", ".jsonl")) or name.endswith(".expected.json"):
                continue
            path = os.path.join(folder, name)
            if os.path.getsize(path) > 500_000:
                continue
            text = open(path, encoding="utf-8", errors="replace").read()
            for expression in (CALLS, REPLACE, MATCHES):
                for match in expression.finditer(text):
                    written = next((g for g in match.groups() if g is not None), None)
                    if not written:
                        continue
                    if expression is MATCHES and name.endswith(".swift"):
                        found.append(written)
                    try:
                        found.append(json.loads('"%s"' % written))
                    except ValueError:
                        pass
    return sorted(set(p for p in found if len(p) < 400))


# --- Texts that a pattern matches or nearly matches.


def sample(pattern):
    try:
        tree = sre_parse.parse(pattern.replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!"))
    except Exception:
        return None
    groups = {}

    def pick(item):
        op, arg = item
        if op is C.LITERAL:
            return random.choice([chr(arg), chr(arg), chr(arg).swapcase()])
        if op is C.NOT_LITERAL:
            return random.choice("xy 1")
        if op is C.ANY:
            return random.choice("ab 1é-")
        if op is C.IN:
            return member(arg)
        if op in (C.MAX_REPEAT, C.MIN_REPEAT):
            low, high, sub = arg
            count = random.randint(low, min(int(high), low + 3))
            return "".join(make(sub) for _ in range(min(count, 30)))
        if op is C.SUBPATTERN:
            text = make(arg[-1])
            groups[arg[0]] = text
            return text
        if op is C.BRANCH:
            return make(random.choice(arg[1]))
        if op is C.GROUPREF:
            return groups.get(arg, "")
        return make(arg[1]) if op is C.ASSERT and random.random() < 0.3 else ""

    def member(items):
        choices = []
        for op, arg in items:
            if op is C.NEGATE:
                return random.choice("x7 ~é")
            if op is C.LITERAL:
                choices.append(chr(arg))
            if op is C.RANGE:
                choices.append(chr(random.randint(*arg)))
            if op is C.CATEGORY:
                choices.append(random.choice({C.CATEGORY_DIGIT: "0479٣", C.CATEGORY_SPACE: " \t\u00a0\n", C.CATEGORY_WORD: "aZ_5é"}.get(arg, "-. x")))
        return random.choice(choices) if choices else "a"

    def make(items):
        return "".join(pick(i) for i in items)

    return make(tree)


PADDING = ["", " ", "x", "\n", "12 ", "é", ". ", "A-"]


def texts_for(pattern, count):
    texts = []
    for _ in range(count):
        text = sample(pattern)
        if text is None:
            break
        text = text[:120]
        texts.append(random.choice(PADDING) + text + random.choice(PADDING))
        if random.random() < 0.5 and text:
            place = random.randrange(len(text))
            texts.append(text[:place] + random.choice("x 1é\n") + text[place + 1:])
        if random.random() < 0.3:
            texts.append(text + random.choice([" ", ", ", "\n"]) + (sample(pattern) or "")[:100])
    return [t for t in texts if len(t) < 300 and not any(0xD800 <= ord(c) < 0xE000 for c in t)]


def corpus_values():
    values = set()

    def walk(value):
        if isinstance(value, str) and 0 < len(value) < 120:
            values.add(value)
        elif isinstance(value, list):
            for item in value:
                walk(item)
        elif isinstance(value, dict):
            for item in value.values():
                walk(item)

    for folder, folders, names in os.walk(os.path.join(root, "Corpus")):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".json"):
                try:
                    walk(json.load(open(os.path.join(folder, name), encoding="utf-8")))
                except ValueError:
                    pass
    return sorted(values)


TEXTS = [
    "", "a", "ab", "abc def", "  spaced  out ", "line one\nline two\n", "a\r\nb\r\n", "1,234.56 km", "12:30 – 14:00",
    "Élan vital à Zürich", "日本語 テキスト", "e\u0301a\u0300", "I'm 5' 11\"", "foo@bar.com, x@y.z", "\u00a0\u2009x\u3000",
    "😀 emoji 👩‍👩‍👧", "ΑΣ ας σ", "ſ K k S s", "straße STRASSE STRAẞE", "a\u2028b\u0085c", "\t tab", "__init__", "٣٤٥", "aaa aaab",
]

values = corpus_values()
for pattern in project_patterns():
    add(pattern, *texts_for(pattern, 5))
    add(pattern, *random.sample(TEXTS, 3), *random.sample(values, min(2, len(values))))

# --- What the dialect has to decide.

exec(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.py"), encoding="utf-8").read())

# --- Random patterns.

LETTERS = ["a", "a", "b", "b", "c", "é", "1", " ", "_", "A", "\\.", "-"]
CLASSES = ["[ab]", "[^a]", "[a-c]", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", ".", "[\\w-]", "[^\\s,]", "\\p{L}", "\\p{Lu}", "[[:alpha:]]", "[a-c&&[^b]]", "[^\\n]", "\\h"]
PLACES = ["^", "$", "\\b", "\\B", "\\A", "\\z", "\\Z"]
QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}"]


def atom(depth):
    r = random.random()
    if depth > 0 and r < 0.3:
        kind = random.random()
        inner = alternatives(depth - 1)
        if kind < 0.5:
            return "(" + inner + ")"
        if kind < 0.8:
            return "(?:" + inner + ")"
        if kind < 0.86:
            return "(?i:" + inner + ")"
        return "(?:" + inner + ")"
    return random.choice(LETTERS) if r < 0.72 else random.choice(CLASSES)


def piece(depth):
    r = random.random()
    if r < 0.07:
        return random.choice(PLACES)
    if r < 0.13 and depth > 0:
        if random.random() < 0.6:
            return random.choice(["(?=", "(?!"]) + alternatives(depth - 1) + ")"
        inner = "".join(random.choice(LETTERS + CLASSES) for _ in range(random.randint(1, 3)))
        return random.choice(["(?<=", "(?<!"]) + inner + ")"
    text = atom(depth)
    return text + random.choice(QUANTIFIERS) if random.random() < 0.35 else text


def sequence(depth):
    return "".join(piece(depth) for _ in range(random.randint(0 if random.random() < 0.1 else 1, 4)))


def alternatives(depth):
    return "|".join(sequence(depth) for _ in range(random.choice([1, 1, 1, 2, 2, 3])))


ALPHABET = ["a", "a", "a", "b", "b", "c", "é", "1", " ", "_", "A", ".", "-", "\n", "\u0301", "B"]
for _ in range(1500):
    pattern = random.choice(["", "", "", "", "(?i)", "(?s)", "(?m)", "(?sm)"]) + alternatives(3)
    if pattern == "":
        continue
    texts = ["".join(random.choice(ALPHABET) for _ in range(random.randint(0, 9))) for _ in range(2)]
    add(pattern, *texts, *texts_for(pattern, 1)[:1])

for pattern, text in rows:
    print(json.dumps([pattern, text]))
