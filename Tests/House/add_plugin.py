#!/usr/bin/env python3
"""Adds a compiled-in plugin to a copy of the package that has been built before, as the maintainers' map says: one
folder in Plugins and one line in Package.swift. The command must know the plugin after the next build. A source in a
folder of the plugin imports Scraping, and so the command links it.

    python3 Tests/House/add_plugin.py [--keep]

The exit status is 0 if it does. The copy is built twice, in debug mode, in a temporary folder.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

PLUGIN = '''\
public import Engine

/// Counts letters.
public let plugin = Plugin(
    name: "letters",
    about: "counts letters",
    sources: [
        Source(name: "words", about: "a word an element", root: "words") { _ throws(StepError) in
            { text, tree throws(StepError) in
                for word in text.split(separator: 0x20) {
                    try tree.open("word", line: 1)
                    try tree.text(String(decoding: word, as: UTF8.self))
                    tree.close()
                }
            }
        }
    ],
    preparations: [
        Preparation(name: "warn-about", about: "warns about elements", arguments: .elementsList) {
            arguments throws(StepError) in
            let lists = try arguments.elements("")
            return { page in for element in page.elements(lists) { page.warn("here", at: element) } }
        }
    ],
    transforms: [
        Transform(name: "letters", about: "how many letters a text has", input: .string, output: .number) {
            value, _ throws(StepError) in .number(Number(value.text.count { $0.isLetter }))
        }
    ]
)
'''

DAYS = '''\
import Foundation
import Records
import Scraping

/// A day of the library from a date of Foundation.
let firstDay = Day(Date(timeIntervalSince1970: 0), in: .gmt)
'''

RULES = '''\
{ "plugins": "letters", "source": "words", "prepare": [{ "warn-about": "word" }],
  "records": { "Word": { "each": "word", "fields": {
    "text": "::text", "letters": { "select": "::text", "apply": ["letters"], "type": "integer" } } } } }
'''


def run(*command, cwd):
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


def build(folder):
    code, out, errors = run("swift", "build", "--product", "scrape", cwd=folder)
    if code != 0:
        sys.exit(f"the build failed:\n{out[-3000:]}{errors[-1000:]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help="keep the copy")
    keeps = parser.parse_args().keep
    package = pathlib.Path(__file__).resolve().parents[2]
    copy = pathlib.Path(tempfile.mkdtemp()) / "package"
    try:
        shutil.copytree(package, copy, ignore=shutil.ignore_patterns(".build", ".git", "Package.resolved"))
        build(copy)
        (copy / "Plugins/Letters/Days").mkdir(parents=True)
        (copy / "Plugins/Letters/Days/FirstDay.swift").write_text(DAYS)
        (copy / "Plugins/Letters/Letters.swift").write_text(PLUGIN)
        manifest = copy / "Package.swift"
        text = manifest.read_text()
        line = '    "Chart",\n'
        if text.count(line) != 1:
            sys.exit("the list of plugins in Package.swift is not what this test takes it for")
        manifest.write_text(text.replace(line, line + '    "Letters",\n'))
        build(copy)
        code, listing, _ = run(".build/debug/scrape", "plugins", "letters", cwd=copy)
        expected = ["letters (compiled in)", "source words", "preparation warn-about", "transform letters"]
        missing = [name for name in expected if name not in listing]
        if code != 0 or missing:
            sys.exit(f"scrape plugins does not list {', '.join(missing)}:\n{listing}")
        (copy / "rules.json").write_text(RULES)
        (copy / "page.txt").write_text("an oak 40")
        arguments = ["--rules", "./rules.json", "--format", "jsonl", "page.txt"]
        code, records, messages = run(".build/debug/scrape", *arguments, cwd=copy)
        wanted = '{"@type":"Word","text":"oak","letters":3}'
        if code != 0 or wanted not in records or messages.count("here") != 3:
            sys.exit(f"the plugin does not work (exit {code}):\n{records}{messages}")
        print("a plugin is one folder and one line")
    finally:
        if keeps:
            print(copy)
        else:
            shutil.rmtree(copy.parent, ignore_errors=True)


if __name__ == "__main__":
    main()
