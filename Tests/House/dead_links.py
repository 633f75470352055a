#!/usr/bin/env python3
"""Finds dead links in a documentation site that DocC made, and in the Markdown files of the project.

    python3 Tests/House/dead_links.py [SITE]

A link of the site must lead to a page of it, and a fragment to a heading of that page; an image must be among its files. A
relative link in Markdown must lead to a file, and its fragment to a heading there. Addresses of other hosts are not checked.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def pages(site):
    """The pages of the site by their paths in lower case, as the web server finds them."""
    found = {}
    for file in (site / "data").rglob("*.json"):
        path = "/" + file.relative_to(site / "data").with_suffix("").as_posix()
        found[path.lower()] = json.loads(file.read_text())
    return found


def parts(node):
    """All objects below a node of JSON."""
    if isinstance(node, dict):
        yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from parts(child)


def dead_links_of_site(site):
    """Each dead link with the page that has it."""
    found = pages(site)
    anchors = {path: {part["anchor"].lower() for part in parts(page) if "anchor" in part} for path, page in found.items()}
    for path, page in sorted(found.items()):
        for name, reference in sorted(page.get("references", {}).items()):
            kind = reference.get("type")
            # Names of protocols of the standard library are "unresolvable", and are not links.
            if kind in ("topic", "section"):
                target, _, fragment = reference.get("url", "").lower().partition("#")
                if target.rstrip("/") not in found:
                    yield path, reference.get("url") or name
                elif fragment and fragment not in anchors[target.rstrip("/")]:
                    yield path, reference["url"]
            elif kind in ("image", "download"):
                for variant in reference.get("variants", [reference]):
                    if not (site / variant["url"].lstrip("/")).is_file():
                        yield path, variant["url"]


def slug(heading):
    """The fragment of a heading in Markdown, as code hosts make it."""
    text = re.sub(r"[`*]|\[|\]\([^)]*\)", "", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def without_code(text):
    """Markdown without its blocks and spans of code."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def dead_links_of_markdown(files):
    """Each dead relative link with the file that has it."""
    for file in files:
        text = without_code(file.read_text())
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, fragment = target.partition("#")
            other = (file.parent / path) if path else file
            # An image of a catalogue is named without its folder.
            beside = list(file.parent.glob(f"Resources/{path}*")) if path and "/" not in path else []
            if not other.exists() and not beside:
                yield file.relative_to(ROOT), target
            elif fragment and other.suffix == ".md":
                headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", other.read_text(), flags=re.M | re.S), re.M)
                if fragment.lower() not in {slug(heading) for heading in headings}:
                    yield file.relative_to(ROOT), target


def main():
    markdown = [ROOT / "README.md", *sorted(ROOT.glob("Sources/**/*.md")), *sorted(ROOT.glob("Plugins/**/*.md"))]
    dead = list(dead_links_of_markdown(markdown))
    if len(sys.argv) > 1:
        site = pathlib.Path(sys.argv[1])
        count = len(pages(site))
        if count == 0:
            sys.exit(f"error: {site} has no pages")
        print(f"{count} pages in {site}")
        dead += dead_links_of_site(site)
    for place, target in dead:
        print(f"{place}: {target} leads nowhere")
    print(f"{len(dead)} dead links")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
