#!/usr/bin/env python3
"""Mutation testing: makes small mistakes in the sources, and finds those that no test notices.

    python3 Tests/Mutations/run.py [--count N] [--seed S] [--only PATH ...] [--jobs N] [--scratch FOLDER]
        [--again LOG] [--suites PATTERN] [--budget SECONDS]

A copy of the package is built once with all chosen mutants in it, each enabled by its number. One run of every suite shows
which suites reach which mutants, and how long they take. Then the suites that reach a mutant run with it switched on,
those of its room first, the fastest of them first, until one fails: the mutant is killed. A mutant that no suite reaches,
or that all of them pass, survives and is printed with its line. A suite that takes much longer than without a mutant
fails. The same seed chooses the same mutants in lines that have not changed: --again LOG, with the same --seed,
--count, --only and --scratch, tries the survivors of an earlier run again.

The kinds of mutants: off-by-one comparisons (`<` and `<=`), equality, `&&` and `||`, off-by-one ranges and sums,
negated conditions, dropped calls, dropped assignments, dropped cases of a switch, `true` and `false`.

Mutants that change nothing observable are listed in equivalent.txt with the reason; they are counted separately. The
exit status is 1 if fewer than --minimum percent of the others are killed.
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: What is not part of the library or the program.
EXCLUDED = ("Sources/scrape-benchmark/", "Sources/ListPlugins/", "Sources/CompiledInPlugins/")
OPERATORS = {
    "<": ("ComparisonPrecedence", "<T: Comparable>(a: T, b: T) -> Bool", "a <= b", "a < b"),
    "<=": ("ComparisonPrecedence", "<T: Comparable>(a: T, b: T) -> Bool", "a < b", "a <= b"),
    ">": ("ComparisonPrecedence", "<T: Comparable>(a: T, b: T) -> Bool", "a >= b", "a > b"),
    ">=": ("ComparisonPrecedence", "<T: Comparable>(a: T, b: T) -> Bool", "a > b", "a >= b"),
    "==": ("ComparisonPrecedence", "<T: Equatable>(a: T, b: T) -> Bool", "a != b", "a == b"),
    "!=": ("ComparisonPrecedence", "<T: Equatable>(a: T, b: T) -> Bool", "a == b", "a != b"),
    "&&": (
        "LogicalConjunctionPrecedence", "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool",
        "try a || b()", "try a && b()",
    ),
    "||": (
        "LogicalDisjunctionPrecedence", "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool",
        "try a && b()", "try a || b()",
    ),
    "..<": (
        "RangeFormationPrecedence", "<T: Strideable>(a: T, b: T) -> Range<T> where T.Stride: SignedInteger",
        "a..<(a < b ? b.advanced(by: -1) : b)", "a..<b",
    ),
    "+": ("AdditionPrecedence", "<T: AdditiveArithmetic>(a: T, b: T) -> T", "a", "a + b"),
    "-": ("AdditionPrecedence", "<T: AdditiveArithmetic>(a: T, b: T) -> T", "a", "a - b"),
}


def masked(text):
    """The text with the contents of comments and strings replaced by spaces; line breaks are kept."""
    out = list(text)
    length = len(text)

    def blank(start, end):
        for index in range(start, end):
            if out[index] != "\n":
                out[index] = " "

    def string(start):
        """The end of the string that begins at an index."""
        hashes = 0
        index = start
        while text[index] == "#":
            hashes += 1
            index += 1
        triple = text.startswith('"""', index)
        close = ('"""' if triple else '"') + "#" * hashes
        escape = "\\" + "#" * hashes
        index += 3 if triple else 1
        while index < length:
            if text.startswith(escape + "(", index):
                depth, index = 1, index + len(escape) + 1
                while index < length and depth:
                    if text[index] == '"' or re.match(r'#+"', text[index:index + 4]):
                        index = string(index)
                        continue
                    depth += {"(": 1, ")": -1}.get(text[index], 0)
                    index += 1
            elif text.startswith(close, index):
                return index + len(close)
            elif text.startswith(escape, index):
                index += len(escape) + 1
            elif text[index] == "\n" and not triple:
                return index
            else:
                index += 1
        return length

    index = 0
    while index < length:
        if text.startswith("//", index):
            end = text.find("\n", index)
            end = length if end < 0 else end
            blank(index, end)
            index = end
        elif text.startswith("/*", index):
            end = text.find("*/", index)
            end = length if end < 0 else end + 2
            blank(index, end)
            index = end
        elif text[index] == '"' or (text[index] == "#" and re.match(r'#+"', text[index:index + 4])):
            end = string(index)
            # The quotes stay, so that a statement with a string remains one.
            blank(index + 1, end - 1)
            index = end
        else:
            index += 1
    return "".join(out)


