/// Examples of every format, from which mutators start: small, with as many different constructs as possible.
enum FuzzExamples {
    static let xml = [
        #"<?xml version="1.0" encoding="UTF-8"?><rss xmlns:m="urn:m"><channel><item id="1"><title>A &amp; B</title><m:t url="x"/></item></channel></rss>"#,
        #"<!DOCTYPE a [<!ENTITY e "x"><!ELEMENT a ANY>]><a b='1'>&e;<![CDATA[<c>]]><?p q?><!-- d --><e xml:lang="de"/></a>"#,
        #"<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/a"/><updated>2024-01-01T00:00:00Z</updated></entry></feed>"#,
    ]
    static let json = [
        #"{"a":[1,-2.50e+3,true,null,"x\né\ud83d\ude00"],"@type":{"id":"k","b":[]},"":""}"#,
        "[[[{}]],\"\\u0041\", 0.1]",
        #"{"events":[{"id":7,"name":"Row","staff":[{"n":"Kim"}]},{"id":8}]}"#,
    ]
    static let csv = [
        "id,name,price\n1,\"A, \"\"b\"\"\",2.50\r\n2,,\n", "a;b\tc\n\"x\ny\";2;3\n",
        "date,reps,weight (kg)\n2024-01-02,5,102.5\n",
    ]
    static let linkedData = [
        ##"<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Recipe","@id":"#r","name":"A","recipeIngredient":["x","y"]},{"@id":"#r","author":{"name":"B"}}]}</script>"##,
        #"<div itemscope itemtype="https://schema.org/Product" itemid="p"><b itemprop="name">A</b><meta itemprop="price" content="2"><i itemprop="offers" itemscope itemref="r">x</i></div><p id=r itemprop=sku>1"#,
        #"<meta property="og:title" content="T"><meta name=author content=B><link rel=canonical href="/c"><title>t</title>"#,
    ]
    static let inlineData = [
        #"<script id="__NEXT_DATA__" type="application/json">{"props":{"a":[1,{"b":"c"}]}}</script>"#,
        "<script>window.__DATA__ = {a: 1, 'b': [true, null, 'x\\n',], /* c */ d: \"e\"}; var x = JSON.parse('{\"k\":[1]}');</script>",
        "<script>self.__next_f.push([1,\"1:[\\\"$\\\",\\\"p\\\",null,{\\\"a\\\":1}]\\n\"])</script>",
        #"<script type="application/json" id="__NUXT_DATA__">[{"a":1,"b":2},"x",["Date",3],"2024"]</script>"#,
    ]

