"""The sites of the crawl cases: what they answer. record.py plays them to scrape as its transport."""
import base64
import json
import os
import sys
from urllib.parse import parse_qs, urlsplit

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GONE = (404, "text/html", "<h1>Not found</h1>")


def corpus(case, kind):
    with open(f"{ROOT}/Corpus/{case}", "rb") as file:
        return (200, kind, file.read())


def page(name):
    return corpus(name, "text/html")


def data(value):
    return (200, "application/json; charset=utf-8", json.dumps(value, ensure_ascii=False))


def alchemy(url, query):
    board = """<!DOCTYPE html><html lang="en-US"><head><meta charset="utf-8"><title>{title} &#8211; Alchemy</title></head><body>
<h2 class="blog-single-title">{title}</h2><div class="mk-single-content clearfix"><p><strong>A10</strong></p><p>5 rounds<br>{one}</p>
<p><strong>A20</strong></p><p>{two}</p><p><strong>AStrong</strong></p><p>Deadlift 5x5</p><p><strong>APulse</strong></p><p>Hill sprints</p></div></body></html>"""
    boards = {
        "/workout/18/06/tuesday-060518/": ("Tuesday 06.05.18", "10 thrusters", "Row 500 m"),
        "/workout/18/06/wednesday-060618/": ("Wednesday 06.06.18", "12 burpees", "Bike 20 cal"),
    }
    if url.path not in boards:
        return GONE
    title, one, two = boards[url.path]
    return (200, "text/html; charset=utf-8", board.format(title=title, one=one, two=two))


def schedule(url, query):
    studios = {"30510": ["-0600", "-0600"], "18997": ["-0500", "-0600"]}
    studio = query["location_ids"][0]
    day = query["from"][0][:10]
    events = []
    if day != "2018-11-05":
        offset = query["from"][0][-5:]
        later = query["to"][0][-5:]
        events = [
            {"id": 1, "name": "A10", "location_id": int(studio), "start_at": f"{day}T05:45:00{later}", "end_at": f"{day}T06:30:00{later}",
             "staff_members": [{"id": 3, "name": "Kit Moss"}], "state": "active", "full": False, "capacity_remaining": 4},
            {"id": 2, "name": "A20", "location_id": int(studio), "start_at": f"{day}T17:30:00{later}", "end_at": f"{day}T18:15:00{later}",
             "staff_members": [{"id": 4, "name": "Wren Hale"}], "state": "canceled", "full": True, "capacity_remaining": 0},
        ]
    return data({"event_occurrences": events})


PLANTS = {
    "Sea campion": "<p><b>Sea campion</b> is a cushion of white bladders above grey leaves.</p>",
    "Red campion": "<p><b>Red campion</b> lights hedge banks in May.</p>",
    "Moss campion": "<p><b>Moss campion</b> grows where snow lies long.</p>",
}
busy = set()


def wikipedia(url, query):
    if "Red campion" in query.get("titles", []) and url.query not in busy:
        busy.add(url.query)
        return data({"error": {"code": "maxlag", "info": "Waiting for a database: 6 seconds lagged"}})
    if query.get("list") == ["search"]:
        return data({"batchcomplete": True, "query": {"searchinfo": {"totalhits": 2}, "search": [
            {"ns": 0, "title": "Sea campion", "pageid": 1409}, {"ns": 0, "title": "Red campion", "pageid": 1502}]}})
    if query.get("list") == ["categorymembers"]:
        if "cmcontinue" not in query:
            return data({"continue": {"cmcontinue": "page|4d4f53|1601", "continue": "-||"}, "query": {"categorymembers": [
                {"pageid": 1409, "ns": 0, "title": "Sea campion"}, {"pageid": 1502, "ns": 0, "title": "Red campion"}]}})
        return data({"batchcomplete": True, "query": {"categorymembers": [{"pageid": 1601, "ns": 0, "title": "Moss campion"}]}})
    title = query["titles"][0]
    card = {"pageid": 1409, "ns": 0, "title": title}
    # The picture of one plant comes in a second answer.
    if title == "Sea campion" and "picontinue" not in query:
        card["extract"] = PLANTS[title]
        return data({"continue": {"picontinue": "1409", "continue": "||extracts"}, "query": {"pages": [card]}})
    if title != "Sea campion":
        card["extract"] = PLANTS[title]
    card["original"] = {"source": f"https://upload.wikimedia.org/{title.replace(' ', '_')}.jpg", "width": 640, "height": 480}
    return data({"batchcomplete": True, "query": {"pages": [card]}})


def feed(url, query):
    if url.path.startswith("/posts/"):
        return corpus("social-feed/post-page/page.html", "text/html")
    if query.get("before") == ["8118"] or query.get("before") == ["8119"]:
        return data({"meta": {"next": None}, "posts": [
            {"id": 8101, "permalink": "https://botan.example/posts/8101", "author": {"name": "Lee Ash", "url": "https://botan.example/u/lee-ash"},
             "text": "Repotted everything.", "created_at": "2019-06-09T10:00:00Z", "likes": 2, "comment_count": 1, "comments": [
                {"id": 40, "permalink": "#comment-40", "created_at": "2019-06-09T11:00:00Z", "text": "All of it?",
                 "author": {"name": "Kim", "url": "https://botan.example/u/kim"}}]}]})
    return corpus("social-feed/api-answer/page.json", "application/json")


