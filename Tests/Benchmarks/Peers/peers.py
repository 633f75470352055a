#!/usr/bin/env python3
"""The job that job.py measures, with one of Python's libraries: each page becomes a line of JSON.

    python3 peers.py NAME JOBS FIELDS LIST

FIELDS is a table of `name TAB selector TAB attribute TAB many`, LIST names a page on each line. Each library is used
as its documentation recommends for speed: selectors are compiled once, if it can compile them.
"""
import json
import multiprocessing
import sys


def clean(text):
    """The text with its white space collapsed, as in a field of the type string."""
    return " ".join(text.split())


def selectolax(fields):
    from selectolax.lexbor import LexborHTMLParser

    def read(page):
        tree = LexborHTMLParser(page)
        for name, selector, attribute, many in fields:
            nodes = tree.css(selector) if many else [tree.css_first(selector)]
            nodes = [node for node in nodes if node is not None]
            yield name, many, [(n.attributes.get(attribute) or "") if attribute else n.text() for n in nodes]

    return read


def lxml(fields):
    import lxml.html
    from lxml.cssselect import CSSSelector

    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
    compiled = [(name, CSSSelector(selector, translator="html"), a, many) for name, selector, a, many in fields]

    def read(page):
        tree = lxml.html.document_fromstring(page, parser=parser)
        for name, select, attribute, many in compiled:
            nodes = select(tree) if many else select(tree)[:1]
            yield name, many, [n.get(attribute, "") if attribute else "".join(n.itertext("*")) for n in nodes]

    return read


def parsel(fields):
    from parsel import Selector

    def read(page):
        tree = Selector(body=page, encoding="utf-8", huge_tree=True)
        for name, selector, attribute, many in fields:
            if attribute:
                values = tree.css(f"{selector}::attr({attribute})")
                yield name, many, values.getall() if many else [values.get("")]
            else:
                nodes = tree.css(selector) if many else tree.css(selector)[:1]
                yield name, many, ["".join(node.xpath(".//text()").getall()) for node in nodes]

    return read


def soup(builder):
    def make(fields):
        import soupsieve
        from bs4 import BeautifulSoup

        compiled = [(name, soupsieve.compile(selector), a, many) for name, selector, a, many in fields]

        def read(page):
            tree = BeautifulSoup(page, builder, from_encoding="utf-8", multi_valued_attributes=None)
            for name, selector, attribute, many in compiled:
                nodes = selector.select(tree) if many else selector.select(tree, limit=1)
                yield name, many, [n.get(attribute, "") if attribute else n.get_text() for n in nodes]

        return read

    return make


PEERS = {
    "selectolax": selectolax,
    "lxml": lxml,
    "parsel": parsel,
    "BeautifulSoup, lxml": soup("lxml"),
    "BeautifulSoup": soup("html.parser"),
}


def line(path):
    """A page's line: its fields in order, without those that have no value."""
    with open(path, "rb") as file:
        page = file.read()
    record = {"@type": "Page"}
    for name, many, values in READ(page):
        values = [value for value in map(clean, values) if value]
        if many:
            record[name] = values
        elif values:
            record[name] = values[0]
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def begin(name, table):
    """Prepares this process for reading pages, in the same way for every worker."""
    global READ
    with open(table, encoding="utf-8") as file:
        rows = [row.rstrip("\n").split("\t") for row in file]
    READ = PEERS[name]([(field, selector, attribute, many == "1") for field, selector, attribute, many in rows])


def main():
    name, jobs, table, listed = sys.argv[1:]
    with open(listed, encoding="utf-8") as file:
        paths = file.read().splitlines()
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    if int(jobs) == 1:
        begin(name, table)
        for path in paths:
            print(line(path))
        return
    with multiprocessing.Pool(int(jobs), begin, (name, table)) as pool:
        for text in pool.imap(line, paths, chunksize=4):
            print(text)


if __name__ == "__main__":
    main()