def compiled(mask):
    """The lines of a masked file, without those that are compiled on other systems only."""
    #: Whether each open branch is compiled, and whether one of its `#if` was.
    open_branches = []
    lines = []
    for line in mask.split("\n"):
        words = line.split()
        if words and words[0] in ("#if", "#elseif"):
            holds = not re.search(r"\bDarwin\b|\bMusl\b|\bmacOS\b|\bWindows\b", line)
            if words[0] == "#if":
                open_branches.append([holds, holds])
            else:
                was = open_branches[-1][1]
                open_branches[-1] = [holds and not was, holds or was]
        elif words and words[0] == "#else":
            open_branches[-1][0] = not open_branches[-1][1]
        elif words and words[0] == "#endif":
            open_branches.pop()
        lines.append(line if all(branch[0] for branch in open_branches) else "")
    return lines


class Mutant:
    """One mistake: where it is, and how the line is rewritten so that a number switches it on."""

    def __init__(self, path, line, kind, column, length, about, make):
        self.path, self.line, self.kind = path, line, kind
        self.column, self.length, self.about, self.make = column, length, about, make
        self.number = -1

    @property
    def key(self):
        return (self.path, self.line, self.column, self.kind)


def code(number):
    """A number as the end of an operator."""
    digits = ""
    while True:
        digits = "%^~*"[number % 4] + digits
        number //= 4
        if number == 0:
            return "%" + digits


def sites(path, text):
    """The places of a file that can be mutated."""
    mask = compiled(masked(text))
    lines = text.split("\n")
    found = []

    def add(row, kind, column, length, about, make):
        found.append(Mutant(path, row, kind, column, length, about, make))

    def is_whole(row):
        """Whether a line is a statement of its own."""
        line = mask[row].rstrip()
        if line.count("(") != line.count(")") or line.count("[") != line.count("]") or line.count("{") != line.count("}"):
            return False
        before = next((mask[r].strip() for r in range(row - 1, -1, -1) if mask[r].strip()), "")
        after = next((mask[r].strip() for r in range(row + 1, len(mask)) if mask[r].strip()), "")
        if not re.search(r"([{})\]:\w\"?!]|\bin)$", before) or re.search(r"(=|[^\w]\?|\breturn)$", before):
            return False
        if before.endswith(":") and not re.match(r"(case\b|default\b)", before):
            return False
        return not re.match(r"[.?:&|+\-*/,)\]]", after)

    for row, line in enumerate(mask):
        stripped = line.strip()
        indent = line[:len(line) - len(line.lstrip())]
        if not stripped or re.match(r"(import|package import|public import|infix|prefix|#|@|case \.?\w+ = )", stripped):
            continue
        if re.search(r"\bfunc\b|\boperator\b|\bprecedencegroup\b|\btypealias\b|\bwhere\b.*==", stripped):
            continue
        for match in re.finditer(r"(?<= )(<=|>=|==|!=|<|>|&&|\|\|)(?= \S)|(?<=\w)\.\.<(?=\w)| (\+|-)(?= 1\b(?!\.))", line):
            operator = match.group(0).strip()
            if re.search(r"== nil|!= nil", line[match.start():match.start() + 6]):
                continue
            if line[match.start() - 1:match.end() + 1] == "0..<0":
                continue
            start = match.start() + (1 if match.group(0).startswith(" ") else 0)

            def make(number, source, operator=operator):
                return operator + code(number)

            change = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
                      "..<": "one less", "+": "nothing", "-": "nothing"}[operator]
            add(row, f"operator {operator}", start, len(operator), f"`{operator}` becomes `{change}`", make)
        match = re.match(r"\s*(?:\} else )?(if|while|guard) (?!let\b|var\b|case\b|#)(.+?)( else)? \{", line)
        if match and ", " not in match.group(2) and match.group(2).count("(") == match.group(2).count(")") \
                and match.group(2).count("{") == match.group(2).count("}") and " let " not in match.group(2):
            start, end = match.span(2)
            add(row, "condition", start, end - start, "the condition is negated",
                lambda number, source: f"negated({number}, {source})")
        if is_whole(row):
            call = re.match(r"\s+(?!return|let|var|case|if|guard|while|for|switch|throw|defer|do\b|self\.init|super\.|else|\})"
                            r"(try )?[a-z_][\w.?!\[\]]*\(.*\)$", line.rstrip())
            assignment = re.match(r"\s+(?!return|let |var |case |if |guard |while |for |static |private |package |public |lazy |weak )"
                                  r"[a-z_][\w.?!\[\]() ]*? (=|\+=|-=|\|=|&=|\*=|&\+=) .*$", line.rstrip())
            # Memory that is reserved is a matter of speed.
            if assignment or call and "reserveCapacity(" not in line:
                start = len(indent)
                kind = "call" if call else "assignment"
                add(row, kind, start, len(lines[row].rstrip()) - start, f"the {kind} is dropped",
                    lambda number, source: f"if !mutant({number}) {{ {source} }}")
        # A label in brackets has a colon of its own: `case UInt8(ascii: "a"):`.
        match = re.match(r"(\s*)case ((?:[^,:{(]|\([^()]*\))+):\s*(.*)$", line)
        if match and " where " not in line and "let " not in match.group(2):
            for other in range(row + 1, len(mask)):
                if mask[other].startswith(match.group(1) + "default:"):
                    start, end = match.span(2)
                    add(row, "case", start, end - start, "the case is dropped",
                        lambda number, source: f"{source} where !mutant({number})")
                    break
                if mask[other].strip() and not mask[other].startswith(match.group(1) + " ") \
                        and not mask[other].startswith(match.group(1) + "case "):
                    break
        for match in re.finditer(r"\breturn (true|false)\b", line):
            value = match.group(1)
            add(row, "constant", match.start(1), len(value), f"`{value}` is the opposite",
                lambda number, source: f"{'!' if source == 'true' else ''}mutant({number})")
    return found