def store(url, query):
    base = "https://api.ebay.com/buy/browse/v1"
    things = {
        "v1|110000000101|0": ("Yoga Ball 65 cm", "14.90"),
        "v1|110000000102|0": ("Yoga Ball 75 cm", "17.50"),
        "v1|110000000103|0": ("Yoga Ball, pump included", "21.00"),
    }
    if url.path.endswith("/search"):
        if query["q"] == ["Yoga Bull"]:
            return data({"href": f"{base}/item_summary/search", "total": 0, "limit": 2, "offset": 0})
        offset = int(query.get("offset", ["0"])[0])
        names = list(things)[offset:offset + 2]
        answer = {"href": f"{base}/item_summary/search", "total": 3, "limit": 2, "offset": offset, "itemSummaries": [
            {"itemId": name, "title": things[name][0], "itemHref": f"{base}/item/{name.replace('|', '%7C')}"} for name in names]}
        if offset == 0:
            answer["next"] = f"{base}/item_summary/search?q=Yoga+Ball&limit=2&offset=2"
        return data(answer)
    name = url.path.split("/")[-1].replace("%7C", "|")
    title, price = things[name]
    return data({"itemId": name, "title": title, "price": {"value": price, "currency": "USD"}, "condition": "New",
        "itemLocation": {"city": "San Francisco", "country": "US"}, "image": {"imageUrl": "https://i.ebayimg.com/images/g/a.jpg"},
        "shippingOptions": [{"shippingCost": {"value": "0.00", "currency": "USD"}}],
        "itemWebUrl": f"https://www.ebay.com/itm/{name.split('|')[1]}", "seller": {"username": "ball-pit-77"}})


def blog(host, pages):
    """A site with robots.txt, an index of sitemaps, a feed, and pages."""
    def answer(url, query):
        urls = [f"https://{host}{path}" for path in pages]
        if url.path == "/robots.txt":
            return (200, "text/plain", f"User-agent: *\nDisallow: /private\nSitemap: https://{host}/sitemap.xml\n")
        if url.path == "/sitemap.xml":
            return (200, "text/xml", '<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
                f"<sitemap><loc>https://{host}/pages.xml</loc></sitemap></sitemapindex>")
        if url.path == "/pages.xml":
            locations = "".join(f"<url><loc>{one}</loc></url>" for one in urls)
            return (200, "text/xml", f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{locations}</urlset>')
        if url.path == "/feed.xml":
            entries = "".join(f'<entry><title>x</title><link rel="alternate" href="{one}"/></entry>' for one in urls)
            return (200, "application/atom+xml", f'<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="https://{host}/feed.xml"/>{entries}</feed>')
        if url.path == "/feed/":
            items = "".join(f"<item><title>x</title><link>{one}</link></item>" for one in urls)
            return (200, "application/rss+xml", f'<rss version="2.0"><channel><link>https://{host}/</link>{items}</channel></rss>')
        return page(pages[url.path]) if url.path in pages else GONE
    return answer


SITES = {
    "alchemy365.com": alchemy,
    "alchemy365.frontdeskhq.com": schedule,
    "en.wikipedia.org": wikipedia,
    "botan.example": feed,
    "api.botan.example": feed,
    "api.ebay.com": store,
    "tin.example": blog("tin.example", {
        "/2018/kettle": "article/blog-posting/page.html", "/2018/lost": "article/no-such-page"}),
    "hedgerow-kitchen.example": blog("hedgerow-kitchen.example", {
        "/nettle-soup/": "recipe/graph/page.html", "/two/": "recipe/two-recipes/page.html"}),
}
STATUS = {200: "OK", 404: "Not Found"}


def play(clock):
    """Answers the requests of standard input, as a transport of scrape; all answers have the same time."""
    for line in sys.stdin:
        request = json.loads(line)
        url = urlsplit(request["url"])
        site = SITES[url.hostname]
        is_robots = url.path == "/robots.txt" and not url.hostname.endswith(".example")
        try:
            status, kind, body = GONE if is_robots else site(url, parse_qs(url.query))
        except FileNotFoundError:
            status, kind, body = GONE
        body = body if isinstance(body, bytes) else body.encode()
        target = url.path + ("?" + url.query if url.query else "")
        head = f"{request['method']} {target} HTTP/1.1\r\nHost: {url.hostname}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in request["headers"]) + "\r\n"
        sent = base64.b64decode(request.get("body", ""))
        write("request", request, clock, "application/http;msgtype=request", head.encode() + sent)
        head = f"HTTP/1.1 {status} {STATUS[status]}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        write("response", request, clock, "application/http;msgtype=response", head.encode() + body)
        sys.stdout.buffer.flush()


def write(record, request, clock, kind, block):
    head = (f"WARC/1.1\r\nWARC-Type: {record}\r\nScrape-Request: {request['id']}\r\nWARC-Target-URI: {request['url']}\r\n"
            f"WARC-Date: {clock}\r\nContent-Type: {kind}\r\nContent-Length: {len(block)}\r\n\r\n")
    sys.stdout.buffer.write(head.encode() + block + b"\r\n\r\n")
