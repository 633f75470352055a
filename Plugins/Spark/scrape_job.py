#!/usr/bin/env python3
"""Extracts typed records from pages on a Spark cluster: one Parquet table per record type, one for errors.

    spark-submit scrape_job.py --rules RULES --input PATH... --output FOLDER [options] [-- OPTIONS OF scrape...]
    spark-submit scrape_job.py --rules RULES --addresses PATH... --output FOLDER [options] [-- OPTIONS OF scrape...]
    spark-submit scrape_job.py --rules RULES --crawl PATH... --output FOLDER [options] [-- OPTIONS OF scrape...]

With `--input`, the pages are there already. Each task starts one `scrape` per file, or per part if Spark splits the
file, and streams the pages through it. Spark reads them from any file system that Hadoop supports. Records whose values
do not fit the columns of their table become errors, like those that `scrape` reports.

With `--addresses` or `--crawl`, the tasks fetch the pages first, into web archives in the output folder. Addresses and
crawls are distributed by host: all those of a host are in one task, so that the pauses between its requests are kept.

Requires Python 3.9 and PySpark 3.4 or later; faster with pandas and pyarrow. Spark.md next to this file describes
clusters, costs, and the tables.
"""
import argparse
import collections
import contextlib
import ctypes
import datetime
import functools
import glob
import heapq
import importlib.util
import itertools
import json
import multiprocessing.pool
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zlib

from pyspark import SparkFiles, TaskContext
from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

# The folder of the rules on the executors.
RULES = "scrape-rules"

# The separator of two pages. An archive is split where a record may start, and joined again unchanged. A page may hold
# these bytes too, since scrape uses the lengths in the records.
SEPARATORS = {"jsonl": b"\n", "warc": b"\nWARC/"}

# The folder for the rows of the tasks until the tables are written. No table has a dot in its name.
STAGED = "rows.staged"
# The file that lists what a run has written, so that the next one can remove it.
RUN = "_run.json"
# The table of errors.
ERRORS = "errors"
# The folder of the archives of pages that this job has fetched, and the folders in which they are made.
ARCHIVE = "archive"
FETCHED = "fetched.staged"
TASKS = "tasks.staged"

# A row of a task: the page, the record or error as JSON, and the table that it belongs to.
STAGED_COLUMNS = T.StructType(
    [T.StructField(name, T.StringType()) for name in ("_page", "_url", "json", "table")]
)
ERROR_TEXTS = ("rules", "record", "field", "reason", "help", "cause")
ERROR_NUMBERS = ("line", "column")

# A row of a task that fetches: the file that it belongs to, and a chunk of that file. An archive's file is
# NUMBER.warc.gz; those of all tasks together are the staged rows and the hosts that the task has made requests to.
FETCHED_COLUMNS = T.StructType([T.StructField("name", T.StringType()), T.StructField("value", T.BinaryType())])
ROWS, HOSTS = "rows", "hosts"
# The end of a chunk. Spark's text writer puts it after each one: archives are cut after a byte of 0, which is left
# out, and come out unchanged.
END = b"\0"

# How scrape names the pages that it reads from a pipe.
STANDARD_INPUT = "<standard input>"

# Options that this job sets itself.
OWN_OPTIONS = {"--rules", "-r", "--input", "--format", "-f", "--with-page", "--errors", "--output", "-o", "--jobs", "-j"}
# Options that it sets itself, or that make no sense for it, if it fetches pages.
OWN_FETCH_OPTIONS = {"--list", "--archive", "--resume", "--replay", "--revalidate", "--save", "--session", "--dry-run", "--proof"}
# Options of `scrape fetch`: those with a value, those without, and those that are passed to `scrape` too.
FETCH_VALUES = {
    "--header", "--user-agent", "--proxy", "--cacert", "--timeout", "--max-redirects", "--delay", "--retries",
    "--cookie-file", "--transport", "--max-bytes",
}  # fmt: skip
FETCH_FLAGS = {"--ignore-robots", "--allow-private"}
FETCH_SHARED = {"--max-bytes"}


class Mistake(Exception):
    """An error of the caller, printed without a traceback."""


# Column types. A shape is a tuple: its kind, then for a list the elements' shape, for an object its fields' by name.

STRING, DATE, INTEGER, NUMBER, BOOLEAN, JSON = (
    (kind,) for kind in ("string", "date", "integer", "number", "boolean", "json")
)


def shape_of(schema):
    """The shape of the values that a JSON Schema allows; JSON as text if columns cannot express it."""
    kind = schema.get("type")
    if kind == "string":
        return DATE if schema.get("format") == "date" else STRING
    if kind in ("integer", "number", "boolean"):
        return (kind,)
    if kind == "array" and "items" in schema:
        return ("list", shape_of(schema["items"]))
    if kind == "object" and "properties" in schema:
        properties = schema["properties"].items()
        return ("object", {name: shape_of(value) for name, value in properties if name != "@type"})
    if kind is None and schema.get("anyOf"):
        shapes = [shape_of(alternative) for alternative in schema["anyOf"]]
        return shapes[0] if len(shapes) == 1 else union(shapes)
    # Any JSON, an object with unknown members, or objects nested in objects of their own type.
    return JSON


def union(shapes):
    """The shape that holds the values of all shapes: a wider one, or JSON as text."""
    kinds = {shape[0] for shape in shapes}
    if all(shape == shapes[0] for shape in shapes):
        return shapes[0]
    if kinds == {"integer", "number"}:
        return NUMBER
    if kinds == {"string", "date"}:
        return STRING
    if kinds == {"list"}:
        return ("list", union([shape[1] for shape in shapes]))
    if kinds == {"object"}:
        fields = {}
        for name, shape in itertools.chain.from_iterable(shape[1].items() for shape in shapes):
            fields.setdefault(name, []).append(shape)
        return ("object", {name: union(found) for name, found in fields.items()})
    return JSON


def column_type(shape, decimals):
    """Spark's type for a shape. Every column may be null, since the rules decide which members are required."""
    kind = shape[0]
    if kind == "list":
        return T.ArrayType(column_type(shape[1], decimals), containsNull=False)
    if kind == "object":
        fields = shape[1].items()
        return T.StructType([T.StructField(name, column_type(field, decimals)) for name, field in fields])
    if kind == "number":
        return T.DoubleType() if decimals == "double" else T.StringType()
    return {"date": T.DateType(), "integer": T.LongType(), "boolean": T.BooleanType()}.get(kind, T.StringType())


def is_rewritten(shape, decimals):
    """Whether values of the shape differ between their column and the record's JSON."""
    kind = shape[0]
    if kind == "list":
        return is_rewritten(shape[1], decimals)
    if kind == "object":
        return any(is_rewritten(field, decimals) for field in shape[1].values())
    return kind == "json" or (kind == "number" and decimals == "string")


