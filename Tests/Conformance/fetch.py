#!/usr/bin/env python3
"""Fetches conformance suites that Python packages ship with their sources, for the tests of parser and selectors.

    python3 Tests/Conformance/fetch.py FOLDER
    SCRAPE_CONFORMANCE=FOLDER swift test --filter ConformanceTests

Downloads the source packages with pip, without installing or running them, and writes to FOLDER:

    html5lib/tokenizer, tree-construction, encoding   the html5lib tests, unchanged
    soupsieve.jsonl    the selector cases of soupsieve's unit tests: {"id", "html", "selector", "ids" or "error"}
    an-plus-b.json     the An+B cases of tinycss2's css-parsing-tests

Without a network, or for a package that cannot be fetched, it prints that the suite is skipped; the tests skip it too.
"""
import argparse
import ast
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import textwrap

#: The versions that the expected differences of the tests were checked with.
PACKAGES = {"html5lib": "1.1", "soupsieve": "4.1.2", "tinycss2": "1.5.1"}


def source(package, folder):
    """The unpacked source of a package, None where it cannot be fetched."""
    constraint = folder / "constraint.txt"
    # Newer releases of setuptools lack what the set-up script of html5lib imports.
    constraint.write_text("setuptools<81\n")
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:",
        "--retries", "1", "--timeout", "30", "--dest", str(folder), f"{package}=={PACKAGES[package]}",
    ]
    environment = dict(os.environ, PIP_CONSTRAINT=str(constraint))
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    archives = sorted(folder.glob(f"{package}-*.tar.gz"))
    if result.returncode or not archives:
        reason = (result.stderr.strip().splitlines() or ["pip has downloaded nothing"])[-1]
        print(f"skipped {package} {PACKAGES[package]}: {reason}")
        return None
    with tarfile.open(archives[0]) as archive:
        archive.extractall(folder, filter="data")
    return archives[0].with_name(archives[0].name.removesuffix(".tar.gz"))


class SelectorTests:
    """The cases of soupsieve's unit tests, read from their syntax trees."""

    #: Flags that stand for HTML.
    HTML = {"HTML", "HTML5", 0}

    def __init__(self, path):
        self.path = path
        self.cases = []
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                constants = self.assignments(node.body, {})
                for method in node.body:
                    if isinstance(method, ast.FunctionDef):
                        self.read(method, constants)

    @staticmethod
    def assignments(statements, known):
        """The strings that statements assign to names."""
        known = dict(known)
        for statement in statements:
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                try:
                    value = ast.literal_eval(statement.value)
                except ValueError:
                    continue
                known[statement.targets[0].id] = value
        return known

    def value(self, node, known):
        """The value of an argument; raises ValueError where it is not written out."""
        if isinstance(node, ast.Name) and node.id in known:
            return known[node.id]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "self" and node.attr in known:
                return known[node.attr]
            if node.value.id == "util":
                return node.attr
        return ast.literal_eval(node)

    def read(self, method, constants):
        known = self.assignments(method.body, constants)
        for index, call in enumerate(node for node in ast.walk(method) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
            options = {keyword.arg: keyword.value for keyword in call.keywords}
            case = {"id": f"{self.path.stem}.{method.name}.{index}"}
            try:
                if name == "assert_selector" and set(options) <= {"flags"} and len(call.args) == 3:
                    html, selector, ids = (self.value(argument, known) for argument in call.args)
                    flags = self.value(options["flags"], known) if options else 0
                    if flags not in self.HTML:
                        continue
                    case |= {"html": textwrap.dedent(html), "selector": selector, "ids": ids}
                elif name == "assert_raises" and not options and len(call.args) == 2:
                    if ast.unparse(call.args[1]) != "SelectorSyntaxError":
                        continue
                    case |= {"html": "", "selector": self.value(call.args[0], known), "error": True}
                else:
                    continue
            except ValueError:
                continue
            self.cases.append(case)


def html5lib(source, folder):
    data = source / "html5lib" / "tests" / "testdata"
    for part in ("tokenizer", "tree-construction", "encoding"):
        shutil.copytree(data / part, folder / "html5lib" / part, dirs_exist_ok=True)


def soupsieve(source, folder):
    cases = []
    for path in sorted((source / "tests").glob("test_*/test_*.py")):
        cases += SelectorTests(path).cases
    text = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
    (folder / "soupsieve.jsonl").write_text(text, "utf-8")


def tinycss2(source, folder):
    shutil.copy(source / "tests" / "css-parsing-tests" / "An+B.json", folder / "an-plus-b.json")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for package, write in (("html5lib", html5lib), ("soupsieve", soupsieve), ("tinycss2", tinycss2)):
        with tempfile.TemporaryDirectory() as temporary:
            unpacked = source(package, pathlib.Path(temporary))
            if unpacked:
                write(unpacked, folder)
                print(f"wrote {package} {PACKAGES[package]} to {folder}")


if __name__ == "__main__":
    main()
