#!/usr/bin/env python3
"""Writes the start page of the documentation's site from the README: its first sentences and its table of guides.

    python3 Tests/House/start_page.py SITE

A row whose files are not on the site is left out. The exit status is 1 if no row is left.
"""
import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: The heading of the README's section with the table.
HEADING = "## Where everything else is"
LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>scrape: documentation</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 17px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; width: 100%; }}
td {{ border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .4rem .8rem .4rem 0; vertical-align: top; }}
a {{ color: light-dark(#0b57d0, #8ab4f8); }}
</style>
</head>
<body>
<h1>scrape</h1>
{about}
<table>
{rows}
</table>
<p><a href="documentation/">All modules, with their symbols</a></p>
</body>
</html>
"""


def address(path):
    """The address of a file of a catalogue on the site, relative to its root; `None` if the file is in no catalogue."""
    match = re.fullmatch(r"(?:Sources|Plugins)/(\w+)/\1\.docc/(\w+)\.md", path)
    if not match:
        return None
    module, article = match[1].lower(), match[2].lower()
    return f"documentation/{module}/" if article == module else f"documentation/{module}/{article}/"


def shown(text, site):
    """Markdown with links and code as HTML; `None` if a link leads outside the site."""
    parts, end = [], 0
    for match in LINK.finditer(text):
        place = address(match[2])
        if place is None or not (site / place / "index.html").exists():
            return None
        parts += [html.escape(text[end:match.start()]), f'<a href="{place}">{html.escape(match[1])}</a>']
        end = match.end()
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", "".join(parts) + html.escape(text[end:]))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = pathlib.Path(sys.argv[1])
    readme = (ROOT / "README.md").read_text("utf-8")
    about = [part for part in readme.split("\n\n")[1:4] if not part.startswith("![")]
    rows = []
    for line in readme.split(HEADING, 1)[1].split("\n## ", 1)[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        links = shown(cells[1], site) if len(cells) == 2 else None
        if links and "<a " in links:
            rows.append(f"<tr><td>{shown(cells[0], site)}</td><td>{links}</td></tr>")
    if not rows:
        print(f"error: README.md has no table of guides below {HEADING!r}", file=sys.stderr)
        return 1
    paragraphs = "\n".join(f"<p>{text}</p>" for text in (shown(part, site) for part in about) if text)
    (site / "index.html").write_text(PAGE.format(about=paragraphs, rows="\n".join(rows)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
