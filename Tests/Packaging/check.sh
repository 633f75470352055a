#!/usr/bin/env bash
# Builds all packages, and uses each as its users do: the tarball from its own folder, the Debian package in a minimal
# Debian, the image without a network. Checks that need something that the machine lacks are skipped with a message.
#
#     Tests/Packaging/check.sh [FOLDER]      FOLDER has packages that are built already
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
work=$(mktemp -d)
trap 'umount "$work"/*/proc 2> /dev/null || true; rm -rf --one-file-system "$work"' EXIT
packages=${1:-}
if [[ -z $packages ]]; then
  packages=$work/packages
  python3 Tests/Packaging/package.py --output "$packages"
fi
packages=$(cd "$packages" && pwd)
page=Corpus/alchemy/one-line-class/page.html
wanted=$work/wanted.json

say() { printf '== %s\n' "$*"; }
fail() { echo "error: $*" >&2; exit 1; }

say "the tarball, unpacked in a folder of its own"
mkdir "$work/tar"
tar -xzf "$packages"/scrape-*-linux-*.tar.gz -C "$work/tar"
home=$(echo "$work"/tar/scrape-*)
(cd "$work" && "$home/bin/scrape" --rules alchemy "$root/$page") > "$wanted"
grep -q '"className": "A10"' "$wanted" || fail "the tarball's program found no workout"
(cd "$home/share/scrape" && CI=true "$home/bin/scrape" test) || fail "the tarball's rules do not pass its corpus"
if readelf -d "$home/bin/scrape" | grep -E 'RUNPATH|RPATH'; then fail "the program has a path of libraries"; fi
if readelf -d "$home/bin/scrape" | grep -E 'libxml2|libstdc'; then fail "a library is loaded at each start"; fi
size=$(stat -c %s "$home/bin/scrape")
echo "program: $size bytes"
((size <= 35000000)) || fail "the program is larger than 35 MB"
if grep -a -m1 -F "$root" "$home/bin/scrape" > "$work/path"; then fail "the program has a path of its build"; fi

say "the Debian package, by lintian"
deb=$(echo "$packages"/scrape_*.deb)
if command -v lintian > /dev/null; then
  # A package outside Debian closes no bug, and its program has Swift's libraries in it.
  lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$deb"
else
  echo "skipped: lintian is not installed"
fi

say "the Debian package, in a Debian that has nothing else"
if ! command -v mmdebstrap > /dev/null || [[ $(id -u) != 0 ]]; then
  echo "skipped: needs mmdebstrap, and root"
elif ! mmdebstrap --quiet --variant=apt --skip=cleanup/apt bookworm "$work/debian" 2> "$work/log"; then
  tail -3 "$work/log"
  echo "skipped: no Debian could be fetched"
else
  cp "$deb" "$work/debian/tmp/scrape.deb"
  mount -t proc proc "$work/debian/proc"
  chroot "$work/debian" apt-get install -y -q --no-install-recommends /tmp/scrape.deb > "$work/log" 2>&1 \
    || { cat "$work/log"; fail "the package cannot be installed"; }
  python3 Tests/House/readme.py --print "Your first site in five minutes" > "$work/debian/tmp/first-site.sh"
  unshare --net chroot "$work/debian" bash -c 'cd /tmp && HOME=/tmp bash -euo pipefail first-site.sh' > "$work/log" 2>&1 \
    || { cat "$work/log"; fail "the README's first site fails there"; }
  tail -1 "$work/log"
  cp "$page" "$work/debian/tmp/page.html"
  unshare --net chroot "$work/debian" scrape --rules alchemy /tmp/page.html | diff "$wanted" - || fail "other records"
  chroot "$work/debian" bash -c '[[ -s /usr/share/man/man1/scrape.1.gz && -s /usr/share/bash-completion/completions/scrape ]]'
  chroot "$work/debian" apt-get remove -y -q scrape > /dev/null 2>&1
  [[ ! -e $work/debian/usr/share/scrape ]] || fail "files stay when the package is removed"
  umount "$work/debian/proc"
fi

say "the image, without a network"
mkdir -p "$work/image" "$work/root"
tar -xf "$packages"/scrape-*-oci.tar -C "$work/image"
python3 - "$work/image" "$work/root" <<'END'
import hashlib, json, pathlib, sys, tarfile
image, root = map(pathlib.Path, sys.argv[1:])
def blob(entry):
    content = (image / "blobs" / entry["digest"].replace(":", "/")).read_bytes()
    assert hashlib.sha256(content).hexdigest() == entry["digest"].split(":")[1] and len(content) == entry["size"]
    return content
manifest = json.loads(blob(json.loads((image / "index.json").read_bytes())["manifests"][0]))
json.loads(blob(manifest["config"]))
for layer in manifest["layers"]:
    blob(layer)
    with tarfile.open(image / "blobs" / layer["digest"].replace(":", "/")) as archive:
        archive.extractall(root, filter="fully_trusted")
END
if [[ $(id -u) == 0 ]]; then
  cp "$page" "$work/root/work/page.html"
  mkdir -p "$work/root/proc"
  mount -t proc proc "$work/root/proc"
  unshare --net chroot --userspec 1000:1000 "$work/root" /usr/bin/scrape --rules alchemy /work/page.html | diff "$wanted" - \
    || fail "the image's program gives other records"
  unshare --net chroot "$work/root" /usr/bin/scrape doctor | head -20
  [[ -n $(find "$work/root" -xdev -name 'libxml2.so*' -print -delete) ]] || fail "the image has no libxml2"
  unshare --net chroot "$work/root" /usr/bin/scrape --rules alchemy /work/page.html | diff "$wanted" - \
    || fail "a page is read otherwise without libxml2"
  { unshare --net chroot "$work/root" /usr/bin/scrape --parser libxml2 --rules alchemy /work/page.html 2>&1 || true; } \
    | grep -F "libxml2.so.2) is not installed" || fail "nothing says that libxml2 is missing"
  umount "$work/root/proc"
else
  echo "skipped: needs root"
fi

say "the same bytes from another folder"
if [[ -n ${SCRAPE_SKIP_REPRODUCTION:-} ]]; then
  echo "skipped: SCRAPE_SKIP_REPRODUCTION is set"
else
  git clone -q "$root" "$work/another/place"
  python3 "$work/another/place/Tests/Packaging/package.py" --output "$work/again"
  diff "$packages/SHA256SUMS" "$work/again/SHA256SUMS"
fi
say "all packages are as they should be"