def check_names(name, shape):
    """Raises Mistake for members that a table cannot distinguish."""
    if shape[0] == "list":
        check_names(name, shape[1])
    if shape[0] == "object":
        seen = {}
        for field, inner in shape[1].items():
            other = seen.setdefault(field.lower(), field)
            if other != field:
                raise Mistake(f"{name}.{other} and {name}.{field} differ only in case, which tables do not distinguish")
            check_names(f"{name}.{field}", inner)


# Records.


class Digits:
    """A JSON number that is not an integer, with its original digits."""

    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text


class Misfit(Exception):
    """A value that does not fit its column: the field's path and the reason."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason, self.path = reason, ""

    def within(self, key):
        """Adds the key of the object or list that holds the value to the path."""
        self.path = f"{key}.{self.path}" if self.path and not self.path.startswith("[") else f"{key}{self.path}"
        return self


def json_text(value):
    """The JSON of a value, with the original digits of numbers."""
    if isinstance(value, Digits):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{json_text(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    return json.dumps(value)


def shown(value):
    """A value for a message, shortened if it is long."""
    text = json_text(value)
    return text if len(text) <= 60 else text[:57] + "..."


def fitted(value, shape, decimals):
    """The value for a column of the shape.

    Raises Misfit if the value does not fit: a value of the record is never replaced by null.
    """
    kind = shape[0]
    if kind == "json":
        return json_text(value)
    if kind == "string" and isinstance(value, str):
        return value
    if kind == "integer" and isinstance(value, int) and not isinstance(value, bool):
        if not -(2**63) <= value < 2**63:
            raise Misfit(f"the integer {shown(value)} has more than 64 bits")
        return value
    if kind == "number" and isinstance(value, (int, Digits)) and not isinstance(value, bool):
        text = json_text(value)
        if decimals == "string":
            return text
        if float(text) in (float("inf"), float("-inf")):
            raise Misfit(f"the number {shown(value)} is beyond a double; --decimals string keeps it")
        return value
    if kind == "boolean" and isinstance(value, bool):
        return value
    if kind == "date" and isinstance(value, str):
        try:
            if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value, re.ASCII):
                datetime.date.fromisoformat(value)
                return value
        except ValueError:
            pass
        raise Misfit(f"{shown(value)} is not a date of the years 1 to 9999")
    if kind == "list" and isinstance(value, list):
        return [member(f"[{index}]", element, shape[1], decimals) for index, element in enumerate(value)]
    if kind == "object" and isinstance(value, dict):
        return {name: member(name, inner, shape[1].get(name), decimals) for name, inner in value.items()}
    raise Misfit(f"expected {kind}, found {shown(value)}")


def member(key, value, shape, decimals):
    """The value of an element or member for its column."""
    try:
        if shape is None:
            raise Misfit("the schema has no such field")
        return fitted(value, shape, decimals)
    except Misfit as misfit:
        raise misfit.within(key)


def staged_record(line, source, shapes, decimals):
    """The row for a line that scrape printed: that of its record type's table, or of the table of errors."""
    record = json.loads(line, parse_float=Digits)
    name, page, url = record.pop("@type"), source.page(record.pop("@page", None)), record.pop("@url", None)
    try:
        if name not in shapes:
            raise Misfit("the schema has no such record type")
        shape, rewritten = shapes[name]
        value = fitted(record, shape, decimals)
        text = json_text(value) if rewritten else line.decode()
        return page, url, text, name
    except RecursionError:
        misfit = Misfit("its values are nested too deeply")
    except Misfit as found:
        misfit = found
    error = {"record": name, "field": misfit.path or None, "reason": misfit.reason, "cause": "table"}
    return page, url, json.dumps({**error, "json": line.decode().rstrip("\n")}), ERRORS


def staged_error(line, source, rules):
    """The row for a line of scrape's file of errors. Members without a column are kept as JSON."""
    error = json.loads(line)
    page, url = source.page(error.pop("page", None)), error.pop("url", None)
    row = {name: error.pop(name) for name in (*ERROR_TEXTS, *ERROR_NUMBERS) if error.get(name) is not None}
    if "rules" in row:
        # The path on this machine, not that of the copy.
        row["rules"] = row["rules"].replace(rules, "", 1)
    return page, url, json.dumps({**row, "json": json.dumps(error)} if error else row), ERRORS


# What runs in the tasks.


class Source:
    """A file, or the part of a file from an offset on."""

    def __init__(self, file, start, read_as=STANDARD_INPUT):
        self.name = f"{file}+{start}" if start > 0 else file
        # How scrape names it: a pipe, or a local copy.
        self.read_as = read_as

    def page(self, page):
        """The name of a page that scrape has read from the pipe or the copy, with this file's name."""
        if page is not None and page.startswith(self.read_as):
            return self.name + page[len(self.read_as):]
        return page if page is not None else self.name