    static let values = [
        "12 March 2024, 14:05 CET", "2024-02-29T23:59:60.5+02:00", "vor 3 Tagen", "2 hours ago", "令和6年3月1日",
        "Tue, 5 Jan '21 at 5pm EST",
        "$1.2M", "€ 1.299,-", "1½ cups", "(5)", "US$12.99 – 15", "1 234 567,89 kr", "१२३", "50 %", "PT1H30M",
        "1 h 5 min", "3:05:09", "90 minutes",
        "https://a.example:8080/b?c=d#e", "../x/y", "//z", "javascript:alert(1)", "mailto:a@b.example", "yes",
        "4.5 out of 5 stars",
        "10 KB", "1,5 GiB", "٣ مارس ٢٠٢٤", "2024年3月27日 14時", "27. März 2024", "March 2024", "03/04/05",
    ]
    /// Each type and each transform that reads a text, on the first line of a text.
    static let valueRules = #"""
        { "source": "text", "records": { "R": { "each": "line", "fields": {
            "integer": { "select": ":scope", "type": "integer" }, "number": { "select": ":scope", "apply": ["number"], "type": "decimal" },
            "decimal": { "select": ":scope", "type": "decimal" }, "boolean": { "select": ":scope", "type": "boolean" },
            "date": { "select": ":scope", "type": "date", "locale": "en" }, "datum": { "select": ":scope", "type": "date", "locale": "de" },
            "time": { "select": ":scope", "type": "datetime", "format": ["relative", "yyyy-MM-dd'T'HH:mm:ssXXX"], "locale": "en", "timezone": "Europe/Berlin" },
            "within": { "select": ":scope", "type": "date", "in-text": true, "locale": "en" },
            "duration": { "select": ":scope", "type": "duration" }, "url": { "select": ":scope", "type": "url" },
            "text": { "select": ":scope", "type": "text" },
            "money": { "select": ":scope", "apply": ["money"], "type": "json" }, "amount": { "select": ":scope", "apply": ["number"] },
            "percent": { "select": ":scope", "apply": ["percent"] }, "size": { "select": ":scope", "apply": ["size"] },
            "base": { "select": ":scope", "apply": ["base64"] },
            "plain": { "select": ":scope", "apply": ["strip-tags", "decode-entities", "collapse", "strip-diacritics", "uppercase"] },
            "decoded": { "select": ":scope", "apply": ["url-decode", "url-encode"] }, "query": { "select": ":scope", "apply": [{ "query": "c" }] },
            "parts": { "select": ":scope", "apply": [{ "split": "[,;]" }, "unique", "sort", { "slice": [0, 3] }, { "join": "-" }] }
        } } } }
        """#

    static let page = """
        <!DOCTYPE html><html lang=en><head><title>T</title><base href="/x/"></head><body class="a b"><h1 id=h>Head</h1><ul><li class=i>1 m
        <li class="i j" data-x="Y z">2 m</ul><table><tr><th>K<td>V<tr><td colspan=2>é</table><p>A <b>bold</b> text, 27 March 2024.
        <p hidden>h<form><input type=checkbox checked required><input type=number min=1 max=5 value=9></form><svg><path d=M0/></svg></body></html>
        """
    static let selectors = [
        "div > p.a:nth-child(2n+1 of .b), #h ~ li", "a[href^='x' i]:not(.a, [b]):is(p, q)::attr(href)",
        "ul:has(> li + li) li:last-of-type",
        ":root :where(b) *|c svg|path, [data-x~=\"z\"]", "p:contains('bold'):empty, li:first-child::text",
        "tr:nth-last-child(-n+3) td:nth-of-type(even)",
        "input:checked:required:out-of-range, :lang(en), p:dir(ltr)", "\\31 a, .\\.x, #\\0000e9, [a='\\\n']",
        "li::lines, b::html, h1::own-text", ":scope > body|",
    ]
    static let patterns = [
        #"(\d+) (m|km)\b"#, #"^(?<y>\d{4})-(?:0[1-9]|1[0-2])$"#, #"(?i)(a|ab)*?c{2,3}[^\]a-z\d]"#,
        #"(?<=x)y(?=z)(?!w)(?<!v)"#, #"\p{Lu}+\P{L}[[:alpha:]]\u00e9\x41"#,
        #"(?m)^.$|(?s:.)+"#, #"((a?){3}){4}"#, #"[\w.+-]+@[\w-]+\.[a-z]{2,}"#,
    ]
    static let rules = [
        #"{ "match": ["https://a.example/*"], "records": { "P": { "each": "li", "fields": { "n": "::text", "h": { "select": "b", "type": "integer", "required": true, "apply": [{ "match": "(\\d+) m" }] } }, "expect": { "count": "1..", "filled": { "n": 0.5 } } } } }"#,
        #"{ "source": ["json", "html"], "prepare": [{ "remove": [".ad", "script"] }, { "rename": { "select": "b", "to": "strong" } }], "records": { "R": { "each": "p", "within": "body", "when": "h1", "unique": "a", "fields": { "a": [{ "select": "i" }, { "value": "1" }], "c": { "case": { ".a": "x", "*": "y" } }, "t": { "template": "{a}-{c}" } } } } }"#,
        #"{ /* c */ "timezone": "Europe/Berlin", "records": { "T": { "each": "tr", "fields": { "k": { "column": "K" }, "l": { "label": ["V", "W"] }, "d": { "select": "td", "type": "date", "format": "d. MMMM yyyy", "locale": "de" }, "o": { "within": "td", "fields": { "x": ":scope" } }, "m": { "each": "td", "fields": { "x": ":scope" } } } } }, "names": {}, }"#,
        #"{ "match": ["https://a.example/*"], "inputs": { "q": { "default": "oak" } }, "requests": { "list": { "get": "https://a.example/", "query": { "q": "{q}" }, "records": [], "next": "a.next::attr(href)", "follow": { "item": "a.i::attr(href)" } }, "item": { "records": ["P"] } }, "limits": { "pages": 10 }, "records": { "P": { "each": "li", "fields": { "n": ":scope" } } } }"#,
    ]

    static let addresses = [
        "https://user:pw@xn--bcher-kva.example:443/a/../b/%41?q=1&r=ü#f", "//[2001:db8::1]:80/x",
        "http://0x7f.1/", "../c?d", "\\\\x\\y", "https:p", "file:///C|/a",
        "mailto:a@b", "HTTP://ÄÖ.example/ /x", "http://1.2.3.4.5/", "data:text/plain,x", "ws://a:65536/", "?",
        "#", "",
    ]
    static let robots = [
        "User-agent: *\nDisallow: /a/*b$\nAllow: /a\nCrawl-delay: 2.5\n\nUser-agent: scrape\nuser-agent: x\nDisallow:\nSitemap: https://a.example/s.xml\n",
        "\u{FEFF}User-Agent: scrape # c\r\nDISALLOW: /%7Ea/é\r\nAllow: /*?c=\rcrawl-delay: 1e9\n",
    ]
    static let cookies = [
        "a=b; Path=/b; Domain=a.example; Secure; HttpOnly; SameSite=Lax\nc=\"d e\"; Max-Age=3600; Expires=Wed, 09 Jun 2033 10:18:14 GMT",
        "__Host-x=1; Secure; Path=/\n=v; domain=.example\nn; expires=9 6 33 1:1:1 jun; max-age=-5",
    ]
    static let warc = [
        response("200 OK", "Content-Type: text/html; charset=utf-8", "<p>A"), revisit,
        response("301 Moved", "Location: /x\r\nTransfer-Encoding: chunked", "3\r\nabc\r\n0\r\n\r\n")
            + revisit,
    ]
    private static func response(_ status: String, _ headers: String, _ body: String) -> String {
        let block = "HTTP/1.1 \(status)\r\n\(headers)\r\n\r\n\(body)"
        return
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2024-03-27T10:00:00Z\r\nWARC-Target-URI: https://a.example/b\r\n"
            + "WARC-Payload-Digest: sha1:AAAA\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: \(block.utf8.count)\r\n\r\n\(block)\r\n\r\n"
    }
    private static let revisit =
        "WARC/1.0\r\nWARC-Type: revisit\r\nWARC-Record-ID: <urn:uuid:2>\r\nWARC-Refers-To-Target-URI: https://a.example/b\r\nWARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
    static let transport = [
        "WARC/1.1\r\nWARC-Type: response\r\nScrape-Request: 1\r\nWARC-Target-URI: https://a.example/\r\nContent-Length: 19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\r\n\r\nWARC/1.1\r\nWARC-Type: metadata\r\nScrape-Request: 1\r\nContent-Length: 2\r\n\r\n{}\r\n\r\n"
    ]
    static let jsonLines = [
        #"{"url":"https://a.example/b","html":"<p>x\u00e9\n","saved":"2024-03-27T10:00:00Z"}"# + "\n"
            + #"{"url":"c","file":"x.html"}"# + "\n",
        #"{"html":"<p>","encoding":"utf-8","id":7}"# + "\n\n[1]\n",
    ]
    static let list = ["a.html\nb/c.html\n\n# x\n", "/etc/hostname\r\n../x\r\n"]
    static let sitemaps = [
        #"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/b</loc><lastmod>2024-01-01</lastmod></url></urlset>"#,
        "<sitemapindex><sitemap><loc>https://a.example/s.xml</loc></sitemap></sitemapindex>",
        "https://a.example/x\nhttps://a.example/y\n",
    ]
    static let journal = [
        #"{"run":"r1"}"# + "\n"
            + #"{"errors":12,"pages":[["list.html",0,"1f"],["list.html",1]],"bytes":104,"fields":[["plants",["Plant","name","name#letters","name#digits","height","height#letters","height#digits","name#pages","height#pages"],["Pot"]]],"tally":[["plants",1,0,[2,2,2,0,1,1,0,1,1],[0]]]}"#
            + "\n"
            + #"{"errors":14,"pages":[["a",2]],"bytes":9,"tally":[["plants",1,0,[2,2,2,0,1,1,0,1,1],[0]]]}"#
            + "\n"
    ]
    static let pluginAnswers = [
        hello + #"{"id":1,"results":[{"output":"A"},{"error":"b"}]}"# + "\n",
        hello + #"{"id":1,"results":[{"output":"A\u0000\ud83d\ude00"},{"output":"B"}]}"# + "\n"
            + #"{"id":2,"results":[]}"# + "\n",
    ]
    private static let hello =
        #"{"scrape":1,"plugin":"fuzz","about":"x","transforms":[{"name":"shout","about":"y","input":"string","output":"string"}]}"#
        + "\n"
}
