#!/usr/bin/env python3
"""A transport of scrape: answers every request from a table."""
import json
import sys

PAGES = {"http://plants.example/": b"<h1>Oak</h1>", "http://plants.example/old": None}


def record(kind, request, content_type, block):
    header = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nScrape-Request: {request['id']}\r\n"
        f"WARC-Target-URI: {request['url']}\r\nWARC-Date: 2026-05-28T12:00:00Z\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    sys.stdout.buffer.write(header.encode() + block + b"\r\n\r\n")


for line in sys.stdin:
    request = json.loads(line)
    if request["url"] == "http://plants.example/robots.txt":
        record("response", request, "application/http", b"HTTP/1.1 404 Not Found\r\n\r\n")
    elif request["url"] not in PAGES:
        failure = {"failure": "dns", "detail": "not in the table"}
        record("metadata", request, "application/json", json.dumps(failure).encode())
    elif PAGES[request["url"]] is None:
        record("response", request, "application/http", b"HTTP/1.1 301 Moved\r\nLocation: /\r\n\r\n")
    else:
        body = PAGES[request["url"]]
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
        record("response", request, "application/http", head.encode() + body)
    sys.stdout.flush()
