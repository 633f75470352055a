#!/usr/bin/env python3
"""Finds words that Tests/Style/words.txt lists: in comments, messages, help, names and documentation.

    python3 Tests/Style/words.py [PATH ...]

Prints FILE:LINE:COLUMN, the word, and what to write in its place. Without paths it reads the sources, plugins, tests,
rules, scripts and documentation of the package. The exit status is 1 where something is found, 2 where words.txt is
wrong.
"""
import bisect
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = pathlib.Path(__file__).with_name("words.txt")
#: What is read without paths.
FOLDERS = ["Sources", "Plugins", "Tests", "Rules", "Corpus", ".ci", "README.md", "Package.swift"]
#: Data: pages, their records, vocabularies of languages, and the list itself.
DATA = re.compile(
    r"^Corpus/(?!.*/case\.json$)|^Tests/Style/|^Tests/\w+/Cases/|^Tests/\w+/(Tree|Selector)Table\.swift|/Conformance/SelectorTable\.swift"
    r"|^Tests/DOMTests/BrowserTreeCases\.swift|NamedCharacterReference|^Tests/Corpus/"
)
#: Words of texts that are data, written between these marks in Swift: a multi-line string is a page or a script.
DECLARATION = re.compile(
    r"\b(?:func|var|let|case|struct|class|enum|protocol|actor|typealias|associatedtype)\s+`?([A-Za-z_]\w*)"
    r"|[(,]\s*(?:_|[a-z]\w*)\s+([a-z]\w*)\s*:"
)


class Entry:
    """A line of the list."""

    def __init__(self, line, number):
        parts = [part.strip() for part in re.split(r" \| ?|\|$", line)]
        if len(parts) < 3 or parts[1] not in ("text", "names", "all"):
            sys.exit(f"{LIST}:{number}: expected: what | where | write | allowed")
        self.words = re.compile(rf"(?<![\w-])(?:{parts[0]})(?![\w-])", re.IGNORECASE)
        self.where, self.advice = parts[1], parts[2]
        allowed = [phrase for phrase in (parts[3] if len(parts) > 3 else "").split(";") if phrase.strip()]
        self.paths = [phrase[5:] for phrase in allowed if phrase.startswith("path:")]
        phrases = [phrase.strip() for phrase in allowed if not phrase.startswith("path:")]
        self.allowed = re.compile("|".join(re.escape(phrase) for phrase in phrases) or r"(?!)", re.IGNORECASE)

    def matches(self, text):
        """The starts and words of the places where a text has it, outside of what is allowed."""
        allowed = None
        for match in self.words.finditer(text):
            if allowed is None:
                allowed = [match.span() for match in self.allowed.finditer(text)]
            if not any(start <= match.start() and match.end() <= end for start, end in allowed):
                yield match.start(), match.group()


def entries():
    lines = LIST.read_text("utf-8").splitlines()
    return [Entry(line, number) for number, line in enumerate(lines, 1) if line.strip() and line[0] != "#"]


def blank(text):
    return "\n".join(" " * len(line) for line in text.split("\n"))


def condensed(text):
    """A text with runs of spaces shortened to three, which no phrase has, and a function from its offsets to the text's."""
    parts, last = [], 0
    # Where the text goes on after each run, in the short text, and how much has been left out until there.
    ends, left_out = [], [0]
    for match in re.finditer(r" {4,}", text):
        start, end = match.span()
        parts.append(text[last:start + 3])
        ends.append(start + 3 - left_out[-1])
        left_out.append(left_out[-1] + end - start - 3)
        last = end
    return "".join(parts) + text[last:], lambda offset: offset + left_out[bisect.bisect_right(ends, offset)]


def swift(text):
    """The comments and strings of Swift, and the rest, each with the other parts replaced by spaces."""
    token = re.compile(
        r'//[^\n]*|/\*.*?\*/|(?P<hash>#*)"""(?:.*?)"""(?P=hash)|(?P<mark>#+)"(?:[^\n]*?)"(?P=mark)'
        r'|"(?:\\\((?:[^()\n]|\([^()\n]*\))*\)|\\.|[^"\\\n])*"',
        re.DOTALL,
    )
    prose, code, last = [], [], 0
    for match in token.finditer(text):
        between, found = text[last:match.start()], match.group()
        # What is interpolated is code.
        inner = re.sub(r"\\#*\((?:[^()\n]|\([^()\n]*\))*\)", lambda part: blank(part.group()), found)
        # A page or a script in a raw or multi-line string is data.
        is_data = found.startswith("#") or (found.startswith('"""') and "<" in found)
        prose += [blank(between), blank(found) if is_data else inner]
        code += [between, blank(found)]
        last = match.end()
    return "".join(prose) + blank(text[last:]), "".join(code) + text[last:]


def script(text):
    """The comments and strings of Python and of shells."""
    token = re.compile(r'#[^\n]*|"""(?:.*?)"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
    prose, last = [], 0
    for match in token.finditer(text):
        prose += [blank(text[last:match.start()]), match.group()]
        last = match.end()
    return "".join(prose) + blank(text[last:])


def prose_and_code(path, text):
    if path.suffix == ".swift":
        return swift(text)
    if path.suffix in (".py", "") or path.parent.name == ".ci":
        return script(text), ""
    if path.suffix == ".md":
        # Code blocks are shown as they are written.
        text = re.sub(r"(?ms)^```.*?^```", lambda match: blank(match.group()), text)
        return re.sub(r"`[^`\n]*`", lambda match: blank(match.group()), text), ""
    if path.suffix == ".json":
        about = re.compile(r'"(?:about|description|help)"\s*:\s*"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
        prose, last = [], 0
        for match in about.finditer(text):
            prose += [blank(text[last:match.start()]), match.group()]
            last = match.end()
        return "".join(prose) + blank(text[last:]), ""
    return "", ""


def names(code):
    """The declared names as words, each with its offset."""
    for match in DECLARATION.finditer(code):
        group = 1 if match.group(1) else 2
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_", " ", match.group(group))
        yield match.start(group), words


def files(paths):
    wanted = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "--"] + paths
    for line in subprocess.run(wanted, capture_output=True, text=True, check=True).stdout.splitlines():
        if not DATA.search(line) and (ROOT / line).is_file():
            yield line


def main():
    listed = entries()
    found = 0
    for name in files(sys.argv[1:] or FOLDERS):
        try:
            text = (ROOT / name).read_text("utf-8")
        except UnicodeDecodeError:
            continue
        prose, code = prose_and_code(pathlib.Path(name), text)
        # A comment may continue on the next line.
        flat, place = condensed(re.sub(r"\n\s*(?:///?|#)?", lambda match: " " * len(match.group()), prose))
        # All names as one text, one name per line, with the offset of each line in the file.
        declared = list(names(code))
        joined = "\n".join(words for _, words in declared)
        starts = [0]
        for _, words in declared:
            starts.append(starts[-1] + len(words) + 1)
        places = []
        for entry in listed:
            if any(name.startswith(path) for path in entry.paths):
                continue
            if entry.where != "names":
                places += [(place(start), word, entry) for start, word in entry.matches(flat)]
            if entry.where != "text":
                for start, word in entry.matches(joined):
                    places.append((declared[bisect.bisect_right(starts, start) - 1][0], word, entry))
        for start, word, entry in sorted(places, key=lambda place: place[0]):
            line = text.count("\n", 0, start) + 1
            column = start - text.rfind("\n", 0, start)
            print(f"{name}:{line}:{column}: \"{' '.join(word.split())}\": write {entry.advice}")
            found += 1
    if found:
        print(f"{found} words to replace; Tests/Style/words.txt lists them")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
