#!/usr/bin/env python3
"""Shows how the package is divided: targets, folders and files, and which of them use which.

    swift build
    python3 Tests/House/rooms.py [--target NAME] [--cycles] [--functions] [--names] [--json]

The index store that a debug build leaves in .build shows which file uses which: a file uses another if it refers to a
symbol that the other defines. One place (line and column) is one reference, even if it denotes a type and its
initialiser. Code that the compiler synthesises, such as a memberwise initialiser, is defined in the file of its type.
References that the compiler marks as implicit are left out: accessors of properties that the source names anyway, and
calls that are not written, such as an iterator's. Files below Sources/ and Plugins/ are included, tests are not. Lines are
those that `wc -l` counts.

A cycle is a maximal set of files of one target, each of which reaches all others. Folders are those that directly
contain files, named relative to their target's own, which is `.`. A folder of layer 1 uses no other folder of its
target, one of layer 2 only folders of layer 1, and so on; folders in a cycle are joined by `+` and share a layer.
Parameters are counted in functions and initialisers that are written in the source, not within other functions. Type
names are those of structs, classes, actors, enums, protocols and type aliases.
"""
import argparse
import collections
import ctypes
import json
import shutil
import statistics
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("Sources", "Plugins")
#: A file with fewer lines is short, one with more is long, and a function with this many parameters has many.
SHORT, LONG, MANY = 40, 350, 6

# Constants of indexstore.h.
RECORD = 2
DEFINITION, REFERENCE, IMPLICIT, CHILD_OF = 1 << 1, 1 << 2, 1 << 8, 1 << 9
TYPES = {5, 6, 7, 8, 11}  # enum, struct, class or actor, protocol, type alias
FUNCTIONS = {12, 16, 17, 18, 22}  # function, method of an instance, a class or a type, initialiser