SUPPORT = '''\
import Glibc

/// A variable of this process's environment, or of an ancestor's: tests start the program with an environment of its own.
private func variable(_ name: String) -> String? {
    if let value = getenv(name) { return String(cString: value) }
    var process = getppid()
    for _ in 0..<6 where process > 1 {
        for entry in contents("/proc/\\(process)/environ").split(separator: 0) {
            if entry.starts(with: (name + "=").utf8) {
                return String(decoding: entry.dropFirst(name.utf8.count + 1), as: UTF8.self)
            }
        }
        // The parent is the second number after the name in parentheses: "12 (sh) S 11".
        let status = contents("/proc/\\(process)/stat")
        let rest = status[(status.lastIndex(of: 0x29) ?? status.endIndex)...].dropFirst().split(separator: 0x20)
        process = rest.count > 1 ? pid_t(String(decoding: rest[1], as: UTF8.self)) ?? 0 : 0
    }
    return nil
}

private func contents(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = read(file, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
}

private let reachedFile: Int32 = variable("MUTANTS_REACHED").map { open($0, O_WRONLY | O_APPEND | O_CREAT, 0o644) } ?? -1
nonisolated(unsafe) private let reached: UnsafeMutablePointer<UInt8> = {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: COUNT)
    memory.initialize(repeating: 0, count: COUNT)
    return memory
}()
private let activeMutant: Int = variable("MUTANT").flatMap { Int($0) } ?? -1

@usableFromInline func mutant(_ number: Int) -> Bool {
    if reachedFile >= 0, reached[number] == 0 {
        reached[number] = 1
        var line = Array("\\(number)\\n".utf8)
        _ = write(reachedFile, &line, line.count)
    }
    return number == activeMutant
}

@usableFromInline func negated(_ number: Int, _ condition: Bool) -> Bool {
    mutant(number) ? !condition : condition
}
'''


