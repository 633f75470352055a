#!/usr/bin/env bash
# Prints what the program costs compared with its peers and the goals, each row measured in one run of interleaved rounds:
#
#     Tests/Performance/run.sh [--no-build] [--rounds N] [--only ROW] [PAGE-OR-FOLDER ...]
#
# It builds the release products, and installs the peers (selectolax, which holds lexbor, and lxml) with pip into
# .build/performance. The pages are those of Corpus where none are given; goals are for a large set of real pages.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "${1:-}" = --no-build ]; then
    shift
else
    linking=$(python3 Tests/Packaging/package.py --linking)
    for product in scrape scrape-benchmark; do
        # Linked as in the packages.
        env "$linking" swift build -c release --static-swift-stdlib --product "$product" 2>&1 | tail -1
    done
fi
peers=.build/performance
[ -x "$peers/bin/python" ] || python3 -m venv "$peers"
"$peers/bin/python" -c 'import selectolax, lxml' 2>/dev/null \
    || "$peers/bin/pip" install --quiet --only-binary :all: selectolax lxml \
    || echo "a peer cannot be installed: its rows are left out" >&2
exec "$peers/bin/python" Tests/Performance/table.py "$@"
