#!/usr/bin/env python3
"""A transport of scrape that answers every address with the file today.html of the current folder."""
import json
import pathlib
import sys

for line in sys.stdin:
    request = json.loads(line)
    page = b"" if request["url"].endswith("/robots.txt") else pathlib.Path("today.html").read_bytes()
    status = b"HTTP/1.1 200 OK" if page else b"HTTP/1.1 404 Not Found"
    block = status + b"\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page) + page
    header = (
        f"WARC/1.1\r\nWARC-Type: response\r\nScrape-Request: {request['id']}\r\nWARC-Target-URI: {request['url']}\r\n"
        f"WARC-Date: 2026-03-02T12:00:00Z\r\nContent-Type: application/http\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    sys.stdout.buffer.write(header.encode() + block + b"\r\n\r\n")
    sys.stdout.flush()
