#!/usr/bin/env python3
"""Draws what a command prints on a terminal, with its colours, as an SVG for light and dark pages.

    scrape explain --color always … | Tests/House/picture.py 'scrape explain …' > picture.svg

The argument is shown as the command line. Lines that are longer than 110 characters are cut off.
"""
import html
import re
import sys

WIDTH, HEIGHT, COLUMNS, MARGIN = 7.8, 18, 110, 16
STYLE = """
  .page { fill: #ffffff; stroke: #d0d7de } text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #1f2328; white-space: pre }
  .bold { font-weight: bold } .dim { fill: #6e7781 } .red { fill: #cf222e } .green { fill: #1a7f37 } .yellow { fill: #7d4e00 } .cyan { fill: #0969da }
  @media (prefers-color-scheme: dark) {
    .page { fill: #0d1117; stroke: #30363d } text { fill: #e6edf3 } .dim { fill: #8b949e } .red { fill: #ff7b72 } .green { fill: #7ee787 }
    .yellow { fill: #d29922 } .cyan { fill: #79c0ff }
  }
"""
NAMES = {"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow", "36": "cyan"}


def spans(line):
    """The parts of a line with their classes; a part ends at the width of the picture."""
    left, names = COLUMNS, []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if code:
            names = [] if code[1] in ("", "0") else [NAMES[number] for number in code[1].split(";") if number in NAMES]
        elif part and left > 0:
            text = part if len(part) <= left else part[: left - 1] + "…"
            left -= len(text)
            yield names, text


def main():
    lines = [f"\x1b[2m$\x1b[0m \x1b[1m{sys.argv[1]}\x1b[0m", *sys.stdin.read().rstrip("\n").split("\n")]
    width, height = round(COLUMNS * WIDTH + 2 * MARGIN), len(lines) * HEIGHT + 2 * MARGIN
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">')
    print(f"<style>{STYLE}</style>")
    print(f'<rect class="page" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>')
    for index, line in enumerate(lines):
        content = "".join(
            f'<tspan class="{" ".join(names)}">{html.escape(text)}</tspan>' if names else html.escape(text)
            for names, text in spans(line)
        )
        print(f'<text x="{MARGIN}" y="{MARGIN + 13 + index * HEIGHT}" xml:space="preserve">{content}</text>')
    print("</svg>")


if __name__ == "__main__":
    main()
