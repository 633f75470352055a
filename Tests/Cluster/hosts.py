"""Hosts on addresses of this machine, for checks that fetch pages: they keep a log of the requests."""
import collections
import http.server
import threading
import time

# The tolerance when pauses are compared with the client's: both round times to milliseconds.
ROUNDING = 0.005


class Hosts:
    """Servers on 127.0.0.1, 127.0.0.2 and so on, each with its own port, all with the same pages.

    The last one has a Crawl-delay. A page is text for its path, so that every request for it has the same answer.
    """

    def __init__(self, count, crawl_delay):
        self.lock = threading.Lock()
        self.log = []
        self.servers = []
        for number in range(1, count + 1):
            robots = "User-agent: *\nDisallow: /private/\n"
            if number == count:
                robots += f"Crawl-delay: {crawl_delay}\n"
            server = http.server.ThreadingHTTPServer((f"127.0.0.{number}", 0), Handler)
            server.hosts, server.robots = self, robots
            server.name = f"127.0.0.{number}:{server.server_address[1]}"
            self.servers.append(server)
            threading.Thread(target=server.serve_forever, daemon=True).start()

    @property
    def names(self):
        """The hosts, with their ports."""
        return [server.name for server in self.servers]

    def close(self):
        """Ends the servers."""
        for server in self.servers:
            server.shutdown()
            server.server_close()

    def forget(self):
        """Begins a new log."""
        with self.lock:
            self.log.clear()

    def add(self, host, path, began, ended):
        """Adds a request to the log, with the times of its beginning and of the end of its answer."""
        with self.lock:
            self.log.append((host, path, began, ended))

    def requests(self):
        """How often each address has been requested, without those of robots.txt."""
        with self.lock:
            return collections.Counter(f"http://{host}{path}" for host, path, _, _ in self.log if path != "/robots.txt")

    def shortest_pauses(self):
        """For each host, the shortest time between the end of an answer and the next request; below 0 if they overlap."""
        pauses = {}
        with self.lock:
            log = sorted(self.log, key=lambda entry: entry[2])
        last = {}
        for host, _, began, ended in log:
            if host in last:
                pauses[host] = min(pauses.get(host, began - last[host]), began - last[host])
            last[host] = max(ended, last.get(host, ended))
        return pauses


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers the requests to a host."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        began = time.monotonic()
        path = self.path.partition("?")[0]
        status, kind, text, fields = 200, "text/html", "", {}
        if path == "/robots.txt":
            kind, text = "text/plain", self.server.robots
        elif path == "/p/gone":
            status, text = 404, "<h1>Gone</h1>"
        elif path == "/p/moved":
            status, fields = 301, {"Location": "/p/new"}
        elif path == "/list":
            links = ("1", "2", "gone", "3")
            text = "".join(f"<a href='/p/{link}'>{link}</a>" for link in links) + "<a href='/private/4'>4</a>"
        else:
            # Some pages are larger than a chunk of the job, some lack a required field.
            filler = "".join(f"<p>{number * 7919 % 10007:x}" for number in range(400_000 if path == "/p/5" else 50))
            title = "" if path == "/p/7" else f"<h1>Page {path}</h1>"
            text = f"<!doctype html><main>{title}<b>{len(path) + 0.5}</b>{filler}</main>"
        body = text.encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **fields}.items():
            self.send_header(name, value)
        self.end_headers()
        # The client has the whole answer at this time at the earliest.
        ended = time.monotonic()
        self.server.hosts.add(self.server.name, self.path, began, ended)
        self.wfile.write(body)

    def log_message(self, *_):
        """Prints nothing."""
