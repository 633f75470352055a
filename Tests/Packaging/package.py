#!/usr/bin/env python3
"""Builds packages of the command: a Debian package, a tarball that runs from any folder, and an OCI image.

    python3 Tests/Packaging/package.py [--output FOLDER] [deb] [tar] [oci]
    python3 Tests/Packaging/package.py --linking

Builds all three unless some are named. They are written to FOLDER (.build/packages unless given), and their digests to
SHA256SUMS there. The same commit gives the same bytes in every folder: it is built in /var/tmp/scrape-package, all
times are that of the commit (or SOURCE_DATE_EPOCH), and the packages contain no path of the build. libxml2 is loaded
when it is needed: where its interface is newer than that of the build, only rules with "parser": "libxml2" need another build.
"""
import argparse
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
MACHINES = {"x86_64": ("amd64", "amd64"), "aarch64": ("arm64", "arm64")}
NAME = "scrape"
# Changes the options of clang, which links the program: libraries that it does not refer to are left out, as libxml2 is loaded when
# it is needed, and C++'s library, which Swift's needs, is a part of the program. This saves a third of a short run's time. The
# package manager's own options for the linker come after the libraries, where they have no effect.
LINKING = {"CCC_OVERRIDE_OPTIONS": "#^-Wl,--as-needed s/^-lstdc..$/-l:libstdc++.a/ +-static-libgcc"}


def run(*command, **options):
    """The output of a command; if it fails, the program ends."""
    done = subprocess.run([str(part) for part in command], check=False, stdout=subprocess.PIPE, text=True, **options)
    if done.returncode:
        sys.exit(f"error: {' '.join(map(str, command))} has failed with status {done.returncode}")
    return done.stdout


def epoch():
    """The time of everything in the packages: that of the last commit."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", ROOT, "log", "-1", "--format=%ct"))


def program(folder):
    """Builds the command of the last commit in release mode, with Swift's libraries in it, in a place that is always the same."""
    place = pathlib.Path("/var/tmp/scrape-package")
    try:
        place.mkdir()
    except FileExistsError:
        sys.exit(f"error: {place} exists: another build uses it, or one was killed; remove it then")
    try:
        sources, build = place / NAME, place / "build"
        sources.mkdir()
        archive = subprocess.run(["git", "-C", ROOT, "archive", "HEAD"], check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "-x", "-C", sources], check=True, input=archive)
        flags = ["--package-path", sources, "--scratch-path", build, "-c", "release"]
        options = ["--static-swift-stdlib", "--disable-local-rpath", "--product", NAME]
        for option in ("-file-prefix-map", f"{place}=/{NAME}", "-no-toolchain-stdlib-rpath"):
            options += ["-Xswiftc", option]
        options += ["-Xcc", f"-ffile-prefix-map={place}=/{NAME}", "-Xlinker", "--build-id=none"]
        # The order in which the compiler goes through its tables is that of their hashes.
        environment = {**os.environ, **LINKING, "SWIFT_DETERMINISTIC_HASHING": "1"}
        command = [*fixed_addresses(), "swift", "build", *map(str, flags + options)]
        subprocess.run(command, check=True, stdout=sys.stderr, env=environment)
        built = pathlib.Path(run("swift", "build", *flags, "--show-bin-path").strip())
        stripped = folder / NAME
        run("strip", "--strip-all", "--remove-section=.comment", "-o", stripped, built / NAME)
        without_module_hashes(stripped, place)
        return stripped
    finally:
        shutil.rmtree(place)


def fixed_addresses():
    """What starts a command with the same addresses each time, as the choice of registers depends on them; empty if the
    system does not permit it, as in some containers."""
    command = ["setarch", "--addr-no-randomize"]
    permitted = shutil.which(command[0]) and not subprocess.run([*command, "true"], check=False, capture_output=True).returncode
    return command if permitted else []


def without_module_hashes(program, folder):
    """Fills the digests of modules with zeros: only incremental builds read them, and they differ from build to build."""
    section = ".swift_modhash"
    line = next((line for line in run("readelf", "-SW", program).split("\n") if f" {section} " in line), None)
    if line is None:
        return
    # Name, type, address, offset and size.
    size = int(line.split(section)[1].split()[3], 16)
    (folder / "zeros").write_bytes(bytes(size))
    run("objcopy", "--update-section", f"{section}={folder / 'zeros'}", program)


