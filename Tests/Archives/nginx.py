#!/usr/bin/env python3
"""Fetches pages from a real nginx on this machine: versions of HTTP, TLS, encodings, redirects, unchanged pages, archives.

    python3 Tests/Archives/nginx.py [--binary SCRAPE] [--speed PAGES [--plain-bodies]]

nginx (the packages nginx-light or nginx) and openssl must be installed; checks that need a missing program, warcio or
FastWARC are skipped with a message.
With --speed, PAGES pages of 50 KB are fetched by scrape (archive included), wget and Scrapy, each if it is installed,
and processor time and pages per second are printed.
"""
import argparse
import gzip
import importlib.util
import os
import pathlib
import random
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
CONFIGURATION = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1; user root;
events {{ worker_connections 256; }}
http {{
  log_format short "$server_protocol $status $uri"; access_log {folder}/access.log short; default_type application/octet-stream; types {{ text/html html; application/json json; }}
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder};
  scgi_temp_path {folder}; gzip {packing}; gzip_types application/json; keepalive_requests 100000;
  server {{
    listen 127.0.0.1:{plain}; listen 127.0.0.1:{tls} ssl http2;
    ssl_certificate {folder}/server.pem; ssl_certificate_key {folder}/server.key;
    root {folder}/site;
    location /moved {{ return 301 /one.html; }}
    location /loop {{ return 302 /loop; }}
    location /busy {{ return 503; }}
    location /slow {{ alias {folder}/site/; limit_rate 40k; }}
  }}
}}
"""


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


class Checks:
    """The checks with their results."""

    def __init__(self):
        self.failed = 0

    def expect(self, name, is_right, detail=""):
        print(f"{'ok     ' if is_right else 'FAILED '} {name}{'' if is_right else f': {detail}'}", flush=True)
        self.failed += not is_right

    def skip(self, name, reason):
        print(f"skipped {name}: {reason}", flush=True)


def certificates(folder):
    """A certificate authority, and a certificate from it for localhost."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "authority.key", "-out", "authority.pem",
            "-days", "2", "-subj", "/CN=Authority of a test")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
            "-out", "server.pem", "-days", "2", "-extfile", "names")


def responses(archive):
    """The first lines of the answers in an archive, in order, without those for robots.txt."""
    lines, uri = [], ""
    for line in gzip.open(archive, "rb").read().split(b"\r\n"):
        if line.startswith(b"WARC-Target-URI: "):
            uri = line[17:].decode()
        elif line.startswith(b"HTTP/") and not uri.endswith("/robots.txt"):
            lines.append(line.decode("latin-1").strip())
    return lines


def check(scrape, folder, plain, tls, checks):
    site, pages = folder / "site", {}

    def fetch(*arguments):
        ended = subprocess.run([scrape, "fetch", "--delay", "0", "--retries", "0", *arguments], cwd=folder,
                               capture_output=True, check=False)
        return ended.returncode, ended.stdout, ended.stderr.decode("utf-8", "replace")

    for name in ("one.html", "data.json"):
        pages[name] = (site / name).read_bytes()
    http, https = f"http://127.0.0.1:{plain}", f"https://localhost:{tls}"
    trusted = ("--cacert", "authority.pem")

    status, body, errors = fetch(f"{http}/one.html")
    checks.expect("a page over HTTP/1.1, unpacked", status == 0 and body == pages["one.html"], errors)
    status, body, errors = fetch(f"{https}/data.json", *trusted)
    checks.expect("data over TLS with an authority of one's own", status == 0 and body == pages["data.json"], errors)
    status, _, errors = fetch(f"{https}/one.html")
    checks.expect("an unknown authority is an error that says so", status == 3 and "certificate" in errors, errors)
    status, _, errors = fetch(f"https://127.0.0.1:{tls}/one.html", *trusted)
    checks.expect("a certificate of another name is an error", status == 3 and "certificate" in errors, errors)
    status, _, errors = fetch(f"{http}/none.html")
    checks.expect("a missing page is an error with its status", status == 3 and "404" in errors, errors)
    status, _, errors = fetch(f"{http}/loop")
    checks.expect("a loop of redirects ends", status == 3 and "redirect" in errors, errors)
    status, _, errors = fetch("--timeout", "1", f"{http}/slow/big.html")
    checks.expect("a slow body ends at the time limit", status == 3 and "too long" in errors, errors)
    status, _, errors = fetch("--max-bytes", "1000", f"{http}/big.html")
    checks.expect("a body over the limit is refused", status == 3 and "too large" in errors, errors)

    status, _, errors = fetch("-o", "two.warc.gz", *trusted, f"{https}/one.html", f"{https}/moved", f"{https}/none.html")
    lines = responses(folder / "two.warc.gz")
    statuses = [line.split()[1] for line in lines]
    asked = [line.split()[0] for line in (folder / "access.log").read_text().split("\n")[-5:-1]]
    checks.expect("HTTP/2 with a redirect and an error, each archived", status == 1 and asked == ["HTTP/2.0"] * 4
                  and statuses == ["200", "301", "200", "404"], f"{asked} {lines} {errors}")
    status, _, errors = fetch("-o", "one.warc.gz", f"{http}/one.html", f"{http}/moved", f"{http}/data.json")
    packed = gzip.open(folder / "one.warc.gz").read().lower()
    checks.expect("bodies are archived packed as they came", status == 0 and b"content-encoding: gzip" in packed, errors)
    status, _, errors = fetch("--revalidate", "-o", "one.warc.gz", f"{http}/one.html", f"{http}/data.json")
    again = responses(folder / "one.warc.gz")[-2:]
    kinds = gzip.open(folder / "one.warc.gz").read().count(b"WARC-Type: revisit")
    checks.expect("unchanged pages are 304 and refer to what the archive has",
                  status == 0 and [line.split()[1] for line in again] == ["304", "304"] and kinds >= 2, f"{again} {errors}")
    status, _, errors = fetch("--replay", "one.warc.gz", "-o", "replayed/", f"{http}/one.html", f"{http}/data.json")
    replayed = sorted(path.read_bytes() for path in (folder / "replayed").glob("*")) if status == 0 else []
    checks.expect("a replay gives the same pages", replayed == sorted(pages.values()), errors)

    for module in ("warcio", "fastwarc"):
        if importlib.util.find_spec(module) is None:
            checks.skip(f"archives read by {module}", "Python does not have it")
            continue
        command = [sys.executable, "-m", "warcio.cli", "check"] if module == "warcio" else [sys.executable, "-c", FASTWARC]
        ended = subprocess.run([*command, "one.warc.gz", "two.warc.gz"], cwd=folder, capture_output=True, check=False)
        checks.expect(f"archives read by {module}", ended.returncode == 0, (ended.stdout + ended.stderr).decode()[-300:])


