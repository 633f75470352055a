#!/usr/bin/env python3
"""Runs the README's commands, in order, in one shell, and compares what they print with what the README says.

    python3 Tests/House/readme.py [--prefix FOLDER] [--skip TEXT …] [--beside TEXT …]
    python3 Tests/House/readme.py --draw
    python3 Tests/House/readme.py --print SECTION

Each block of `sh` is run, and the command of a block of `crontab`; a block of `json` or `text` that follows directly is its output.
A command of `crontab` gets `today.html` for every address that it fetches, and `~/plants` is the folder of the commands before it. A block that contains one of
the --skip texts is left out; one that contains one of the --beside texts begins before all others and runs concurrently with them,
and what it prints comes after theirs. Commands are installed below FOLDER, a temporary one unless given. The exit status is 1
where a command fails or prints something else. --print prints a section's commands as a script that does the same with the
installed command, for another machine. The picture of a changed page must show what the commands print now: --draw draws it again.
"""
import argparse
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRANSPORT = ROOT / "Tests" / "House" / "today_transport.py"
PICTURE = ROOT / "Sources" / "Scraping" / "Scraping.docc" / "Resources" / "changed-page.svg"
SHOWN_LINES = 14
MOST_WORDS = 900


def blocks(text):
    """The fenced blocks with their languages and lines; `direct` says that only blank lines come before the block."""
    found = []
    end = 0
    for match in re.finditer(r"^```(\w*)\n(.*?)^```\n", text, re.MULTILINE | re.DOTALL):
        direct = not text[end:match.start()].strip()
        found.append((match[1], match[2], text[: match.start()].count("\n") + 1, direct))
        end = match.end()
    return found


def steps(found):
    """The commands with their lines and their expected outputs, `None` if the README has none."""
    for index, (language, body, line, _) in enumerate(found):
        if language not in ("sh", "crontab"):
            continue
        if language == "crontab":
            body = scheduled(body)
        following = found[index + 1] if index + 1 < len(found) else None
        is_output = following and following[3] and following[0] in ("json", "text")
        yield line, body, following[1] if is_output else None


def scheduled(line):
    """The command of a line of a crontab, with its folder and the page of today."""
    command = line.split(maxsplit=5)[5].strip().replace("\\%", "%")
    return f"""(
export HOME="$TMPDIR/home" PATH="$TMPDIR/answering:$PATH"
mkdir -p "$HOME" "$TMPDIR/answering"
ln -s "$PWD" "$HOME/plants"
printf '#!/bin/sh\\nexec "%s" "$@" --transport "%s"\\n' "$PREFIX/bin/scrape" "{TRANSPORT}" > "$TMPDIR/answering/scrape"
chmod +x "$TMPDIR/answering/scrape"
sh -c {shlex.quote(command)}
)
"""


def drawing():
    """A script that draws the picture of a changed page from the README's files."""
    shown = ["scrape --rules plants today.html", "scrape explain --rules plants today.html", "scrape repair plants/list today.html"]
    parts = []
    for index, command in enumerate(shown):
        rest = command.removeprefix("scrape ")
        address = "" if "repair" in rest else " --url https://plants.example/list"
        stream = "2>&1 > /dev/null" if rest.startswith("--rules") else f"2> /dev/null | head -{SHOWN_LINES}"
        if index:
            parts.append(f"printf '\\033[2m$\\033[0m \\033[1m%s\\033[0m\\n' '{command}'")
        parts.append(f"(scrape {rest}{address} --color always || true) {stream}")
    draw = f'python3 "{ROOT}/Tests/House/picture.py" "{shown[0]}" > "$TMPDIR/picture"'
    return "{\n" + "\n".join(parts) + f"\n}} | {draw}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix")
    parser.add_argument("--skip", action="append", default=[])
    parser.add_argument("--beside", action="append", default=[])
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--print", metavar="SECTION", dest="section")
    options = parser.parse_args()
    if options.section:
        print(portable(section((ROOT / "README.md").read_text(), options.section)))
        return 0
    with tempfile.TemporaryDirectory() as work:
        run = [step for step in steps(blocks((ROOT / "README.md").read_text())) if not contains(step, options.skip)]
        beside = [step for step in run if contains(step, options.beside)]
        script = ["set -euo pipefail"]
        if beside:
            commands = "\n".join(f'{step[1]}\necho "README.md:{step[0]} has run ($SECONDS s)"' for step in beside)
            script.append(f'(\n{commands}\n) > "{work}/beside" 2>&1 < /dev/null &')
            script.append("trap 'kill $! 2> /dev/null || true' EXIT")
        for line, commands, expected in run:
            if (line, commands, expected) in beside:
                continue
            output = f'> "{work}/{line}"' if expected is not None else ""
            script.append(f'echo "README.md:{line} ($SECONDS s)"\n{{\n{commands}}} {output} < /dev/null')
        script.append(drawing())
        if beside:
            script.append(f'status=0; wait $! || status=$?; cat "{work}/beside"; exit $status')
        environment = dict(os.environ, PREFIX=options.prefix or f"{work}/prefix", TMPDIR=work)
        # The README's reader is at a terminal: with CI set no golden file is written.
        environment.pop("CI", None)
        ended = subprocess.run(["bash", "-c", "\n".join(script)], cwd=ROOT, env=environment, check=False)
        status = ended.returncode
        if status:
            print(f"error: a command of the README has failed with status {status}", file=sys.stderr)
        for line, _, expected in run:
            output = pathlib.Path(work, str(line))
            if expected is None or not output.exists() or output.read_text() == expected:
                continue
            status = status or 1
            lines = difflib.unified_diff(
                expected.splitlines(True), output.read_text().splitlines(True), f"README.md:{line}", "output"
            )
            sys.stderr.writelines([f"error: README.md:{line}: prints something else\n", *lines])
        picture = pathlib.Path(work, "picture")
        if options.draw:
            PICTURE.write_bytes(picture.read_bytes())
        elif picture.exists() and picture.read_text() != PICTURE.read_text():
            status = status or 1
            print(f"error: {PICTURE} shows something else: python3 Tests/House/readme.py --draw", file=sys.stderr)
        words = len(re.sub(r"^```.*?^```\n", "", (ROOT / "README.md").read_text(), flags=re.MULTILINE | re.DOTALL).split())
        if words > MOST_WORDS:
            status = status or 1
            print(f"error: README.md has {words} words outside of its commands; at most {MOST_WORDS} are read", file=sys.stderr)
        return status


def section(text, title):
    """The text of a section, without its heading."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return parts[parts.index(title) + 1]


def portable(text):
    """A script of the commands of a text, which ends with status 1 where one prints something else."""
    script = []
    # Another machine fetches from its own network.
    found = [block for block in blocks(text) if block[0] != "crontab"]
    for line, commands, expected in steps(found):
        if expected is None:
            script.append(commands)
        else:
            script.append(f"{{\n{commands}}} > /tmp/output-{line}\ndiff - /tmp/output-{line} <<'EXPECTED'\n{expected}EXPECTED\n")
    return "".join(script)


def contains(step, texts):
    """Whether a step contains one of some texts."""
    return any(text in step[1] for text in texts)


if __name__ == "__main__":
    sys.exit(main())