def plant(built, root, prefix, has_manual_packed):
    """Copies the installed files below a prefix of a root."""
    home = root / prefix.strip("/")
    binary = home / "bin" / NAME
    binary.parent.mkdir(parents=True)
    shutil.copy(built, binary)
    share = home / "share"
    (share / NAME).mkdir(parents=True)
    shutil.copytree(ROOT / "Rules", share / NAME / "Rules")
    shutil.copytree(ROOT / "Plugins" / "Spark", share / NAME / "Spark")
    for shell, path in (
        ("bash", f"bash-completion/completions/{NAME}"),
        ("zsh", f"zsh/{'vendor-completions' if has_manual_packed else 'site-functions'}/_{NAME}"),
        ("fish", f"fish/vendor_completions.d/{NAME}.fish"),
    ):
        file = share / path
        file.parent.mkdir(parents=True)
        file.write_text(run(binary, "completions", shell))
    manual = share / "man" / "man1" / f"{NAME}.1"
    manual.parent.mkdir(parents=True)
    text = run(binary, "manual").encode()
    if has_manual_packed:
        manual.with_suffix(".1.gz").write_bytes(packed(text))
    else:
        manual.write_bytes(text)
    return binary


def packed(content):
    """The content in gzip, without a time and a name."""
    return gzip.compress(content, 9, mtime=0)


def archived(root, time, prefix=""):
    """A folder as a tar archive: sorted, owned by root, of one time, with two modes of files."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in sorted([root, *root.rglob("*")], key=lambda path: path.relative_to(root).parts):
            name = path.relative_to(root).as_posix()
            if name == "." and not prefix:
                continue
            entry = archive.gettarinfo(path, prefix if name == "." else f"{prefix}/{name}" if prefix else name)
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = time
            is_program = path.is_dir() or os.access(path, os.X_OK) and not path.suffix == ".py"
            entry.mode = 0o755 if is_program else 0o644
            if entry.islnk():
                entry.type, entry.linkname = tarfile.REGTYPE, ""
                entry.size = path.stat().st_size
            with open(path, "rb") if entry.isreg() else io.BytesIO() as content:
                archive.addfile(entry, content if entry.isreg() else None)
    return buffer.getvalue()


def digest(content):
    """The SHA-256 in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def version(binary):
    """The version that the command prints."""
    return run(binary, "--version").split()[1]


def machine():
    """Debian's and OCI's names of this machine's processors."""
    name = os.uname().machine
    if name not in MACHINES:
        sys.exit(f"error: packages are built for {' and '.join(MACHINES)}, this machine is {name}")
    return MACHINES[name]


def dependencies(binary, work):
    """What the Debian package needs, from the libraries that the program is linked to."""
    (work / "debian").mkdir(exist_ok=True)
    (work / "debian" / "control").write_text(f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n")
    listed = run("dpkg-shlibdeps", "-O", f"-e{binary}", cwd=work, stderr=subprocess.DEVNULL)
    return re.search(r"shlibs:Depends=(.*)", listed)[1]


def build_deb(built, output, time, work):
    """scrape_VERSION_ARCH.deb."""
    root = work / "deb"
    binary = plant(built, root, "/usr", True)
    number = version(binary)
    architecture = machine()[0]
    doc = root / "usr" / "share" / "doc" / NAME
    doc.mkdir(parents=True)
    license_text = (ROOT / "LICENSE").read_text()
    (doc / "copyright").write_text((HERE / "copyright.txt").read_text().replace("@LICENSE@", indented(license_text)))
    shutil.copy(ROOT / "README.md", doc / "README.md")
    date = run("date", "-u", "-R", "-d", f"@{time}").strip()
    maintainer = (HERE / "maintainer.txt").read_text().strip()
    log = f"{NAME} ({number}) unstable; urgency=medium\n\n  * Release {number}.\n\n -- {maintainer}  {date}\n"
    (doc / "changelog.gz").write_bytes(packed(log.encode()))
    control = (HERE / "control.txt").read_text()
    size = sum(-(-path.stat().st_size // 1024) for path in root.rglob("*") if path.is_file())
    for key, value in {
        "VERSION": number, "ARCHITECTURE": architecture, "MAINTAINER": maintainer, "SIZE": str(size),
        "DEPENDS": dependencies(binary, work),
    }.items():
        control = control.replace(f"@{key}@", value)
    meta = work / "deb-control"
    meta.mkdir()
    (meta / "control").write_text(control)
    files = sorted(path for path in root.rglob("*") if path.is_file())
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(root)}\n" for path in files]
    (meta / "md5sums").write_text("".join(sums))
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.gz", packed(archived(meta, time, "."))),
        ("data.tar.gz", packed(archived(root, time, "."))),
    ]
    package = b"!<arch>\n"
    for name, content in members:
        package += f"{name:<16}{time:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode() + content + b"\n" * (len(content) % 2)
    write(output / f"{NAME}_{number}_{architecture}.deb", package)


def build_tar(built, output, time, work):
    """scrape-VERSION-linux-MACHINE.tar.gz, which runs from any folder."""
    root = work / "tar"
    binary = plant(built, root, "/", False)
    for name in ("README.md", "LICENSE"):
        shutil.copy(ROOT / name, root / name)
    shutil.copytree(ROOT / "Corpus", root / "share" / NAME / "Corpus")
    name = f"{NAME}-{version(binary)}-linux-{os.uname().machine}"
    write(output / f"{name}.tar.gz", packed(archived(root, time, name)))


def build_oci(built, output, time, work):
    """scrape-VERSION-oci.tar: an image's layout with one layer, the program and the libraries that it loads."""
    root = work / "oci"
    binary = plant(built, root, "/usr", False)
    for library in needed(binary):
        target = root / library.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, target)
    etc = root / "etc"
    etc.mkdir()
    (etc / "passwd").write_text("root:x:0:0:root:/:/sbin/nologin\nscrape:x:1000:1000::/work:/sbin/nologin\n")
    (etc / "group").write_text("root:x:0:\nscrape:x:1000:\n")
    authorities = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
    if authorities.exists():
        (etc / "ssl" / "certs").mkdir(parents=True)
        shutil.copy(authorities, etc / "ssl" / "certs" / authorities.name)
    zones = pathlib.Path("/usr/share/zoneinfo")
    if zones.exists():
        shutil.copytree(zones, root / "usr" / "share" / "zoneinfo", symlinks=True)
    (root / "work").mkdir()
    (root / "tmp").mkdir()
    layer = archived(root, time)
    blobs = {}

    def blob(content, kind):
        blobs[digest(content)] = content
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest(content)}", "size": len(content)}

    def text(value):
        return json.dumps(value, sort_keys=True).encode()

    created = run("date", "-u", "-d", f"@{time}", "+%Y-%m-%dT%H:%M:%SZ").strip()
    number = version(binary)
    config = {
        "architecture": machine()[1], "os": "linux", "created": created,
        "config": {"Entrypoint": [f"/usr/bin/{NAME}"], "WorkingDir": "/work", "User": "1000:1000", "Env": ["PATH=/usr/bin"]},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest(layer)}"]},
        "history": [{"created": created, "created_by": "Tests/Packaging/package.py"}],
    }
    manifest = {
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": blob(text(config), "config.v1+json"), "layers": [blob(packed(layer), "layer.v1.tar+gzip")],
    }
    entry = blob(text(manifest), "manifest.v1+json")
    entry["annotations"] = {"org.opencontainers.image.ref.name": number}
    layout = work / "oci-layout"
    (layout / "blobs" / "sha256").mkdir(parents=True)
    for name, content in blobs.items():
        (layout / "blobs" / "sha256" / name).write_bytes(content)
    (layout / "oci-layout").write_bytes(text({"imageLayoutVersion": "1.0.0"}))
    (layout / "index.json").write_bytes(text({"schemaVersion": 2, "manifests": [entry]}))
    write(output / f"{NAME}-{number}-oci.tar", archived(layout, time))


