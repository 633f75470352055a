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

# Parsing and selecting alone do without Foundation.
if ldd "$programs/ParseOnly" | grep Foundation; then
  echo "the product Selectors links Foundation" >&2
  exit 1
fi
"$programs/ParseOnly" | diff - ParseOnly.txt
"$programs/TenLines" plants.json plants.html | diff - TenLines.txt
swift test "${build[@]}" --skip-build
