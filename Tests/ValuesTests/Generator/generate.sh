#!/bin/sh
# Writes the tables of Sources/Values/Tables from the data of the toolchain's Foundation and ICU.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
swiftc -O -swift-version 6 "$here"/../Toolchain/*.swift "$here/main.swift" -o "$work/generate" -l_FoundationICU
mkdir -p "$here/../../../Sources/Values/Tables"
"$work/generate" "$here/../../../Sources/Values/Tables"