class Scraping:
    """How the tasks run scrape. It is sent to them once."""

    def __init__(self, binary, rules, plugins, job, shapes):
        self.binary, self.rules, self.plugins, self.shapes = binary, rules, plugins, shapes
        self.options, self.format, self.fetch, self.decimals = job.scrape_options, job.format, job.fetch, job.decimals
        self.copies = job.copy

    def command(self, errors, input):
        """The command line, with the paths of the distributed files on this machine."""
        plugins = itertools.chain.from_iterable(("--plugin", SparkFiles.get(name)) for name in self.plugins)
        return [
            SparkFiles.get(self.binary), "--rules", SparkFiles.get(self.rules), "--input", self.format,
            "--format", "jsonl", "--with-page", "--errors", errors, "--jobs", "1", "--quiet", *plugins, *self.options, input,
        ]  # fmt: skip

    def environment(self):
        """The environment, in which distributed libraries take precedence over those of the system."""
        folders = [SparkFiles.getRootDirectory(), os.environ.get("LD_LIBRARY_PATH")]
        return {**os.environ, "LD_LIBRARY_PATH": ":".join(filter(None, folders))}

    def failure(self, _):
        """Why the binary does not run on the machine of a task; None if it does."""
        try:
            asked = subprocess.run(
                [SparkFiles.get(self.binary), "--version"], stdin=subprocess.DEVNULL, capture_output=True,
                env=self.environment(), timeout=60,
            )  # fmt: skip
            reason = asked.stderr.decode(errors="replace").strip() or f"it ended with {asked.returncode}"
            return f"{socket.gethostname()}: {reason}" if asked.returncode else None
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"{socket.gethostname()}: {error}"

    def rows(self, chunks):
        """The rows of chunks, each with its file's name, the offset of its part, and its bytes."""
        for (file, start), group in itertools.groupby(chunks, key=lambda chunk: chunk[:2]):
            parts = (chunk[2] for chunk in group)
            if self.copies:
                yield from self.copied(file, start, parts)
                continue
            feed = functools.partial(Feeding, separator=SEPARATORS[self.format], chunks=parts)
            yield from self.part(Source(file, start), feed)

    def rows_of_files(self, files):
        """The rows of whole files, which a command fetches."""
        for file in files:
            yield from self.part(Source(file, 0), functools.partial(Fetching, command=self.fetch, file=file))

    def copied(self, file, start, parts):
        """The rows of a file that is copied to a local disk first, so that records can refer to earlier ones."""
        with tempfile.TemporaryDirectory(dir=local_disk()) as folder:
            path = os.path.join(folder, f"pages.{self.format}")
            with open(path, "wb") as stream:
                for index, part in enumerate(parts):
                    if index:
                        stream.write(SEPARATORS[self.format])
                    stream.write(part)
            yield from self.part(Source(file, start, path), Unfed, path)

    def part(self, source, feed, input="-"):
        """The rows of one file or part: the records, then the errors."""
        with tempfile.TemporaryDirectory() as folder:
            errors, messages = os.path.join(folder, "errors"), os.path.join(folder, "messages")
            with open(messages, "wb") as stream:
                process = subprocess.Popen(
                    self.command(errors, input), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stream,
                    env=self.environment(), bufsize=1 << 18,
                )  # fmt: skip
                feeding = feed(process, messages=stream)
            try:
                for line in process.stdout:
                    yield staged_record(line, source, self.shapes, self.decimals)
                failure, status = feeding.end(), process.wait()
            finally:
                # Also if the reader of the rows stops early or the task is killed.
                feeding.stop()
                if process.poll() is None:
                    process.kill()
                    process.wait()
                process.stdout.close()
            has_errors = os.path.exists(errors) and os.path.getsize(errors) > 0
            # The status 3 is for pages that cannot be read, and each of them is among the errors.
            if failure is not None or status not in (0, 1, 3) or (status == 3 and not has_errors):
                raise RuntimeError(failure_message(source, status, failure, messages))
            if has_errors:
                rules = SparkFiles.get(RULES) + os.sep
                with open(errors, "rb") as lines:
                    for line in lines:
                        yield staged_error(line, source, rules)

    def batches(self, batches):
        """The same rows, from and to batches of Arrow."""
        import pyarrow

        def chunks():
            for batch in batches:
                for file, start, value in zip(*batch.columns):
                    yield file.as_py(), start.as_py(), value.as_buffer()

        rows = self.rows(chunks())
        while portion := list(itertools.islice(rows, 500)):
            columns = [pyarrow.array(column, pyarrow.string()) for column in zip(*portion)]
            yield pyarrow.RecordBatch.from_arrays(columns, STAGED_COLUMNS.names)


class Feeding(threading.Thread):
    """Writes the chunks that Spark has read to a process, while another thread reads its output."""

    def __init__(self, process, separator, chunks, messages):
        super().__init__(daemon=True)
        self.process, self.separator, self.chunks, self.failure = process, separator, chunks, None
        self.start()

    def run(self):
        pipe = self.process.stdin
        try:
            for index, chunk in enumerate(self.chunks):
                if index:
                    pipe.write(self.separator)
                pipe.write(chunk)
            pipe.close()
        except BaseException as error:
            if isinstance(error, BrokenPipeError):
                self.failure = "it did not read all of its input"
            else:
                self.failure = f"its input could not be read: {error}"
                # The input so far must not be taken for the whole file.
                self.process.kill()
            with contextlib.suppress(OSError):
                pipe.close()

    def end(self):
        """Waits until everything is written; returns the failure if there is one."""
        self.join()
        return self.failure

    def stop(self):
        """Does nothing: the thread ends with the process that it writes to."""


class Unfed:
    """Writes nothing to a process, which reads a file."""

    def __init__(self, process, messages):
        process.stdin.close()

    def end(self):
        """Returns no failure."""

    def stop(self):
        """Does nothing."""


class Fetching:
    """Runs a command that writes a file to a process."""

    def __init__(self, process, command, file, messages):
        place = urllib.parse.urlparse(file)
        path = urllib.parse.unquote(place.path) if place.scheme == "file" else file
        self.command = subprocess.Popen(
            ["sh", "-c", command, "sh", path], stdin=subprocess.DEVNULL, stdout=process.stdin, stderr=messages
        )
        # Only the command holds the pipe now, so the end of the command is the end of the file.
        process.stdin.close()

    def end(self):
        """Waits until everything is written; returns the failure if there is one."""
        status = self.command.wait()
        return f"the command that fetches its input ended with {status}" if status else None

    def stop(self):
        """Ends the command if it still runs."""
        if self.command.poll() is None:
            self.command.kill()
            self.command.wait()


def failure_message(source, status, failure, messages):
    """The message if scrape fails on a part."""
    with open(messages, "rb") as stream:
        stream.seek(max(0, os.path.getsize(messages) - 4000))
        text = stream.read().decode(errors="replace").strip()
    end = f"it was ended by signal {-status}" if status < 0 else f"it ended with {status}"
    reasons = "; ".join(filter(None, [failure, end if status not in (0, 1) else None]))
    return f"scrape failed on {source.name}, on {socket.gethostname()}: {reasons}" + (f"\n{text}" if text else "")


# What runs in the tasks that fetch pages.