FASTWARC = """
import sys
from fastwarc.warc import ArchiveIterator
for name in sys.argv[1:]:
    for record in ArchiveIterator(open(name, "rb"), parse_http=False, verify_digests=True):
        assert record.verify_block_digest(), record.record_id
"""

SPIDER = """
import scrapy
class Pages(scrapy.Spider):
    name = "pages"
    custom_settings = {"ROBOTSTXT_OBEY": False, "LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False,
                       "CONCURRENT_REQUESTS_PER_DOMAIN": 16, "DOWNLOAD_DELAY": 0}
    async def start(self):
        for line in open("list.txt"):
            yield scrapy.Request(line.strip())
    def start_requests(self):
        for line in open("list.txt"):
            yield scrapy.Request(line.strip())
    def parse(self, response):
        pass
"""


def speed(scrape, folder, plain, count):
    """Fetches a number of pages of 50 KB with each program, and prints the time of each."""
    generator = random.Random(3)
    words = ["".join(generator.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(generator.randint(2, 9)))
             for _ in range(3000)]
    # All pages are different, and compress like typical pages: to a fifth of their size.
    common = " ".join(f'<div class="{words[n % 40]}"><a href="/{words[n % 60]}">{words[n % 50]}</a></div>' for n in range(600))
    many = folder / "site" / "many"
    many.mkdir()
    for number in range(count):
        text = " ".join(generator.choice(words) for _ in range(1800))
        (many / f"{number}.html").write_text((f"<html><title>{number}</title><p>{text}</p>{common}" + " " * 50_000)[:50_000])
    (folder / "list.txt").write_text("".join(f"http://127.0.0.1:{plain}/many/{n}.html\n" for n in range(count)))
    (folder / "spider.py").write_text(SPIDER)
    fetch = [scrape, "fetch", "--list", "list.txt", "--delay", "0", "--allow-private", "--ignore-robots", "-o"]
    programs = [(f"scrape, with a {ending}", [*fetch, f"speed.{ending}"]) for ending in ("warc.gz", "warc.zst", "warc")]
    if shutil.which("wget"):
        programs.append(("wget, into files", ["wget", "-q", "-i", "list.txt", "-P", "wget", "--no-directories"]))
    if importlib.util.find_spec("scrapy"):
        programs.append(("Scrapy, keeping nothing", [sys.executable, "-m", "scrapy", "runspider", "spider.py"]))
    print(f"\n{count} pages of 50 KB\n{'':26}{'seconds':>9}{'pages/s':>9}{'CPU s':>8}{'ms of CPU/page':>16}{'pages/CPU s':>13}")
    for name, command in programs:
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{name:26}{seconds:9.1f}{count / seconds:9.0f}{used:8.1f}{1000 * used / count:16.2f}{count / used:13.0f}",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/scrape"))
    parser.add_argument("--speed", type=int, metavar="PAGES")
    parser.add_argument("--plain-bodies", action="store_true", help="nginx compresses nothing")
    options = parser.parse_args()
    if PROGRAM is None or shutil.which("openssl") is None:
        print("skipped: nginx or openssl is not installed")
        return 0
    scrape, checks = os.path.realpath(options.binary), Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        (folder / "site").mkdir()
        (folder / "site/one.html").write_text("<!doctype html><html><title>One</title>" + "<p>oak elm ash</p>\n" * 200 + "</html>")
        (folder / "site/data.json").write_text('{"plants": [' + ", ".join(f'"plant {n}"' for n in range(500)) + "]}")
        (folder / "site/big.html").write_bytes(b"<p>" + random.Random(1).randbytes(600_000).hex().encode())
        certificates(folder)
        plain, tls = free_port(), free_port()
        (folder / "nginx.conf").write_text(CONFIGURATION.format(
            folder=folder, plain=plain, tls=tls, packing="off" if options.plain_bodies else "on"))
        server = subprocess.Popen([PROGRAM, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)
        try:
            for _ in range(200):
                with socket.socket() as client:
                    if client.connect_ex(("127.0.0.1", tls)) == 0:
                        break
                if server.poll() is not None:
                    sys.exit(f"nginx has ended: {(folder / 'error.log').read_text()[-500:]}")
                time.sleep(0.05)
            if options.speed:
                speed(scrape, folder, plain, options.speed)
            else:
                check(scrape, folder, plain, tls, checks)
        finally:
            server.terminate()
            server.wait()
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