class Text(ctypes.Structure):
    """indexstore_string_ref_t."""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class IndexStore:
    """The index store of a build, read by the library that comes with the toolchain."""

    NAME_VISITOR = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
    VISITOR = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)

    def __init__(self, folder):
        swift = shutil.which("swift") or sys.exit("rooms: there is no `swift` in PATH")
        name = "libIndexStore.dylib" if sys.platform == "darwin" else "libIndexStore.so"
        try:
            self.library = ctypes.CDLL(str(Path(swift).resolve().parents[1] / "lib" / name))
        except OSError as error:
            sys.exit(f"rooms: the toolchain's index library cannot be loaded: {error}")
        pointer, name = ctypes.c_void_p, ctypes.c_char_p
        self.declare(pointer, [name, pointer], "store_create")
        self.declare(pointer, [pointer, name, pointer], "unit_reader_create", "record_reader_create")
        self.declare(None, [pointer], "unit_reader_dispose", "record_reader_dispose")
        self.declare(None, [pointer] * 3, "unit_reader_get_modification_time", "occurrence_get_line_col")
        self.declare(pointer, [pointer], "occurrence_get_symbol")
        self.declare(Text, [pointer], "unit_reader_get_main_file", "unit_reader_get_working_dir",
                     "unit_dependency_get_name", "symbol_get_usr", "symbol_get_name")
        self.declare(ctypes.c_int, [pointer], "unit_dependency_get_kind", "symbol_get_kind")
        self.declare(ctypes.c_uint64, [pointer], "occurrence_get_roles")
        self.declare(ctypes.c_bool, [pointer, ctypes.c_uint, pointer, self.NAME_VISITOR], "store_units_apply_f")
        self.declare(ctypes.c_bool, [pointer, pointer, self.VISITOR],
                     "unit_reader_dependencies_apply_f", "record_reader_occurrences_apply_f")
        self.store = self.store_create(str(folder).encode(), None)
        if not self.store:
            sys.exit(f"rooms: the index store {folder} cannot be read")

    def declare(self, result, arguments, *names):
        """Makes functions of the C interface callable, under their names without the prefix."""
        for name in names:
            function = getattr(self.library, "indexstore_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def units(self):
        """For each main file, by its path in its package: when its newest unit was written, and that unit's records.

        A file of another checkout is known by its path from the folder that the compiler worked in.
        """
        names, newest = [], {}
        self.store_units_apply_f(self.store, 0, None, self.NAME_VISITOR(lambda _, name: not names.append(str(name))))
        seconds, nanoseconds = ctypes.c_int64(), ctypes.c_int64()
        for name in names:
            unit = self.unit_reader_create(self.store, name.encode(), None)
            if not unit:
                continue
            main = str(self.unit_reader_get_main_file(unit))
            folders = (str(ROOT), str(self.unit_reader_get_working_dir(unit)))
            path = next((main[len(folder) + 1:] for folder in folders if main.startswith(folder + "/")), main)
            self.unit_reader_get_modification_time(unit, ctypes.byref(seconds), ctypes.byref(nanoseconds))
            time = seconds.value + nanoseconds.value / 1e9
            if path not in newest or time > newest[path][0]:
                newest[path] = time, self.records(unit)
            self.unit_reader_dispose(unit)
        return newest

    def records(self, unit):
        """The names of a unit's records; there are none where its file has no symbols."""
        found = []
        self.unit_reader_dependencies_apply_f(unit, None, self.VISITOR(lambda _, dependency: not found.append(
            (self.unit_dependency_get_kind(dependency), str(self.unit_dependency_get_name(dependency))))))
        return [name for kind, name in found if kind == RECORD]

    def occurrences(self, record):
        """What a record says: (roles, symbol's USR, name and kind, line, column) for each occurrence."""
        found, symbols = [], {}
        line, column = ctypes.c_uint(), ctypes.c_uint()

        def visit(_, occurrence):
            symbol = self.occurrence_get_symbol(occurrence)
            if symbol not in symbols:
                usr, name = str(self.symbol_get_usr(symbol)), str(self.symbol_get_name(symbol))
                symbols[symbol] = usr, name, self.symbol_get_kind(symbol)
            self.occurrence_get_line_col(occurrence, ctypes.byref(line), ctypes.byref(column))
            found.append((self.occurrence_get_roles(occurrence), *symbols[symbol], line.value, column.value))
            return True

        reader = self.record_reader_create(self.store, record.encode(), None)
        if not reader:
            sys.exit(f"rooms: the index store lacks the record {record}: build again")
        self.record_reader_occurrences_apply_f(reader, None, self.VISITOR(visit))
        self.record_reader_dispose(reader)
        return found


class Package:
    """The source files, what target and folder each is in, and which file uses which."""

    def __init__(self, roots):
        """`roots` are the targets' folders, each with its target's name."""
        self.lines, self.target, self.folder = {}, {}, {}
        for file in sorted(file for place in PLACES for file in (ROOT / place).rglob("*.swift")):
            path = file.relative_to(ROOT).as_posix()
            folders = [folder.as_posix() for folder in Path(path).parents]
            root = next((folder for folder in folders if folder in roots), folders[max(len(folders) - 3, 0)])
            self.lines[path] = file.read_bytes().count(b"\n")
            self.target[path] = roots.get(root) or Path(root).name
            self.folder[path] = Path(folders[0]).relative_to(root).as_posix()

    def read(self, store):
        """Reads from the index store how often each file uses each other one, the top-level types, and the
        functions."""
        units = store.units()
        old = [path for path in self.lines if path not in units or units[path][0] < (ROOT / path).stat().st_mtime]
        if units.keys().isdisjoint(self.lines):
            sys.exit("rooms: the index store has no file of this package: run `swift build` first")
        if old:
            print(f"rooms: {len(old)} of {len(self.lines)} files have changed since the build, such as {old[0]}: "
                  "run `swift build` for current figures", file=sys.stderr)
        definers, references, self.types, self.functions = {}, [], [], []
        for path in self.lines.keys() & units.keys():
            for record in units[path][1]:
                for roles, usr, name, kind, line, column in store.occurrences(record):
                    if roles & DEFINITION:
                        definers[usr] = path
                        if kind in TYPES and not roles & CHILD_OF:
                            self.types.append((name, path))
                        if kind in FUNCTIONS and not roles & IMPLICIT:
                            self.functions.append((name.count(":"), f"{path}:{line}", name.partition("(")[0]))
                    elif roles & REFERENCE and not roles & IMPLICIT:
                        references.append((path, usr, (line, column)))
        places = collections.defaultdict(set)
        for path, usr, place in references:
            if definers.get(usr, path) != path:
                places[path, definers[usr]].add(place)
        self.uses = {arrow: len(found) for arrow, found in sorted(places.items())}


def arrows(uses, group):
    """The arrows between groups of files: their references, the files that make these, and the pair of files with the
    most."""
    found = collections.defaultdict(list)
    for (user, used), count in uses.items():
        if group[user] != group[used]:
            found[group[user], group[used]].append((count, user, used))
    return [
        {"from": start, "to": end, "references": sum(count for count, _, _ in pairs),
         "files": len({user for _, user, _ in pairs}), "example": max(pairs)[1:]}
        for (start, end), pairs in sorted(found.items())
    ]


def mutual(found):
    """The arrows that have a reverse arrow, each together with it, and each such pair once."""
    by_ends = {(arrow["from"], arrow["to"]): arrow for arrow in found}
    return [(by_ends[ends], by_ends[ends[::-1]]) for ends in by_ends if ends < ends[::-1] and ends[::-1] in by_ends]


def reached(start, following):
    """A node, and all nodes that can be reached from it."""
    seen, rest = {start}, [start]
    while rest:
        for node in following[rest.pop()] - seen:
            seen.add(node)
            rest.append(node)
    return seen


def components(nodes, pairs):
    """The strongly connected components, each after those that it uses: it reaches more than they do."""
    following = collections.defaultdict(set)
    for user, used in pairs:
        following[user].add(used)
    reach = {node: reached(node, following) for node in nodes}
    found = {tuple(sorted(other for other in reach[node] if node in reach[other])) for node in nodes}
    return sorted(found, key=lambda component: (len(reach[component[0]]), component))


def layers(nodes, pairs):
    """The components by layer: those that use nothing, those that use only these, and so on."""
    layer, by_layer = {}, collections.defaultdict(list)
    for component in components(nodes, pairs):
        below_it = [layer[used] for user, used in pairs if user in component and used not in component]
        layer.update(dict.fromkeys(component, 1 + max(below_it, default=0)))
        by_layer[layer[component[0]]].append(component)
    return [sorted(by_layer[number]) for number in sorted(by_layer)]


def sizes(package, paths):
    """How many files and lines there are, and how long the files are."""
    lines = [package.lines[path] for path in paths]
    return {"files": len(lines), "lines": sum(lines), "median": statistics.median(lines),
            f"under {SHORT}": sum(n < SHORT for n in lines), f"over {LONG}": sum(n > LONG for n in lines)}


def target_figures(package, paths):
    """The figures of one target: its sizes, its cycles of files, and its folders."""
    inside = {arrow: count for arrow, count in package.uses.items() if paths.issuperset(arrow)}
    cycles = [{**sizes(package, files), "members": files} for files in components(paths, inside) if len(files) > 1]
    cycles.sort(key=lambda cycle: (-cycle["files"], -cycle["lines"]))
    biggest = cycles[0] if cycles else {"files": 0, "lines": 0}
    names = sorted({package.folder[path] for path in paths})
    found = arrows(inside, package.folder)
    return {
        "sizes": {**sizes(package, paths), "biggest cycle": biggest["files"], "its lines": biggest["lines"]},
        "cycles": cycles,
        "folders": {"names": names, "arrows": found, "mutual": mutual(found),
                    "layers": layers(names, [(arrow["from"], arrow["to"]) for arrow in found])},
    }


def figures(package):
    """The whole report, as plain data."""
    files, names = collections.defaultdict(set), collections.defaultdict(lambda: collections.defaultdict(list))
    for path, target in package.target.items():
        files[target].add(path)
    for name, path in sorted(package.types):
        names[name][package.target[path]].append(path)
    names = {name: by_target for name, by_target in names.items() if len(by_target) > 1}
    wide = sorted((-count, place, name) for count, place, name in package.functions if count >= MANY)
    functions = [{"function": name, "place": place, "parameters": -count} for count, place, name in wide]
    users = collections.Counter(used for _, used in package.uses)
    targets = {name: target_figures(package, files[name]) for name in sorted(files)}
    found = arrows(package.uses, package.target)
    totals = {
        **sizes(package, package.lines),
        "files in cycles": sum(cycle["files"] for target in targets.values() for cycle in target["cycles"]),
        "files that exactly one other file uses": sum(count == 1 for count in users.values()),
        "pairs of folders that use each other": sum(len(target["folders"]["mutual"]) for target in targets.values()),
        f"functions with {MANY} parameters or more": len(functions),
        "type names at top level of several targets": len(names),
    }
    return {"targets": targets, "arrows": found, "mutual": mutual(found), "totals": totals,
            "functions": functions, "names": names}


def table(rows, left=1):
    """Prints rows in aligned columns, the first ones to the left and the others to the right."""
    rows = [[cell if isinstance(cell, str) else f"{cell:,.9g}" for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        cells = [cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))]
        print("  ".join(cells).rstrip())
    print()


def print_sizes(targets):
    """Prints the sizes of targets, and of the biggest cycle of each."""
    rows = [{"target": name, **target["sizes"]} for name, target in targets.items()]
    table([list(rows[0]), *(row.values() for row in rows)])


def print_arrows(found):
    """Prints arrows: how many references there are, and how many files make them."""
    rows = [(f"{arrow['from']} -> {arrow['to']}", arrow["references"], arrow["files"]) for arrow in found]
    table([("arrow", "references", "files"), *rows])


def print_cycles(name, cycles):
    """Prints the files of a target's cycles."""
    for cycle in cycles:
        print(f"{name}: cycle of {cycle['files']} files, {cycle['lines']:,} lines", *cycle["members"], sep="\n  ")
        print()


def print_folders(name, folders):
    """Prints which of a target's folders use each other, and the layers of all."""
    print(f"{name}: {len(folders['names'])} folders in {len(folders['layers'])} layers, "
          f"{len(folders['mutual'])} pairs that use each other")
    for there, back in folders["mutual"]:
        print(f"  {there['from']} <-> {there['to']}  ({there['references']} there, {back['references']} back)")
        for arrow in (there, back):
            print("    {} -> {}".format(*arrow["example"]))
    for number, level in enumerate(folders["layers"], 1):
        text = "  ".join(" + ".join(component) for component in level)
        print(textwrap.fill(text, 118, initial_indent=f"  layer {number}: ", subsequent_indent=" " * 11,
                            break_on_hyphens=False))
    print()


def print_report(report, options):
    """Prints the report about the package."""
    print_sizes(report["targets"])
    print_arrows(report["arrows"])
    pairs = [f"{there['from']} <-> {there['to']}" for there, _ in report["mutual"]]
    print("targets that use each other:", ", ".join(pairs) or "none", end="\n\n")
    for name, target in report["targets"].items():
        if len(target["folders"]["names"]) > 1:
            print_folders(name, target["folders"])
        if options.cycles:
            print_cycles(name, target["cycles"])
    table(report["totals"].items())
    if options.functions:
        table([("function", "place", "parameters"), *(function.values() for function in report["functions"])], 2)
    if options.names:
        rows = [(name, "  ".join(sum(by_target.values(), []))) for name, by_target in report["names"].items()]
        table([("type", "files"), *rows], 2)


def described_roots():
    """The folder of each target that SwiftPM knows, with the target's name."""
    command = ["swift", "package", "describe", "--type", "json"]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if process.returncode != 0:
        sys.exit(f"rooms: swift package describe failed (--no-describe does without):\n{process.stderr.strip()}")
    return {target["path"]: target["name"] for target in json.loads(process.stdout)["targets"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--target", metavar="NAME", help="only this target: its cycles, and arrows between its folders")
    parser.add_argument("--cycles", action="store_true", help="list the files of every cycle of more than one file")
    parser.add_argument("--functions", action="store_true", help=f"list functions with {MANY} parameters or more")
    parser.add_argument("--names", action="store_true", help="list type names at top level of more than one target")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON, lists included")
    parser.add_argument("--store", type=Path, metavar="PATH", default=ROOT / ".build/debug/index/store",
                        help="the index store, if not that of the latest debug build")
    parser.add_argument("--no-describe", action="store_true", help="take folders for targets, do not ask SwiftPM")
    options = parser.parse_args()
    if not options.store.is_dir():
        sys.exit(f"rooms: there is no index store at {options.store}: run `swift build` first")
    store = IndexStore(options.store)
    package = Package({} if options.no_describe else described_roots())
    if options.target and options.target not in package.target.values():
        parser.error(f"there is no target {options.target}: {', '.join(sorted(set(package.target.values())))}")
    package.read(store)
    report = figures(package)
    if options.target:
        report = report["targets"][options.target]
    if options.json:
        print(json.dumps(report, indent=2))
    elif options.target:
        print_sizes({options.target: report})
        print_cycles(options.target, report["cycles"])
        print_arrows(report["folders"]["arrows"])
        print_folders(options.target, report["folders"])
    else:
        print_report(report, options)


if __name__ == "__main__":
    main()