class Requests:
    """How the tasks fetch pages. It is sent to them once."""

    def __init__(self, scraping, job):
        self.scraping, self.options, self.contact = scraping, job.fetch_options, os.environ.get("SCRAPE_CONTACT")
        # The full name of the folder of archives, for `_page`.
        self.folder = None

    @property
    def pause(self):
        """The seconds between two requests to a host."""
        given = [value for option, value in zip(self.options, self.options[1:]) if option == "--delay"]
        given += [option.split("=", 1)[1] for option in self.options if option.startswith("--delay=")]
        return float(given[-1]) if given else 1.0

    def environment(self):
        """The environment, with the contact that the driver has."""
        contact = {"SCRAPE_CONTACT": self.contact} if self.contact else {}
        return {**contact, **self.scraping.environment()}

    @contextlib.contextmanager
    def work_folder(self):
        """A folder for archives that are being written, on the executor's disks.

        A task that is run again first waits for a pause, since its predecessor may have just made a request.
        """
        if TaskContext.get().attemptNumber() > 0:
            time.sleep(self.pause)
        with tempfile.TemporaryDirectory(dir=local_disk()) as folder:
            yield folder

    def start(self, command, output, messages):
        """Starts scrape, so that it ends when the task's Python process ends, for whatever reason.

        Otherwise it would go on making requests while the task is run again.
        """
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=messages, env=self.environment(),
            preexec_fn=ends_with_parent(),
        )  # fmt: skip

    def addresses(self, lines):
        """The rows of a task that fetches addresses."""
        first = next(lines, None)
        if first is None:
            return
        name = archive_name(first.task)
        with self.work_folder() as folder:
            listed, archive, errors, messages = (
                os.path.join(folder, file) for file in ("addresses", name, "errors", "messages")
            )
            with open(listed, "w", encoding="utf-8") as stream:
                stream.writelines(line.value + "\n" for line in itertools.chain((first,), lines))
            command = [SparkFiles.get(self.scraping.binary), "fetch", "--output", archive, "--errors", errors]
            command += ["--list", listed, "--proof", "--color", "never", *self.options]
            with open(messages, "wb") as stream, ending(self.start(command, subprocess.DEVNULL, stream)) as process:
                status = process.wait()
            found = Messages(messages)
            # The status 3 is for a single page that is not fetched, but also for files that cannot be written.
            if status not in (0, 1, 3) or found.errors or not os.path.exists(archive):
                source = Source(f"the addresses of task {first.task}", 0)
                raise RuntimeError(failure_message(source, status, None, messages))
            with open(errors, "rb") as failed:
                yield from (staged_chunk(fetch_error(line, f"{self.folder}/{name}")) for line in failed)
            yield from host_chunks(found.hosts)
            yield from archive_chunks(archive, name)

    def crawls(self, crawls):
        """The rows of a task that makes crawls, one after another; each is its number and its inputs."""
        hosts, pause = set(), 0
        with self.work_folder() as folder:
            for number, inputs in crawls:
                # The last request of the previous crawl may have been to the same host.
                time.sleep(pause)
                pause = yield from self.crawl(folder, number, inputs, hosts)
        yield from host_chunks(hosts)

    def crawl(self, folder, number, inputs, hosts):
        """The rows of one crawl. Adds the hosts that it has made requests to to the set, and returns its pause."""
        name = archive_name(number)
        archive, messages = os.path.join(folder, name), os.path.join(folder, "messages")
        source = Source(f"{self.folder}/{name}", 0)
        command = self.crawl_command(inputs)
        command += ["--archive", archive, "--format", "jsonl", "--with-page", "--quiet", "--proof"]
        with open(messages, "wb") as stream, ending(self.start(command, subprocess.PIPE, stream)) as process:
            for line in process.stdout:
                yield staged_chunk(staged_record(line, source, self.scraping.shapes, self.scraping.decimals))
            status = process.wait()
        found = Messages(messages)
        # The status 3 is for a login that fails, but also for files that cannot be written.
        has_lost = any(" write " in reason for _, _, reason in found.errors)
        if status not in (0, 1, 3) or (status == 3 and (has_lost or not found.errors)):
            raise RuntimeError(failure_message(source, status, None, messages))
        rules = SparkFiles.get(RULES) + os.sep
        for error in found.rows(rules):
            yield staged_chunk((source.name, error.pop("url"), json.dumps(error), ERRORS))
        hosts |= found.hosts
        if os.path.exists(archive):
            yield from archive_chunks(archive, name)
            os.remove(archive)
        return max(self.pause, found.pause)

    def crawl_command(self, inputs):
        """The command line of a crawl, so far as its first requests depend on it."""
        plugins = itertools.chain.from_iterable(("--plugin", SparkFiles.get(name)) for name in self.scraping.plugins)
        given = itertools.chain.from_iterable(("--input", text) for text in input_texts(inputs))
        return [
            SparkFiles.get(self.scraping.binary), "crawl", SparkFiles.get(self.scraping.rules), *given, *plugins,
            "--color", "never", *self.options,
        ]  # fmt: skip

    def first_hosts(self, crawl):
        """A crawl's number, its inputs, and the hosts of its first requests, or what is wrong with it."""
        text, number = crawl
        try:
            inputs = json.loads(text)
            if not isinstance(inputs, dict):
                raise ValueError
        except ValueError:
            return number, None, None, 'expected an object of inputs, such as {"kind": "trees"}'
        asked = subprocess.run(
            [*self.crawl_command(inputs), "--dry-run"], stdin=subprocess.DEVNULL, capture_output=True,
            env=self.environment(),
        )  # fmt: skip
        if asked.returncode:
            return number, None, None, asked.stderr.decode(errors="replace").strip().removeprefix("error: ")
        # Commands of curl.
        words = shlex.split(asked.stdout.decode(errors="replace"))
        return number, inputs, {host_of(word) for word in words if re.match("https?://", word)}, None