def needed(binary):
    """The libraries of a program, and those that it loads when it needs them, with all that these need."""
    listed = json.loads(run(binary, "doctor", "--json"))
    missing = [item["name"] for item in listed if item["group"] == "libraries" and not item["found"]]
    if missing:
        print(f"warning: the image is without {', '.join(missing)}: not on this machine", file=sys.stderr)
    loaded = re.findall(r"\((/[^)]+)\)$", run(binary, "version", "--verbose"), re.MULTILINE)
    paths = set()
    for start in [str(binary), *loaded]:
        for name, path in re.findall(r"(\S+) (?:=> )?(?:(/\S+) )?\(0x", run("ldd", start)):
            if path or name.startswith("/"):
                paths.add(path or name)
    # Libraries are loaded by the name of their interface, which is shorter than the file's own name.
    for path in loaded:
        interface = re.search(r"SONAME.*\[(.*)\]", run("readelf", "-d", path))
        paths.add(str(pathlib.Path(path).with_name(interface[1])) if interface else path)
    return sorted(paths)


def indented(text):
    """A text as the continuation of a field: a space before each line, a dot for an empty one."""
    return "\n".join(" " + (line or ".") for line in text.strip().splitlines())


def write(path, content):
    """Writes a package, and prints its size."""
    path.write_bytes(content)
    print(f"{path}: {len(content) / 1e6:.1f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="deb, tar, oci")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / ".build" / "packages")
    parser.add_argument("--linking", action="store_true", help="print the environment with which the program is linked")
    options = parser.parse_args()
    if options.linking:
        print("\n".join(f"{name}={value}" for name, value in LINKING.items()))
        return
    builders = {"deb": build_deb, "tar": build_tar, "oci": build_oci}
    unknown = [kind for kind in options.kinds if kind not in builders]
    if unknown:
        parser.error(f"{unknown[0]} is not one of deb, tar and oci")
    options.output.mkdir(parents=True, exist_ok=True)
    time = epoch()
    with tempfile.TemporaryDirectory() as work:
        built = program(pathlib.Path(work))
        for kind in options.kinds or builders:
            builders[kind](built, options.output, time, pathlib.Path(work))
    files = sorted(path for path in options.output.iterdir() if path.name.startswith(NAME))
    (options.output / "SHA256SUMS").write_text("".join(f"{digest(path.read_bytes())}  {path.name}\n" for path in files))


if __name__ == "__main__":
    main()
