#!/usr/bin/env bash
# Builds the documentation of all products with DocC, without a plugin, and fails on any warning, and on any public symbol
# without a comment. With --site, makes one static site of all catalogues, and fails on any dead link in it.
#
#     Tests/House/documentation.sh [--site FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."
modules=(Scraping Engine Selectors DOM Records Language Values Sources Extraction Encoding Basics PluginHost Regression Cases Mutation
  Drafting Reporting Politeness)
# Rooms of the command and plugins: articles only.
articles=(Batch Fetching Chart Markdown SQLite)
site=
if [[ ${1:-} == --site ]]; then
  site=${2:?--site needs a folder}
  [[ -e $site ]] && { echo "error: $site exists" >&2; exit 2; }
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

swift build
binaries=$(swift build --show-bin-path)
flags=(-I "$binaries/Modules" -I Sources/CLibXML2 -I Sources/CVariadic)
for flag in $(pkg-config --cflags libxml-2.0); do flags+=(-Xcc "$flag"); done
target=$(swift -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["triple"])')
# The symbols that a module re-exports are part of its documentation.
declare -A exported=(
  [Scraping]=Basics,Engine,DOM,Encoding,Extraction,Language,Records,Selectors,Sources,Values
  [Selectors]=DOM,Encoding
  [DOM]=Encoding
  [Records]=Basics
  [Regression]=Cases,Mutation
  [Reporting]=Cases
)
# What the site says about rooms without articles.
declare -A abouts=(
  [Basics]="Bytes, texts, files and places in files, which all others use."
  [Engine]="What programs and compiled-in plugins import: everything except what has Foundation's types."
  [Encoding]="Which encoding a page has, and its text."
  [Extraction]="From a page and rules to records, and why a value is missing."
  [Language]="The rules language: reading, checking and describing rules files."
  [Sources]="The formats of pages: HTML, XML, JSON, CSV, text, and the data in pages."
  [Values]="Numbers, dates, money and addresses as pages write them, and transforms of values."
)
status=0
for module in "${modules[@]}" "${articles[@]}"; do
  mkdir -p "$work/$module"
  swift symbolgraph-extract -module-name "$module" -target "$target" "${flags[@]}" -minimum-access-level public \
    -skip-inherited-docs -experimental-allowed-reexported-modules="${exported[$module]:-}" -output-dir "$work/$module" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
done
python3 Tests/House/comments.py "$work" "${modules[@]}" || status=1
for module in "${modules[@]}" "${articles[@]}"; do
  catalogue="Sources/$module/$module.docc"
  [ -d "$catalogue" ] || catalogue="Plugins/$module/$module.docc"
  # A module without a catalogue is on the site with its symbols alone.
  [ -d "$catalogue" ] || [ -n "$site" ] || continue
  if [ ! -d "$catalogue" ]; then
    catalogue="$work/catalogues/$module.docc"
    mkdir -p "$catalogue"
    printf '# ``%s``\n\n%s\n' "$module" "${abouts[$module]}" > "$catalogue/$module.md"
  fi
  if ! docc convert "$catalogue" --additional-symbol-graph-dir "$work/$module" --output-dir "$work/$module.doccarchive" \
    --fallback-display-name "$module" --fallback-bundle-identifier "scrape.$module" --warnings-as-errors \
    > "$work/log" 2>&1; then
    echo "== $module"
    cat "$work/log"
    status=1
  else
    echo "$module: no warning"
  fi
done
if [[ -n $site && $status == 0 ]]; then
  docc merge "$work"/*.doccarchive --output-path "$site" --synthesized-landing-page-name scrape --synthesized-landing-page-topics-style list > "$work/log" 2>&1 \
    || { cat "$work/log"; exit 1; }
  # DocC leaves the root without a page.
  python3 Tests/House/start_page.py "$site" || status=1
  python3 Tests/House/dead_links.py "$site" || status=1
fi
exit $status