class Messages:
    """The messages of scrape in a file: errors, the hosts that it has made requests to, and its longest pause."""

    REQUEST = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z [A-Z]+ (https?://[^/?#\s]+)")
    PAUSE = re.compile(r": ([0-9.]+) s after the last answer(?!, as)")
    MESSAGE = re.compile(r"(?:(\S.*?)(?::(\d+):(\d+))?: )?(error|warning): (.*)")

    def __init__(self, path):
        self.hosts, self.found, self.pause = set(), [], 0.0
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if request := self.REQUEST.match(line):
                    self.hosts.add(host_of(request[1]))
                    if pause := self.PAUSE.search(line, request.end()):
                        self.pause = max(self.pause, float(pause[1]))
                elif message := self.MESSAGE.match(line):
                    self.found.append([*message.groups(), None])
                elif self.found and line.startswith("  help: "):
                    self.found[-1][-1] = line[len("  help: "):].strip()

    @property
    def errors(self):
        """The place, severity and text of each error."""
        return [(place, severity, reason) for place, _, _, severity, reason, _ in self.found if severity == "error"]

    def rows(self, rules):
        """The errors for their table, and those warnings that are about a page: it is gone."""
        for place, line, column, severity, reason, help in self.found:
            is_page = re.match("https?://", place or "") is not None
            if severity == "error" or is_page:
                row = {"url": place if is_page else None, "reason": reason, "cause": "crawl"}
                if place is not None and not is_page:
                    row["rules"] = place.replace(rules, "", 1)
                if help is not None:
                    row["help"] = help
                if line is not None:
                    row.update(line=int(line), column=int(column))
                if severity != "error":
                    row["json"] = json.dumps({"severity": severity})
                yield row


def ends_with_parent():
    """What a new process has to do first, so that the system ends it together with this one; None if it cannot."""
    if not sys.platform.startswith("linux"):
        return None
    set_option, parent = ctypes.CDLL(None).prctl, os.getpid()

    def prepare():
        # PR_SET_PDEATHSIG. The parent may have ended before.
        set_option(1, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return prepare


@contextlib.contextmanager
def ending(process):
    """A process that is killed if the work with it is left early."""
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def local_disk():
    """A folder on a disk of the executor, which Spark clears; None for the system's."""
    disks = [path for path in os.environ.get("SPARK_LOCAL_DIRS", "").split(",") if os.path.isdir(path)]
    return disks[0] if disks else None


def archive_name(number):
    """The name of the archive of a task or crawl."""
    return f"{number:06}.warc.gz"


def archive_chunks(path, name):
    """A file in chunks that end before a byte of 0."""
    rest = b""
    with open(path, "rb") as stream:
        while block := stream.read(1 << 20):
            end = block.rfind(END)
            if end < 0:
                rest += block
            else:
                yield name, rest + block[:end]
                rest = block[end + 1 :]
    if rest:
        # The last byte of the last member is 0 unless it has 16 MB or more. A member without content ends with one.
        yield name, rest + empty_member()[:-1]


def empty_member():
    """A member of gzip without content."""
    packer = zlib.compressobj(wbits=31)
    return packer.compress(b"") + packer.flush()


def staged_chunk(row):
    """A staged row as a chunk."""
    return ROWS, json.dumps(row).encode()


def host_chunks(hosts):
    """The hosts that a task has made requests to, as chunks."""
    for host in sorted(hosts):
        yield HOSTS, host.encode()


def fetch_error(line, page):
    """The staged row for a line of the file of errors of `scrape fetch`. Its cause is the failure, or the status."""
    error = json.loads(line)
    url, severity = error.pop("url"), error.pop("severity")
    row = {"reason": error.pop("message"), "cause": error.pop("failure", "status")}
    return page, url, json.dumps({**row, "json": json.dumps({"severity": severity, **error})}), ERRORS


def input_texts(inputs):
    """The inputs of a crawl, as for the command line."""
    for name, value in inputs.items():
        for element in value if isinstance(value, list) else [value]:
            yield f"{name}={element if isinstance(element, str) else json.dumps(element)}"


def address_of(line):
    """The address on a line of a list, plain or the `url` of JSON; None if it has none."""
    text = " ".join(line.split())
    if text.startswith("{"):
        with contextlib.suppress(ValueError, TypeError, KeyError):
            text = " ".join(json.loads(text)["url"].split())
    return None if not text or text.startswith("#") else text


def host_of(address):
    """The host of an address, by which addresses are distributed.

    Different ports and schemes, and a name with and without www, are the same host here.
    """
    text = re.sub(r"[\t\r\n]", "", address).strip().replace("\\", "/")
    place = re.match(r"[a-z][a-z0-9+.-]*:/*([^/?#]*)", text, re.IGNORECASE)
    name = urllib.parse.unquote(place[1] if place else text).rpartition("@")[2].lower()
    if name.startswith("["):
        return name.partition("]")[0] + "]"
    name = name.partition(":")[0].rstrip(".")
    with contextlib.suppress(UnicodeError):
        name = name.encode("idna").decode()
    with contextlib.suppress(OSError):
        # 127.1 is 127.0.0.1.
        return socket.inet_ntoa(socket.inet_aton(name))
    return name.removeprefix("www.")


def shares(loads, count):
    """Distributes hosts by their loads over the given number of tasks, the largest first; returns each one's task."""
    tasks = [(0, task) for task in range(count)]
    chosen = {}
    for name, load in sorted(loads, key=lambda entry: (-entry[1], entry[0])):
        total, task = heapq.heappop(tasks)
        chosen[name] = task
        heapq.heappush(tasks, (total + load, task))
    return chosen


def groups_of(crawls):
    """Groups of crawls so that those with a host in common are in the same one."""
    leaders = {}

    def leader(host):
        while leaders.setdefault(host, host) != host:
            # Halves the path for later calls.
            leaders[host] = leaders[leaders[host]]
            host = leaders[host]
        return host

    crawls = [(number, inputs, sorted(hosts) or [""]) for number, inputs, hosts in crawls]
    for _, _, hosts in crawls:
        for host in hosts:
            leaders[leader(host)] = leader(hosts[0])
    groups = collections.defaultdict(list)
    for number, inputs, hosts in crawls:
        groups[leader(hosts[0])].append((number, inputs))
    return list(groups.values())


# What runs in the driver.


def arguments(given):
    """Parses the command line. Options after `--` are for scrape."""
    split = given.index("--") if "--" in given else len(given)
    parser = argparse.ArgumentParser(
        usage="spark-submit scrape_job.py --rules RULES (--input | --addresses | --crawl) PATH... --output FOLDER"
        " [options] [-- OPTION...]",
        description="Extracts typed records from pages into Parquet tables; fetches the pages first if that is asked for.",
        epilog="Options after -- are passed to scrape: -- --clock 2026-01-31 --skip-unmatched",
    )
    parser.add_argument("--rules", required=True, metavar="RULES", help="a rules file, or a folder of them")
    pages = parser.add_mutually_exclusive_group(required=True)
    pages.add_argument(
        "--input", nargs="+", action="extend", metavar="PATH",
        help="files, folders and patterns in any file system that Hadoop supports: s3a://crawl/*.warc.gz",
    )  # fmt: skip
    pages.add_argument(
        "--addresses", nargs="+", action="extend", metavar="PATH",
        help="files of addresses to fetch, one on a line, plain or as JSON: {\"url\": \"https://plants.example/\"}",
    )  # fmt: skip
    pages.add_argument(
        "--crawl", nargs="+", action="extend", metavar="PATH",
        help="files of the rules' inputs, for one crawl on each line: {\"kind\": \"trees\"}",
    )  # fmt: skip
    parser.add_argument("--output", required=True, metavar="FOLDER", help="the folder for the tables")
    parser.add_argument(
        "--format", choices=sorted(SEPARATORS),
        help="the format of the input files; by default warc if all names end in .warc or .warc.gz, else jsonl",
    )  # fmt: skip
    parser.add_argument(
        "--binary", default="scrape", metavar="PROGRAM",
        help="the program scrape, which is sent to the executors; by default the one in PATH",
    )  # fmt: skip
    parser.add_argument("--plugin", action="append", default=[], metavar="PROGRAM", help="a plugin's program, sent too")
    parser.add_argument(
        "--decimals", choices=("double", "string"), default="double",
        help="the type of decimal columns; strings keep all digits",
    )  # fmt: skip
    parser.add_argument(
        "--transfer", choices=("arrow", "rows"),
        help="how Spark passes pages to Python; by default arrow if pandas and pyarrow are installed, else rows (slower)",
    )  # fmt: skip
    parser.add_argument(
        "--fetch", metavar="COMMAND",
        help="a shell command with which tasks read whole files instead of Spark: 'cat \"$1\"'",
    )  # fmt: skip
    parser.add_argument(
        "--copy", action="store_true",
        help="copy each input file to a local disk first; needed for archives with records that repeat others (revisit)",
    )  # fmt: skip
    parser.add_argument(
        "--tasks", type=int, metavar="NUMBER",
        help="how many tasks fetch pages; by default as many as there are cores",
    )  # fmt: skip
    parsed = parser.parse_args(given[:split])
    options = given[split + 1 :]
    parsed.fetches = parsed.input is None
    for option in options:
        if option.split("=")[0] in OWN_OPTIONS | (OWN_FETCH_OPTIONS if parsed.fetches else set()):
            parser.error(f"{option} cannot be given after --: this job sets it")
    for option in ("format", "fetch") if parsed.fetches else ("tasks",):
        if getattr(parsed, option) is not None:
            parser.error(f"--{option} {'is for --input only' if parsed.fetches else 'is not for --input'}")
    if parsed.tasks is not None and parsed.tasks < 1:
        parser.error("--tasks is less than 1")
    # All options are passed to a crawl.
    parsed.scrape_options, parsed.fetch_options = split_options(options) if parsed.addresses else (options, options)
    if parsed.fetch is not None and parsed.copy:
        parser.error("--copy cannot be combined with --fetch")
    if parsed.fetches:
        # A body that several addresses share is in their archive only once.
        parsed.format, parsed.copy = "warc", True
    if parsed.format is None:
        archives = [path.rstrip("/").endswith((".warc", ".warc.gz")) for path in parsed.input]
        parsed.format = "warc" if all(archives) else "jsonl"
    if parsed.transfer is None:
        parsed.transfer = "arrow" if has_arrow() else "rows"
    return parsed


def split_options(options):
    """The options for `scrape`, and those for `scrape fetch`."""
    scrape, fetch = [], []
    options = iter(options)
    for option in options:
        name, is_whole, _ = option.partition("=")
        words = [option]
        if name in FETCH_VALUES and not is_whole:
            words += itertools.islice(options, 1)
        is_fetch = name in FETCH_VALUES or name in FETCH_FLAGS
        if is_fetch:
            fetch += words
        if not is_fetch or name in FETCH_SHARED:
            scrape += words
    return scrape, fetch


def has_arrow():
    """Whether PySpark's Arrow functions are available here, and so presumably on the executors."""
    return all(importlib.util.find_spec(name) is not None for name in ("pandas", "pyarrow"))


def record_shapes(binary, rules, plugins, fetches):
    """The shapes of the rules' record types by name."""
    shapes = {schema["title"]: shape_of(schema) for schema in record_schemas(binary, rules, plugins)}
    if not shapes:
        raise Mistake("the rules have no record types")
    folders = {ERRORS: "the table of errors", **({ARCHIVE: "the archives"} if fetches else {})}
    for name, shape in shapes.items():
        other = folders.setdefault(table_folder(name).lower(), name)
        if other != name:
            raise Mistake(f"the record type {name} and {other} have the same folder")
        check_names(name, ("object", {"_page": STRING, "_url": STRING, **lowered(shape[1])}))
        check_names(name, shape)
    return shapes


def record_schemas(binary, rules, plugins):
    """The JSON Schemas of the record types of a rules file or a folder. Types with the same name are merged."""
    called = itertools.chain.from_iterable(("--plugin", plugin) for plugin in plugins)
    asked = subprocess.run([binary, "schema", *called, rules], capture_output=True)
    if asked.returncode != 0:
        raise Mistake(asked.stderr.decode(errors="replace").strip())
    return json.loads(asked.stdout)["items"]["anyOf"]


def lowered(fields):
    """The fields named like a column that every table has, in upper case, so that the check finds the conflict."""
    return {name.upper(): shape for name, shape in fields.items() if name.lower() in ("_page", "_url")}


def table_folder(name):
    """The folder of a record type's table."""
    return urllib.parse.quote(name, safe=" ").replace(".", "%2E")


def copied_rules(rules, folder):
    """Copies the rules to the folder that is sent; returns their path there.

    A folder is copied with all its rules files, a file with those next to it if it may name one.
    """
    is_folder = os.path.isdir(rules)
    root = rules if is_folder else os.path.dirname(rules) or "."
    names = [os.path.basename(rules)]
    if is_folder:
        names = [os.path.relpath(path, root) for path in glob.glob(os.path.join(root, "**", "*.json"), recursive=True)]
    else:
        with open(rules, "rb") as stream:
            if re.search(rb'"(extends|rules)"', stream.read()):
                names = [name for name in os.listdir(root) if name.endswith(".json")]
    if not names:
        raise Mistake(f"{rules} has no rules files")
    for name in names:
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        shutil.copy(os.path.join(root, name), os.path.join(folder, name))
    return folder if is_folder else os.path.join(folder, names[0] if len(names) == 1 else os.path.basename(rules))


def prepared(job, folder):
    """Finds and checks what is sent to the executors, without starting Spark; returns how the tasks scrape."""
    job.binary = shutil.which(job.binary) or job.binary
    if not os.path.isfile(job.binary):
        raise Mistake(f"the program {job.binary} does not exist; give the path of scrape with --binary")
    if not os.path.exists(job.rules):
        raise Mistake(f"the rules {job.rules} do not exist")
    if job.crawl and os.path.isdir(job.rules):
        raise Mistake(f"{job.rules} is a folder; --crawl needs the rules file that says what is to be requested")
    if job.addresses:
        check_fetch_options(job, folder)
    has_agent = any(option.startswith("--user-agent") for option in job.fetch_options)
    if job.addresses and not has_agent and not os.environ.get("SCRAPE_CONTACT"):
        print("warning: requests name no contact: set SCRAPE_CONTACT to a web or email address where a site can reach you", file=sys.stderr)
    sent = os.path.join(folder, RULES)
    os.mkdir(sent)
    rules = copied_rules(job.rules, sent)
    try:
        # Read from the copied rules, so that missing files are reported now.
        shapes = record_shapes(job.binary, rules, job.plugin, job.fetches)
    except Mistake as mistake:
        place = job.rules if os.path.isdir(job.rules) else os.path.dirname(job.rules)
        raise Mistake(str(mistake).replace(os.path.join(sent, ""), os.path.join(place, ""))) from None
    known = {name: (shape, is_rewritten(shape, job.decimals)) for name, shape in shapes.items()}
    names = [os.path.basename(program) for program in (job.binary, *job.plugin)]
    return Scraping(names[0], os.path.relpath(rules, folder), names[1:], job, known)


def check_fetch_options(job, folder):
    """Runs `scrape fetch` with its options, but without an address."""
    asked = subprocess.run(
        [job.binary, "fetch", "--output", os.path.join(folder, "none.warc.gz"), "--list", "-", *job.fetch_options],
        stdin=subprocess.DEVNULL, capture_output=True,
    )  # fmt: skip
    if asked.returncode:
        raise Mistake(asked.stderr.decode(errors="replace").strip().removeprefix("error: "))


def distribute(spark, job, folder):
    """Sends binary, plugins and rules to the executors."""
    context = spark.sparkContext
    for program in (job.binary, *job.plugin):
        context.addFile(os.path.abspath(program))
    rules = os.path.join(folder, RULES)
    context.addArchive(f"{shutil.make_archive(rules, 'zip', rules)}#{RULES}")


def check_machines(spark, scraping):
    """Runs the binary on all current executors, so that an unsuitable machine is an error before any page is read."""
    tasks = max(1, min(spark.sparkContext.defaultParallelism, 1000))
    failures = spark.sparkContext.parallelize(range(tasks), tasks).map(scraping.failure).collect()
    for failure in filter(None, failures):
        raise Mistake(
            f"scrape does not run on {failure}\n"
            "Build it for the cluster's machines with --static-swift-stdlib, and install libxml2 there"
            " or send it with spark-submit --files"
        )


def pages(spark, job):
    """The chunks of all input files, in order within a file."""
    separator = SEPARATORS[job.format].decode()
    found = spark.read.text(job.input, lineSep=separator, recursiveFileLookup=True)
    # The bytes unchanged: Spark does not check whether they are text.
    return found.select(
        F.input_file_name().alias("file"),
        F.expr("input_file_block_start()").alias("start"),
        F.col("value").cast("binary").alias("value"),
    )


def files(spark, job):
    """The names of all input files, each the work of one task."""
    found = spark.read.format("binaryFile").option("recursiveFileLookup", True).load(job.input)
    names = [row.path for row in found.select("path").collect()]
    return spark.sparkContext.parallelize(sorted(names), max(1, len(names)))


@contextlib.contextmanager
def settings(spark, values):
    """Changes settings of the session, and restores them afterwards."""
    before = {name: spark.conf.get(name, None) for name in values}
    for name, value in values.items():
        spark.conf.set(name, value)
    yield
    for name, value in before.items():
        spark.conf.unset(name) if value is None else spark.conf.set(name, value)


def stage(spark, job, scraping):
    """Scrapes all pages, once, into rows that name their table."""
    values = {
        # Pages are large, and a batch of them is in memory several times.
        "spark.sql.execution.arrow.maxRecordsPerBatch": "32",
        "spark.sql.maxConcurrentOutputFileWriters": "50",
    }
    if job.format == "warc":
        # One file per task: an archive can be read only from its start.
        values["spark.sql.files.maxPartitionBytes"] = str(1 << 40)
        values["spark.sql.files.openCostInBytes"] = str(1 << 40)
    with settings(spark, values):
        if job.fetch is not None:
            rows = from_python(spark, files(spark, job).mapPartitions(scraping.rows_of_files))
        elif job.transfer == "rows":
            rows = from_python(spark, pages(spark, job).rdd.mapPartitions(scraping.rows))
        else:
            rows = pages(spark, job).mapInArrow(scraping.batches, STAGED_COLUMNS)
        rows.write.partitionBy("table").mode("overwrite").parquet(f"{job.output}/{STAGED}")


def fetch(spark, job, requests, output):
    """Fetches the pages into archives; returns the hosts that several tasks have made requests to."""
    job.tasks = job.tasks or spark.sparkContext.defaultParallelism
    requests.folder = output.name(ARCHIVE)
    if job.crawl:
        rows, writers = crawl_rows(spark, job, requests)
    else:
        rows, writers = address_rows(spark, job, requests, output)
    # Without enough writers Spark would sort the chunks, and not keep their order.
    with settings(spark, {**ONE_FILE_PER_TASK, "spark.sql.maxConcurrentOutputFileWriters": str(writers + 8)}):
        found = spark.createDataFrame(rows(), FETCHED_COLUMNS, verifySchema=False)
        chunks = found.select("name", F.col("value").cast("string").alias("value"))
        chunks.write.partitionBy("name").mode("overwrite").option("lineSep", END.decode()).text(f"{job.output}/{FETCHED}")
    output.remove(TASKS)
    keep_archives(output)
    if HOSTS not in fetched_names(output):
        return {}
    hosts = fetched_text(spark, job, HOSTS).groupBy("value").count()
    return {row["value"]: row["count"] for row in hosts.where("count > 1").collect()}


# Files are neither split nor joined, whatever their size.
ONE_FILE_PER_TASK = {
    "spark.sql.files.maxPartitionBytes": str(1 << 40),
    "spark.sql.files.openCostInBytes": str(1 << 40),
    "spark.sql.files.maxRecordsPerFile": "0",
}


def address_rows(spark, job, requests, output):
    """What makes the rows of the tasks that fetch addresses, and how many archives a task writes.

    The addresses of each task are first written to a file. If they came from a shuffle, Spark would repeat tasks that
    are still running when it loses a part of the shuffle's data, and a host would be in two tasks at the same time.
    """
    count = job.tasks
    lines = spark.read.text(job.addresses, recursiveFileLookup=True).rdd
    addresses = lines.map(lambda row: address_of(row.value)).filter(lambda address: address is not None)
    hosts = spark.createDataFrame(addresses.map(lambda address: (host_of(address),)), "host string").groupBy("host").count()
    total = hosts.agg(F.sum("count")).first()[0] or 0
    if total == 0:
        raise Mistake(f"there are no addresses in {', '.join(job.addresses)}")
    # The driver distributes hosts with a hundredth of a task or more; small ones are evenly distributed by chance.
    large = hosts.where(F.col("count") > total // (count * 100)).collect()
    chosen = shares([(row["host"], row["count"]) for row in large], count)

    def with_task(address):
        host = host_of(address)
        return chosen[host] if host in chosen else zlib.crc32(host.encode()) % count, address

    tasks = spark.createDataFrame(addresses.map(with_task), "task int, value string")
    with settings(spark, ONE_FILE_PER_TASK):
        written = tasks.repartition(count, "task").sortWithinPartitions("task", "value").write
        written.partitionBy("task").mode("overwrite").text(f"{job.output}/{TASKS}")

    def rows():
        return spark.read.text(f"{job.output}/{TASKS}").select("task", "value").rdd.mapPartitions(requests.addresses)

    return rows, 1


def crawl_rows(spark, job, requests):
    """What makes the rows of the tasks that crawl, and how many archives a task writes at most."""
    lines = spark.read.text(job.crawl, recursiveFileLookup=True).rdd.map(lambda row: row.value)
    given = lines.filter(lambda text: text.strip()).zipWithIndex().repartition(job.tasks)
    crawls = sorted(given.map(requests.first_hosts).collect(), key=lambda crawl: crawl[0])
    for number, _, _, mistake in crawls:
        if mistake is not None:
            raise Mistake(f"{', '.join(job.crawl)}: error: crawl {number + 1}: {mistake}")
    if not crawls:
        raise Mistake(f"there are no crawls in {', '.join(job.crawl)}")
    groups = groups_of(crawl[:3] for crawl in crawls)
    chosen = shares([(index, len(group)) for index, group in enumerate(groups)], job.tasks)
    tasks = collections.defaultdict(list)
    for index, group in enumerate(groups):
        tasks[chosen[index]] += group

    def rows():
        return spark.sparkContext.parallelize(tasks.values(), len(tasks)).flatMap(requests.crawls)

    return rows, max(map(len, tasks.values()))


def fetched_names(output):
    """The names of the files that tasks have fetched."""
    return [name.partition("=")[2] for name in output.list(FETCHED) if name.startswith("name=")]


def fetched_text(spark, job, name):
    """The chunks of a file of all tasks."""
    return spark.read.text(f"{job.output}/{FETCHED}/name={name}", lineSep=END.decode())


def keep_archives(output):
    """Replaces the archives of an earlier run, now that all pages have been fetched."""
    output.remove(ARCHIVE)
    output.make(ARCHIVE)

    def keep(name):
        folder = f"{FETCHED}/name={name}"
        parts = [part for part in output.list(folder) if part.startswith("part-")]
        if len(parts) != 1 or not output.rename(f"{folder}/{parts[0]}", f"{ARCHIVE}/{name}"):
            raise RuntimeError(f"the archive {name} cannot be moved: {output.name(folder)} has {len(parts)} files")

    with multiprocessing.pool.ThreadPool(16) as pool:
        pool.map(keep, [name for name in fetched_names(output) if name not in (ROWS, HOSTS)])


def stage_fetched(spark, job, output, mode):
    """Stages the errors of fetching, and the records of crawls."""
    found = fetched_text(spark, job, ROWS).rdd if ROWS in fetched_names(output) else spark.sparkContext.emptyRDD()
    rows = from_python(spark, found.map(lambda row: tuple(json.loads(row.value))))
    rows.write.partitionBy("table").mode(mode).parquet(f"{job.output}/{STAGED}")


def from_python(spark, rows):
    """Rows of Python as rows of Spark."""
    return spark.createDataFrame(rows, STAGED_COLUMNS, verifySchema=False)


def write_tables(spark, job, shapes):
    """Writes the tables; returns their folders by record type."""
    staged = spark.read.schema(STAGED_COLUMNS).parquet(f"{job.output}/{STAGED}")
    error = ("object", {**dict.fromkeys(ERROR_TEXTS, STRING), **dict.fromkeys(ERROR_NUMBERS, INTEGER), "json": STRING})
    folders = {}
    for name, shape in [*shapes.items(), (ERRORS, error)]:
        folders[name] = ERRORS if shape is error else table_folder(name)
        columns = column_type(shape, job.decimals)
        # All values have been fitted; one that does not fit ends the job instead of becoming null.
        options = {"mode": "FAILFAST", "maxNumLen": "1000000", "maxNestingDepth": "10000"}
        typed = staged.where(F.col("table") == name).select(
            "_page", "_url", F.from_json("json", columns, options).alias("record")
        )
        fields = [F.col("record").getField(field).alias(field) for field in columns.names]
        typed.select("_page", "_url", *fields).write.mode("overwrite").parquet(f"{job.output}/{folders[name]}")
    return folders


class Folder:
    """The output folder, in any file system."""

    def __init__(self, spark, path):
        self.jvm, self.path = spark._jvm, path
        self.system = self.at(".").getFileSystem(spark._jsc.hadoopConfiguration())

    def at(self, name):
        """The path of an item in the folder."""
        return self.jvm.org.apache.hadoop.fs.Path(self.path, name)

    def read(self, name):
        """The text of a small file; None if it does not exist."""
        if not self.system.exists(self.at(name)):
            return None
        stream = self.system.open(self.at(name))
        try:
            return bytes(stream.readAllBytes()).decode()
        finally:
            stream.close()

    def name(self, name):
        """The full name of an item, like those of the files that Spark reads."""
        return re.sub("^file:/(?!/)", "file:///", self.system.makeQualified(self.at(name)).toUri().toString())

    def list(self, name):
        """The names of the items of a folder."""
        return [status.getPath().getName() for status in self.system.listStatus(self.at(name))]

    def make(self, name):
        """Creates a folder."""
        self.system.mkdirs(self.at(name))

    def rename(self, name, other):
        """Gives an item another place in the folder; returns whether that was possible."""
        return self.system.rename(self.at(name), self.at(other))

    def write(self, name, text):
        """Creates or replaces a small file."""
        stream = self.system.create(self.at(name), True)
        stream.write(bytearray(text.encode()))
        stream.close()

    def remove(self, name):
        """Removes a file, or a folder with its content."""
        self.system.delete(self.at(name), True)


def run(spark, job, scraping, folder):
    """Fetches pages if asked to, scrapes, writes the tables, and prints how many rows they have."""
    output = Folder(spark, job.output)
    distribute(spark, job, folder)
    check_machines(spark, scraping)
    shared = fetch(spark, job, Requests(scraping, job), output) if job.fetches else {}
    if job.addresses:
        job.input = [f"{job.output}/{ARCHIVE}"]
    if not job.crawl:
        stage(spark, job, scraping)
    if job.fetches:
        stage_fetched(spark, job, output, "overwrite" if job.crawl else "append")
    folders = write_tables(spark, job, {name: shape for name, (shape, _) in scraping.shapes.items()})
    counts = {name: spark.read.parquet(f"{job.output}/{at}").count() for name, at in folders.items()}
    before = json.loads(output.read(RUN) or '{"tables": {}}')
    for at in set(before["tables"].values()) - set(folders.values()):
        output.remove(at)
    facts = {"rows": counts, "tables": folders, **({"shared-hosts": shared} if job.fetches else {})}
    output.write(RUN, json.dumps(facts, indent=2) + "\n")
    output.remove(STAGED)
    output.remove(FETCHED)
    for name, count in counts.items():
        print(f"{count:12,}  {job.output}/{folders[name]}")
    if shared:
        few = ", ".join(f"{host} ({count} tasks)" for host, count in sorted(shared.items(), key=lambda e: -e[1])[:5])
        print(
            f"warning: redirects or links have led several tasks to the same host: {few}"
            + (f" and {len(shared) - 5} more, see {RUN}" if len(shared) > 5 else ""),
            file=sys.stderr,
        )


def main():
    job = arguments(sys.argv[1:])
    try:
        with tempfile.TemporaryDirectory() as folder:
            scraping = prepared(job, folder)
            builder = SparkSession.builder.appName("scrape")
            if job.fetches:
                # A copy of a running task would make requests to the same hosts.
                builder = builder.config("spark.speculation", "false")
            spark = builder.getOrCreate()
            try:
                run(spark, job, scraping, folder)
            finally:
                spark.stop()
    except Mistake as mistake:
        # Messages of scrape are marked as errors already.
        text = str(mistake)
        print(text if ": error: " in text else f"{os.path.basename(__file__)}: error: {text}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
