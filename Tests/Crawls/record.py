#!/usr/bin/env python3
"""Records the crawl cases of the corpus: plays the sites of sites.py, and runs `scrape crawl --save` against them.

    python3 Tests/Crawls/record.py [SITE...]       removes and writes Corpus/SITE/crawl-*

scrape gets its answers from a transport that plays the sites: no request leaves the machine.
"""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# What each case is recorded with: its clock and inputs, and secrets of the environment.
CASES = {
    "alchemy": [("crawl-days", "2018-06-05T12:00:00Z", ["days=3"], {})],
    "alchemy-schedule": [
        ("crawl-day-of-a-studio", "2018-05-27T18:00:00Z", ["date=tomorrow", "location=LoHi"], {"FRONTDESK_CLIENT_ID": "id-7716-f"}),
        ("crawl-end-of-daylight-saving", "2018-11-03T18:00:00Z", ["days=3", "location=Northeast"], {"FRONTDESK_CLIENT_ID": "id-7716-f"}),
    ],
    "wikipedia": [
        ("crawl-search", "2026-11-20T10:00:00Z", ["q=campion"], {}),
        ("crawl-category", "2026-11-20T10:00:00Z", ["category=Silene"], {}),
    ],
    "social-feed": [
        ("crawl-feed", "2019-06-12T18:30:00Z", ["limit=3"], {}),
        ("crawl-notification", "2019-06-13T07:00:00Z", ["link=https://botan.example/posts/8119?notification=551#comment-31"], {}),
    ],
    "club-seven-store": [
        ("crawl-search", "2017-04-02T16:20:00Z", ["q=Yoga Ball", "limit=2"], {"EBAY_TOKEN": "v1.1-token-of-a-test"}),
        ("crawl-nothing-found", "2017-04-02T16:20:00Z", ["q=Yoga Bull", "limit=2"], {"EBAY_TOKEN": "v1.1-token-of-a-test"}),
    ],
    "article": [
        ("crawl-sitemap", "2018-09-10T10:00:00Z", ["site=https://tin.example/"], {}),
        ("crawl-feed", "2018-09-10T10:00:00Z", ["feed=https://tin.example/feed.xml"], {}),
    ],
    "recipe": [
        ("crawl-sitemap", "2021-05-10T10:00:00Z", ["site=https://hedgerow-kitchen.example/"], {}),
        ("crawl-feed", "2021-05-10T10:00:00Z", ["feed=https://hedgerow-kitchen.example/feed/"], {}),
    ],
}


def record(sites, folder):
    for site in sites or CASES:
        for case, clock, inputs, secrets in CASES[site]:
            player = f"{folder}/player"
            with open(player, "w", encoding="utf-8") as file:
                file.write(f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {HERE!r})\nimport sites\nsites.play({clock!r})\n")
            os.chmod(player, 0o755)
            shutil.rmtree(f"{ROOT}/Corpus/{site}/{case}", ignore_errors=True)
            command = [f"{ROOT}/.build/debug/scrape", "crawl", site, "--save", case, "--clock", clock, "--delay", "0", "-o", f"{folder}/output",
                       "--transport", player]
            for text in inputs:
                command += ["--input", text]
            environment = {"PATH": os.environ["PATH"], "SCRAPE_CONTACT": "mailto:test@example.org", **secrets}
            run = subprocess.run(command, cwd=ROOT, env=environment, check=False, timeout=60)
            print(f"{site}/{case}: exit {run.returncode}", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        record(sys.argv[1:], folder)
