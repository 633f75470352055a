#!/usr/bin/env python3
"""Runs the built program on inputs that no one should send: empty, truncated, binary, huge and deeply nested ones, and rules with mistakes.

    python3 Tests/Hostile/check.py [--binary PATH] [--megabytes N]

Each run must end by itself with the exit status that its row names, within the memory and processor time that a page of
that size may take, and without a trap or a signal. Inputs are made in a temporary folder; nothing is fetched.
"""
import argparse
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def inputs(megabytes):
    """Name, bytes and whether the page can be read as HTML."""
    page = (ROOT / "Corpus/alchemy/one-line-class/page.html").read_bytes()
    generator = random.Random(7)
    size = megabytes << 20
    yield "an empty file", b""
    yield "a page that is cut off in a tag", page[: len(page) // 2] + b"<div class='A1"
    yield "a page that is cut off in a character", page[: len(page) // 2] + b"\xe2\x82"
    yield "a binary file", bytes(generator.getrandbits(8) for _ in range(200_000))
    yield "only null bytes", bytes(100_000)
    yield "a PNG", b"\x89PNG\r\n\x1a\n" + bytes(generator.getrandbits(8) for _ in range(10_000))
    yield "a gzip header without a body", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"
    yield "UTF-16 with half a character", page.decode("utf-8", "replace").encode("utf-16")[:-1]
    yield f"{megabytes} MB of text", b"<p>" + b"word " * (size // 5)
    yield f"{megabytes} MB of pages one after another", page * (size // len(page))
    yield f"{megabytes} MB of open elements", b"<div>" * (size // 5)
    yield f"{megabytes} MB of attributes", b"<p " + b"a=1 " * (size // 4)
    yield f"{megabytes} MB in one attribute", b"<p class='" + b"A10 " * (size // 4) + b"'>x"
    yield f"{megabytes} MB of misnested formatting", b"<a><b><i><p>" * (size // 12)
    yield f"{megabytes} MB of references", b"&amp;&notit;&#x10FFFF;" * (size // 22)
    yield f"{megabytes} MB of comments", b"<!---->" * (size // 7)


def searched():
    """Texts of 300 KB in which a date is searched for."""
    for name, text in (
        ("words", "lorem ipsum "), ("characters of a script without spaces", "日"), ("unknown characters", "\ufffd"),
        ("numbers", "12 "), ("days without a year", "3 May "), ("years", "2年"), ("points", "1."),
    ):
        yield f"a date in {name}", "text", (text * 300_000)[: 300_000 // len(text[0].encode())].encode()


def repeated(megabytes):
    """Name, source and content of inputs in which the same thing is repeated, so that anything that is not linear
    shows."""
    size = megabytes << 20
    yield "columns of one name", "csv", b"a," * (size // 2) + b"\n1,2\n"
    yield "columns of different names", "csv", b",".join(b"a%d" % number for number in range(size // 8)) + b"\n1,2\n"
    yield "quotes within cells", "csv", b"a,b\n" + b'x"y,' * (size // 4)
    yield "arrays that do not end", "json", b"[1," * (size // 3)
    yield "an array of arrays", "json", b"[" + b"[]," * (size // 3) + b"0]"
    yield "one member again and again", "json", b"{" + b'"a":1,' * (size // 6) + b'"a":2}'
    yield "elements that do not end", "xml", b"<a>" + b"<b>" * (size // 3)
    yield "one element again and again", "xml", b"<a>" + b"<b c='d'/>" * (size // 10) + b"</a>"
    for name, code in (
        ("assignments", b"x=1;"), ("arrays in scripts that do not end", b"x=[1 2,"), ("arrays of assignments", b"x=["),
        ("calls of JSON.parse", b'x=JSON.parse("[1'), ("functions that are called", b"window.x=(function(){return "),
        ("objects that are pushed", b'x.push({a:"'), ("template literals", b"x=`"), ("comments", b"x=/*"),
    ):
        yield name, "inline-data", b"<script>var " + code * (size // len(code)) + b"</script>"
    yield "linked data in scripts", "linked-data", b'<script type="application/ld+json">{"@type":"A"}</script>' * (size // 52)
    yield "items that refer to one another", "linked-data", b"<p itemscope id=a itemref=a><b itemprop=c>d</b>" * (size // 47)


def articles(megabytes):
    """Pages whose main content is searched for."""
    size = megabytes << 20
    prose = b"The ferry left the harbour at noon, and nobody on the pier could say when it would be back."
    for name, code in (
        ("paragraphs", b"<p>%s" % prose), ("headings and paragraphs", b"<h1>%s %%d and more</h1><p>The ferry %%d left it" % prose),
        ("small headings", b"<h2>Heading %d</h2><p>A text"), ("links in lists", b"<ul><li><a href=/a>A link to it</a><li>%s" % prose),
        ("lists within lists", b"<ul><li>%s" % prose), ("divisions that do not end", b"<div class=content>%s" % prose),
        ("articles", b"<article><p>%s</article>" % prose), ("tables", b"<table><tr><td>%s<td>1<tr><td>2<td>3</table>" % prose),
        ("cells", b"<table><td>%s" % prose), ("quotations", b"<blockquote>%s</blockquote>" % prose),
        ("quotations within quotations", b"<blockquote><p>%s" % prose), ("figures", b"<figure><img src=a><figcaption>%s</figure>" % prose),
        ("words of classes", b"<p class='article-body nav share-buttons comment'>%s" % prose), ("phrases", b"<p>is a is a see also read "),
    ):
        count = size // len(code)
        yield name, b"<title>The ferry</title>" + (b"".join(code.replace(b"%d", b"%d" % n) for n in range(count)))


RULES = [
    ("a key that is misspelt", '{"records": {"P": {"eech": "p", "fields": {"x": "b"}}}}', "did you mean"),
    ("a file that is cut off", '{"records": {"P": {', "rules.json:1:"),
    ("an empty file", "", "rules.json:1:1"),
    ("a selector with a mistake", '{"records": {"P": {"each": "p >", "fields": {"x": "b"}}}}', "rules.json:1:"),
    ("a pattern with a mistake", '{"records": {"P": {"each": "p", "fields": {"x": {"select": "b", "apply": [{"match": "(a"}]}}}}}', "rules.json:1:"),
    ("nesting without an end", "[" * 200_000, "rules.json:1:"),
    ("not JSON", "\x00\x01\x02", "rules.json:1:1"),
]


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (120, 130))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


def run(binary, *arguments):
    return subprocess.run([binary, *arguments], capture_output=True, preexec_fn=limit, timeout=600)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/scrape"))
    parser.add_argument("--megabytes", type=int, default=50)
    options = parser.parse_args()
    failures = 0

    def report(name, problem):
        nonlocal failures
        failures += problem is not None
        print(f"{'FAILED' if problem else 'ok':7} {name}" + (f": {problem}" if problem else ""), flush=True)

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        page, rules = folder / "page.html", folder / "rules.json"

        def check(name, by, content, allowed, most=None):
            """Reads a page by rules; `most` is the processor time that it may take, in seconds."""
            page.write_bytes(content)
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            result = run(options.binary, "--rules", str(by), str(page))
            seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            problem = None
            if result.returncode not in allowed:
                problem = f"exit status {result.returncode}: {result.stderr[-300:].decode(errors='replace')}"
            elif result.returncode != 0 and not result.stderr:
                problem = f"exit status {result.returncode} without a message"
            elif most is not None and seconds > most:
                problem = f"{seconds:.1f} s of processor time for {len(content)} bytes"
            report(f"{name} ({seconds:.1f} s)", problem)

        for name, content in inputs(options.megabytes):
            check(name, ROOT / "Rules/alchemy.json", content, (0, 1, 3))
        few = max(1, options.megabytes // 25)
        plain, date = '"b"', '{ "select": ":scope", "type": "date", "in-text": true, "locale": "en" }'
        rows = [(*row, plain) for row in repeated(few)] + [(*row, date) for row in searched()]
        for name, source, content, field in rows:
            rules.write_text('{ "source": "%s", "records": { "R": { "each": ":root", "fields": { "x": %s } } } }' % (source, field))
            check(f"{source}: {name}", rules, content, (0, 1, 3), most=10)
        rules.write_text('{ "prepare": [{ "main-content": {} }], "records": { "R": { "fields": { "x": ":main-content" } } } }')
        for name, content in articles(few):
            check(f"main content: {name}", rules, content, (0, 1), most=2)
        page.write_text("<p><b>1</b>")
        for name, text, expected in RULES:
            rules.write_text(text)
            result = run(options.binary, "--rules", str(rules), str(page))
            messages = result.stderr.decode(errors="replace")
            problem = None
            if result.returncode != 2:
                problem = f"exit status {result.returncode}, expected 2"
            elif expected not in messages:
                problem = f"the message does not contain {expected!r}: {messages[:300]}"
            report("rules: " + name, problem)
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
