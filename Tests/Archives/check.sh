#!/usr/bin/env bash
# Checks that other programs, warcio and FastWARC, can read the archives that scrape writes, if Python has them.
# Usage: Tests/Archives/check.sh [SCRAPE]
set -euo pipefail
scrape=$(realpath "${1:-.build/debug/scrape}")
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
mkdir "$folder/site"
for page in one two; do printf '<h1>%s</h1>%2000s' "$page" "" > "$folder/site/$page.html"; done
cp "$folder/site/one.html" "$folder/site/same.html"
python3 -m http.server --bind 127.0.0.1 --directory "$folder/site" 0 > "$folder/log" 2>&1 &
server=$!
until [ -e "$folder/log" ] && port=$(sed -nE 's/.*port ([0-9]+).*/\1/p' "$folder/log") && [ -n "$port" ]; do
    kill -0 "$server"
    python3 -c 'import select; select.select([], [], [], 0.05)'
done
for name in pages.warc pages.warc.gz pages.warc.zst; do
    # The second time, what has not changed refers to the first.
    for again in "" --revalidate; do
        "$scrape" fetch $again --delay 0 --header 'Authorization: Bearer 0123456789' -o "$folder/$name" \
            "http://127.0.0.1:$port/"{one,two,same,missing}.html 2> "$folder/errors" || [ $? -eq 1 ]
    done
    file=$folder/$name
    if [[ $name == *.zst ]]; then
        # warcio reads no Zstandard.
        if ! command -v zstd > /dev/null; then echo "$name: skipped, there is no zstd"; continue; fi
        zstd -dqf "$file" -o "$folder/unpacked.warc"
        file=$folder/unpacked.warc
    fi
    if python3 -c 'import warcio' 2>/dev/null; then
        python3 -m warcio.cli check "$file" && echo "$name: warcio reads it"
    else
        echo "$name: skipped, Python has no warcio"
    fi
    if python3 -c 'import fastwarc' 2>/dev/null; then
        python3 - "$file" <<'PYTHON' && echo "$name: FastWARC reads it"
import sys
from fastwarc.warc import ArchiveIterator, WarcRecordType

types = []
for record in ArchiveIterator(open(sys.argv[1], "rb"), parse_http=False, verify_digests=True):
    assert record.verify_block_digest(), record.record_id
    types.append(record.record_type)
found = [types.count(kind) for kind in (WarcRecordType.request, WarcRecordType.response, WarcRecordType.revisit)]
assert found == [10, 6, 4], found
PYTHON
    else
        echo "$name: skipped, Python has no fastwarc"
    fi
done
