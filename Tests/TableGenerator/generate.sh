#!/bin/sh
# Writes the tables of Sources from the data of the toolchain's Foundation and ICU.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
swiftc -O -swift-version 6 "$root"/Tests/ValuesTests/Toolchain/*.swift "$root/Tests/TableGenerator/main.swift" \
    -o "$work/generate" -l_FoundationICU
"$work/generate" "$root/Sources"