class Package:
    """The copy of the package that the mutants are built into."""

    def __init__(self, folder, mutants, flags):
        self.folder = folder
        self.mutants = mutants
        self.flags = flags

    def write(self):
        """Writes the sources with all mutants; files without one are the same as in the package."""
        names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True,
                               check=True).stdout.split("\n")
        by_path = {}
        for mutant in self.mutants:
            by_path.setdefault(mutant.path, []).append(mutant)
        wanted = {}
        for name in filter(None, names):
            source = ROOT / name
            if not source.is_file():
                continue
            data = source.read_bytes()
            if name in by_path:
                lines = data.decode().split("\n")
                for mutant in sorted(by_path[name], key=lambda m: (m.line, -m.column)):
                    line = lines[mutant.line]
                    end = mutant.column + mutant.length
                    old = line[mutant.column:end]
                    lines[mutant.line] = line[:mutant.column] + mutant.make(mutant.number, old) + line[end:]
                data = "\n".join(lines).encode()
            wanted[name] = data
        # The entry point, without which SwiftPM needs the index to find tests of XCTest.
        wanted["Tests/XCTMain.swift"] = (ROOT / "Tests/House/TestMain.swift").read_bytes()
        targets = {}
        for mutant in self.mutants:
            targets.setdefault("/".join(mutant.path.split("/")[:2]), []).append(mutant)
        for target, mutants in targets.items():
            text = SUPPORT.replace("COUNT", str(len(self.mutants) + 1))
            for mutant in mutants:
                if not mutant.kind.startswith("operator "):
                    continue
                operator = mutant.kind.split(" ")[1]
                precedence, signature, wrong, right = OPERATORS[operator]
                name = operator + code(mutant.number)
                text += f"\ninfix operator {name} : {precedence}\n@usableFromInline func {name} {signature} {{\n"
                if wrong.startswith("try"):
                    text += f"    if mutant({mutant.number}) {{ return {wrong} }}\n    return {right}\n}}\n"
                else:
                    text += f"    mutant({mutant.number}) ? {wrong} : {right}\n}}\n"
            wanted[f"{target}/Mutants.swift"] = text.encode()
        for name, data in wanted.items():
            path = self.folder / name
            if not path.exists() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                if os.access(ROOT / name, os.X_OK):
                    path.chmod(0o755)
        for place in ("Sources", "Plugins", "Tests", "Rules", "Corpus"):
            for path in (self.folder / place).rglob("*"):
                if path.is_file() and str(path.relative_to(self.folder)) not in wanted:
                    path.unlink()

    def build(self):
        """Builds the package and its tests; returns the errors as (path, line)."""
        command = ["swift", "build", "--build-tests", "-debug-info-format", "none", "--disable-index-store", *self.flags]
        result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if result.returncode == 0:
            return None
        errors = set()
        for match in re.finditer(r"^(/\S+?):(\d+):\d+: error: ", result.stdout + result.stderr, re.M):
            path = pathlib.Path(match.group(1))
            if path.is_relative_to(self.folder):
                errors.add((str(path.relative_to(self.folder)), int(match.group(2)) - 1))
        if not errors:
            sys.exit("the build failed without a place:\n" + result.stdout[-4000:] + result.stderr[-2000:])
        return errors


def build(package, spare):
    """Builds, and replaces mutants that do not compile."""
    unplaced = 0
    while True:
        package.write()
        errors = package.build()
        if errors is None:
            return
        bad = [m for m in package.mutants if (m.path, m.line) in errors]
        for path, line in errors:
            here = [m for m in package.mutants if m.path == path]
            if any((m.path, m.line) in errors for m in here):
                continue
            near = [m for m in here if abs(m.line - line) <= 15]
            bad += near or here
        if not bad:
            # After a module that failed, those that import it may fail once more.
            unplaced += 1
            if unplaced > 2:
                sys.exit(f"errors where no mutant is: {sorted(errors)}")
            continue
        print(f"  {len(set(bad))} mutants do not compile and are replaced", flush=True)
        for mutant in sorted(set(bad), key=lambda m: m.key):
            print(f"    {mutant.path}:{mutant.line + 1}:{mutant.column + 1}: {mutant.about}", flush=True)
        for mutant in set(bad):
            package.mutants.remove(mutant)
        used = {m.number for m in package.mutants}
        free = (n for n in range(1, 10 ** 6) if n not in used)
        places = {(m.path, m.line) for m in package.mutants}
        for _ in set(bad):
            while spare:
                candidate = spare.pop()
                if (candidate.path, candidate.line) not in places:
                    candidate.number = next(free)
                    places.add((candidate.path, candidate.line))
                    package.mutants.append(candidate)
                    break


