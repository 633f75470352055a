#!/usr/bin/env bash
# Builds and runs the package that uses the library from outside, in debug mode.
#
#     Tests/Client/run.sh [SCRATCH]
#
# SCRATCH is the folder of the build, Tests/Client/.build by default.
set -euo pipefail
cd "$(dirname "$0")"
build=(--package-path . --scratch-path "${1:-.build}")
swift build "${build[@]}" --build-tests
programs=$(swift build "${build[@]}" --show-bin-path)

# Parsing and selecting alone do not need Foundation.
if ldd "$programs/ParseOnly" | grep Foundation; then
  echo "the product Selectors links Foundation" >&2
  exit 1
fi
"$programs/ParseOnly" | diff - ParseOnly.txt
"$programs/TenLines" plants.json plants.html | diff - TenLines.txt

# The README's program, unchanged, reads the README's first site.
site=$(mktemp -d)
trap 'rm -rf "$site"' EXIT
python3 - "$site" <<'END'
import pathlib, re, sys
site, text = pathlib.Path(sys.argv[1]), pathlib.Path("../../README.md").read_text()
if f"```swift\n{pathlib.Path('Sources/Readme/main.swift').read_text()}```" not in text:
    sys.exit("error: the README has a program other than Tests/Client/Sources/Readme/main.swift")
(site / "Rules").mkdir()
for name, content in re.findall(r"^cat > (\S+) <<'END'\n(.*?)^END$", text, re.MULTILINE | re.DOTALL):
    (site / name).write_text(content)
END
(cd "$site" && "$programs/Readme") | diff - <(printf 'Oak 40\nElm 30\nAsh 0\n')
swift test "${build[@]}" --skip-build
