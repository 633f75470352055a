#!/usr/bin/env python3
"""Fetches pages from httpbin on this machine: encodings, redirects, statuses, cookies, forms, links, unchanged pages.

    python3 Tests/Archives/httpbin.py [--binary SCRAPE] [--python PYTHON]

PYTHON is an interpreter that has the package httpbin; without it the check is skipped with a message.
"""
import argparse
import base64
import json
import pathlib
import select
import socket
import subprocess
import sys
import tempfile

import nginx

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Checks(nginx.Checks):
    """The checks with their results, and how they use the program."""

    def __init__(self, scrape, folder, site):
        super().__init__()
        self.scrape, self.folder, self.site = scrape, folder, site

    def run(self, *arguments):
        """The exit status, the output and the messages of the program."""
        ended = subprocess.run([self.scrape, *arguments], cwd=self.folder, capture_output=True, check=False)
        return ended.returncode, ended.stdout, ended.stderr.decode("utf-8", "replace")

    def fetch(self, path, *arguments):
        return self.run("fetch", "--delay", "0", "--retries", "0", *arguments, self.site + path)

    def answers(self, name, path, is_right, *arguments):
        """Expects an answer whose body satisfies a condition."""
        status, body, errors = self.fetch(path, *arguments)
        self.expect(name, status == 0 and is_right(body), errors or body)

    def refuses(self, name, path, word, *arguments):
        """Expects an error whose message has a word."""
        status, _, errors = self.fetch(path, *arguments)
        self.expect(name, status == 3 and word in errors, f"exit {status}: {errors}")

    def crawls(self, name, rules, is_right):
        """Expects the records of a crawl to satisfy a condition."""
        path = self.folder / "rules.json"
        path.write_text(json.dumps({"match": self.site + "/*", **rules}))
        status, output, errors = self.run("crawl", str(path), "--allow-private", "--delay", "0", "--format", "jsonl")
        records = [json.loads(line) for line in output.splitlines()]
        self.expect(name, status == 0 and is_right(records), errors or output)


def check(checks):
    def has(key, value):
        return lambda body: json.loads(body).get(key) == value

    checks.answers("a page", "/html", lambda body: b"Herman Melville" in body)
    checks.answers("gzip", "/gzip", has("gzipped", True))
    checks.answers("deflate", "/deflate", has("deflated", True))
    checks.answers("Brotli, where the system has it", "/brotli", has("brotli", True))
    checks.answers("UTF-8", "/encoding/utf8", lambda body: "∮ E⋅da = Q".encode() in body)
    checks.answers("bytes of a known length", "/bytes/5000?seed=1", lambda body: len(body) == 5000)
    checks.answers("bytes in chunks", "/stream-bytes/5000?seed=1&chunk_size=700", lambda body: len(body) == 5000)
    for path in ("/redirect/3", "/absolute-redirect/3", "/relative-redirect/3"):
        checks.answers(f"three redirects: {path}", path, lambda body: json.loads(body)["url"] == checks.site + "/get")
    checks.refuses("more redirects than are followed", "/redirect/30", "redirect")
    for status in (400, 404, 410, 418, 500, 503):
        checks.refuses(f"the status {status}", f"/status/{status}", str(status))
    checks.refuses("an answer that is late", "/delay/5", "too long", "--timeout", "1")
    checks.refuses("what robots.txt forbids", "/deny", "robots.txt")
    checks.answers("a cookie that an answer sets", "/cookies/set?a=b", has("cookies", {"a": "b"}))
    checks.answers(
        "a header field", "/headers", lambda body: json.loads(body)["headers"]["X-Own"] == "1", "--header", "X-Own: 1"
    )
    checks.answers("an agent", "/user-agent", has("user-agent", "Plants/1"), "--user-agent", "Plants/1")
    credentials = base64.b64encode(b"user:word").decode()
    checks.answers(
        "a password", "/basic-auth/user/word", has("authenticated", True), "--header", f"Authorization: Basic {credentials}"
    )
    checks.refuses("a missing password", "/basic-auth/user/word", "401")
    archive = checks.folder / "pages.warc.gz"
    statuses = [checks.fetch("/etag/leaf", "--revalidate", "-o", str(archive)) for _ in range(2)]
    found = subprocess.run(["gzip", "-dc", archive], capture_output=True, check=False).stdout
    checks.expect(
        "an unchanged page is asked for by its entity tag",
        all(ended[0] == 0 for ended in statuses) and b"WARC-Type: revisit" in found and b"HTTP/1.1 304" in found,
        [ended[2] for ended in statuses],
    )

    def body(name, what):
        return {
            "requests": {"sent": {"post": checks.site + "/post", **what}},
            "source": "json",
            "records": {"Sent": {"fields": {"name": f"json > {name} > name", "pages": f"json > {name} > pages"}}},
        }

    sent = [{"@type": "Sent", "name": "Oak & Ash", "pages": "12"}]
    checks.crawls("a form", body("form", {"form": {"name": "Oak & Ash", "pages": "12"}}), lambda records: records == sent)
    checks.crawls("a body of JSON", body("json", {"json": {"name": "Oak & Ash", "pages": "12"}}), lambda records: records == sent)
    links = {
        "requests": {"page": {"get": checks.site + "/links/6/0", "match": checks.site + "/links/6/*", "follow": {"page": "a::attr(href)"}}},
        "complete": False,
        "records": {"Page": {"fields": {"title": "title", "links": {"select": "a::attr(href)", "type": ["url"]}}}},
    }
    checks.crawls(
        "a crawl of six pages that lead to each other",
        links,
        lambda records: len(records) == 6 and all(len(record["links"]) == 5 for record in records),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", default=ROOT / ".build/release/scrape")
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    if subprocess.run([options.python, "-c", "import httpbin"], capture_output=True, check=False).returncode:
        print(f"skipped: {options.python} has no httpbin")
        return
    port = nginx.free_port()
    server = subprocess.Popen(
        [options.python, "-m", "httpbin.core", "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if server.poll() is not None or probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            select.select([], [], [], 0.05)
        if server.poll() is not None:
            sys.exit("httpbin did not start")
        with tempfile.TemporaryDirectory() as folder:
            checks = Checks(str(pathlib.Path(options.binary).resolve()), pathlib.Path(folder), f"http://127.0.0.1:{port}")
            check(checks)
    finally:
        server.terminate()
        server.wait()
    sys.exit(checks.failed > 0)


if __name__ == "__main__":
    main()