def kill_rest(leader, folder):
    """Ends what a suite has left running: all processes of its session, and those of sessions of their own whose parent
    has ended and whose program is in the folder. What tests start has groups, and often an environment, of its own."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            # What follows the name in parentheses: state, parent, group, session.
            _, parent, _, session = (process / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(session) == leader or (int(parent) == 1 and os.readlink(process / "exe").startswith(f"{folder}/")):
                os.kill(int(process.name), 9)
        except (OSError, IndexError, ValueError):
            pass


class Suites:
    """The test suites of the built package."""

    def __init__(self, folder, pattern, budget):
        self.folder, self.budget = folder, budget
        build = folder / ".build/debug"
        self.binary = next(build.glob("*.xctest"))
        listing = subprocess.run([str(self.binary), "--testing-library", "swift-testing", "--list-tests"], cwd=folder,
                                 capture_output=True, text=True).stdout
        names = {line.split("/")[0] for line in listing.split("\n") if "/" in line}
        self.names = sorted(name for name in names if re.search(pattern, name))
        self.seconds, self.reached = {}, {}

    def run(self, name, environment, timeout):
        """Runs a suite; returns whether it passed."""
        command = [str(self.binary), "--testing-library", "swift-testing", "--filter", "^" + re.escape(name) + "/"]
        process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL, env={**os.environ, **environment}, start_new_session=True)
        try:
            return process.wait(timeout) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            process.kill()
            process.wait()
            kill_rest(process.pid, self.folder)

    def record(self, jobs):
        """Runs every suite without a mutant, and records which mutants it reaches."""
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            def one(name):
                file = pathlib.Path(folder) / name.replace("/", "_")
                start = time.monotonic()
                passed = self.run(name, {"MUTANTS_REACHED": str(file)}, 600)
                text = file.read_text() if file.exists() else ""
                return passed, time.monotonic() - start, {int(line) for line in text.split()}

            for name, (passed, seconds, reached) in zip(list(self.names), pool.map(one, list(self.names))):
                if passed:
                    self.seconds[name], self.reached[name] = seconds, reached
                else:
                    print(f"  {name} fails without a mutant and is left out", flush=True)
                    self.names.remove(name)

    def reaching(self, mutant):
        """The suites that reach a mutant: those of its room first, the fastest of them before the others."""
        room = mutant.path.split("/")[1] + "Tests."
        names = [name for name in self.names if mutant.number in self.reached[name]]
        return sorted(names, key=lambda name: (not name.startswith(room), self.seconds[name]))

    def killer(self, mutant):
        """The suite that notices a mutant; None where all that reach it pass, or all for which the budget suffices."""
        end = time.monotonic() + self.budget
        for name in self.reaching(mutant):
            if time.monotonic() > end:
                return None
            if not self.run(name, {"MUTANT": str(mutant.number)}, 20 + 5 * self.seconds[name]):
                return name
        return None


def equivalents():
    """The mutants that change nothing observable: (path, text of the line, kind)."""
    file = pathlib.Path(__file__).parent / "equivalent.txt"
    result = set()
    for line in file.read_text().split("\n") if file.exists() else []:
        if line.strip() and not line.startswith("#"):
            # The line of source may have " | " too.
            path, kind, rest = line.split(" | ", 2)
            result.add((path.strip(), kind.strip(), rest.rsplit(" | ", 1)[0].strip()))
    return result


def survived(log):
    """The mutants that a log lists as survivors: (path, text of the line, kind), one for each line."""
    lines = log.read_text().split("\n")
    result = []
    for line, source in zip(lines, lines[1:]):
        if match := re.match(r"survived: (\S+?):\d+:\d+: .*? suites \| (.+)$", line):
            result.append((match.group(1), source.strip(), match.group(2)))
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="how many mutants (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="the choice of mutants (default: 1)")
    parser.add_argument("--only", action="append", default=[], metavar="PATH", help="mutate files below PATH only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many suites run at the same time")
    parser.add_argument("--scratch", type=pathlib.Path, help="the folder of the copy; kept, and built faster next time")
    parser.add_argument("--again", type=pathlib.Path, metavar="LOG", help="try only what survived in an earlier run's output")
    parser.add_argument("--suites", default="", metavar="PATTERN", help="run only suites whose names match")
    parser.add_argument("--budget", type=float, default=1e9, help="seconds of suites after which a mutant has survived")
    parser.add_argument("--minimum", type=float, default=90, help="the percentage that must be killed (default: 90)")
    parser.add_argument("--flag", action="append", default=[], help="a further flag of the build, can be given several times: --flag=-Xswiftc --flag=-O")
    parser.add_argument("--list", action="store_true", help="print how many mutants there are of each kind, and end")
    options = parser.parse_args()

    files = subprocess.run(["git", "ls-files", "Sources/*.swift", "Plugins/*.swift"], cwd=ROOT, capture_output=True,
                           text=True, check=True).stdout.split()
    all_sites, lines = [], {}
    for name in files:
        if name.startswith(EXCLUDED) or (options.only and not any(name.startswith(p) for p in options.only)):
            continue
        text = (ROOT / name).read_text()
        lines[name] = text.split("\n")
        all_sites += sites(name, text)
    kinds = {}
    for site in all_sites:
        kinds.setdefault(site.kind, []).append(site)
    if options.list:
        for kind, list_ in sorted(kinds.items()):
            print(f"{len(list_):6d}  {kind}")
        return
    # Each kind has the same chance, so that rare ones are tried too; one mutant per line.
    for list_ in kinds.values():
        seen = {}
        for site in list_:
            place = (site.path, lines[site.path][site.line].strip(), site.kind)
            seen[place] = seen.get(place, 0) + 1
            site.order = hashlib.sha256(repr((options.seed, place, seen[place])).encode()).digest()
        list_.sort(key=lambda site: site.order)
    order, places = [], set()
    groups = [kinds[kind] for kind in sorted(kinds)]
    while any(groups):
        for group in groups:
            if group:
                order.append(group.pop())
    chosen, spare = [], []
    for site in order:
        if len(chosen) < options.count and (site.path, site.line) not in places:
            places.add((site.path, site.line))
            chosen.append(site)
        else:
            spare.append(site)
    spare.reverse()
    for number, mutant in enumerate(chosen, 1):
        mutant.number = number

    scratch = options.scratch or pathlib.Path(tempfile.mkdtemp(prefix="mutants-"))
    scratch = scratch.resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    try:
        start = time.monotonic()
        print(f"{len(chosen)} of {len(all_sites)} mutants, seed {options.seed}; building", flush=True)
        package = Package(scratch, chosen, options.flag)
        build(package, spare)
        print(f"  built after {time.monotonic() - start:.0f} s; running every suite once", flush=True)
        suites = Suites(scratch, options.suites, options.budget)
        suites.record(options.jobs)
        print(f"  {len(suites.names)} suites take {sum(suites.seconds.values()):.0f} s", flush=True)
        known = equivalents()
        survivors, equivalent, killed = [], [], 0
        tried = package.mutants
        if options.again:
            again = survived(options.again)
            tried = [m for m in tried if (m.path, lines[m.path][m.line].strip(), m.kind) in again]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for number, (mutant, killer) in enumerate(zip(tried, pool.map(suites.killer, tried))):
                # A run that is ended early shows how far it came.
                if number and number % 25 == 0:
                    print(f"  {number} of {len(tried)} tried, {killed} killed", flush=True)
                source = lines[mutant.path][mutant.line].strip()
                if killer:
                    killed += 1
                elif (mutant.path, mutant.kind, source) in known:
                    equivalent.append(mutant)
                else:
                    survivors.append(mutant)
                    reach = len(suites.reaching(mutant))
                    print(f"survived: {mutant.path}:{mutant.line + 1}:{mutant.column + 1}: {mutant.about}, "
                          f"reached by {reach} suites | {mutant.kind}\n    {source}", flush=True)
        rooms = {}
        for mutant in tried:
            if mutant not in equivalent:
                counts = rooms.setdefault("/".join(mutant.path.split("/")[:2]), [0, 0])
                counts[0] += mutant not in survivors
                counts[1] += 1
        for room, (dead, all_) in sorted(rooms.items()):
            print(f"  {room}: {dead} of {all_}")
        total = killed + len(survivors)
        share = 100 * killed / total if total else 100.0
        print(f"killed {killed} of {total} ({share:.1f} %), {len(equivalent)} more are known to be equivalent; "
              f"{time.monotonic() - start:.0f} s")
        sys.exit(share < options.minimum)
    finally:
        if not options.scratch:
            shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
