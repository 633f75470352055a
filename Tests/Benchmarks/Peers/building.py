"""The engines that job.py compares: how each is built, if that is possible, and how it is called.

Each is a function that takes a number of jobs and a list of pages, and returns a command.
"""
import importlib.util
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
PYTHON = {
    "selectolax": ["selectolax"],
    "lxml": ["lxml", "cssselect"],
    "parsel": ["parsel"],
    "BeautifulSoup, lxml": ["bs4", "soupsieve", "lxml"],
    "BeautifulSoup": ["bs4", "soupsieve"],
}
MANIFEST = """// swift-tools-version: 5.9
import PackageDescription
let package = Package(
    name: "peer",
    dependencies: [.package({dependency})],
    targets: [.executableTarget(name: "peer", dependencies: [.product(name: "{name}", package: "{package}")])]
)
"""


def left_out(name, why):
    print(f"{name} left out: {why}", file=sys.stderr)


def table(rules, path):
    """Writes a rules file's fields as the peers read them: name, selector, attribute, whether it is a list."""
    with open(rules, encoding="utf-8") as file:
        (record,) = json.load(file)["records"].values()
    with open(path, "w", encoding="utf-8") as file:
        for name, rule in record["fields"].items():
            many = isinstance(rule, dict)
            selector, _, attribute = (rule["select"] if many else rule).partition("::attr(")
            file.write(f"{name}\t{selector}\t{attribute.rstrip(')')}\t{int(many)}\n")
    return path


def scrape(binary, rules):
    """The command of this package. HTML is read as the peers read it: without scripts."""
    if not os.access(binary, os.X_OK):
        left_out("scrape", f"{binary} is not built")
        return None
    help_text = subprocess.run([binary, "--help"], capture_output=True, text=True).stdout
    options = [binary, "--rules", rules, "--format", "jsonl", "--scripting", "off"]

    def command(jobs, pages):
        own = [*options, "--jobs", str(jobs)] if "--jobs" in help_text else list(options)
        if "list" in help_text.partition("--input")[2][:500]:
            return [*own, "--input", "list", pages]
        with open(pages, encoding="utf-8") as file:
            return [*own, *file.read().splitlines()]

    return command


def lexbor(prefix, folder, fields):
    """The C program, compiled on lexbor."""
    name, program = "lexbor, C", os.path.join(folder, "lexbor")
    if prefix:
        flags = ["-I", os.path.join(prefix, "include"), "-L", os.path.join(prefix, "lib"), "-llexbor"]
        flags += ["-Wl,-rpath," + os.path.join(os.path.abspath(prefix), "lib")]
    else:
        asked = ["pkg-config", "--cflags", "--libs", "lexbor"]
        found = shutil.which("pkg-config") and subprocess.run(asked, capture_output=True, text=True)
        if not found or found.returncode:
            return left_out(name, "pkg-config does not know lexbor; --lexbor PREFIX gives its location")
        flags = found.stdout.split()
    source = os.path.join(HERE, "lexbor.c")
    made = subprocess.run(["cc", "-O2", "-o", program, source, *flags, "-lm", "-lpthread"], capture_output=True)
    if made.returncode:
        return left_out(name, "it does not compile: " + made.stderr.decode(errors="replace").strip()[:500])
    return lambda jobs, pages: [program, str(jobs), fields, pages]


def swift(name, where, folder, fields):
    """A Swift program on a package that is a folder or an address."""
    if not where:
        return left_out(name, f"--{name.lower()} names no package")
    is_folder = os.path.isdir(where)
    if is_folder:
        where = os.path.abspath(where)
    package = os.path.basename(where.rstrip("/")).removesuffix(".git")
    root = os.path.join(folder, f"{name}-peer")
    sources = os.path.join(root, "Sources", "peer")
    os.makedirs(sources)
    for file in ("Job.swift", f"{name}.swift"):
        shutil.copy(os.path.join(HERE, file), sources)
    dependency = f"path: {json.dumps(where)}" if is_folder else f'url: {json.dumps(where)}, "0.0.0"..<"99.0.0"'
    with open(os.path.join(root, "Package.swift"), "w", encoding="utf-8") as file:
        file.write(MANIFEST.format(name=name, package=package, dependency=dependency))
    made = subprocess.run(
        ["swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path", root], capture_output=True
    )
    if made.returncode:
        return left_out(name, "it does not build: " + (made.stdout + made.stderr).decode(errors="replace").strip()[-800:])
    return lambda jobs, pages: [os.path.join(root, ".build", "release", "peer"), str(jobs), fields, pages]


def python(name, fields):
    missing = [module for module in PYTHON[name] if importlib.util.find_spec(module) is None]
    if missing:
        return left_out(name, f"{', '.join(missing)} is not installed")
    return lambda jobs, pages: [sys.executable, os.path.join(HERE, "peers.py"), name, str(jobs), fields, pages]


def engines(given, rules, folder):
    """All engines that can be built here, by name."""
    fields = table(rules, os.path.join(folder, "fields.tsv"))
    made = {
        "scrape": scrape(given.scrape, rules),
        "lexbor, C": lexbor(given.lexbor, folder, fields),
        "Selectors": swift("Selectors", ROOT, folder, fields),
        "SwiftSoup": swift("SwiftSoup", given.swiftsoup, folder, fields),
        "Kanna": swift("Kanna", given.kanna, folder, fields),
        **{name: python(name, fields) for name in PYTHON},
    }
    return {name: command for name, command in made.items() if command and name not in given.without}
