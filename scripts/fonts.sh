#!/bin/sh
# Makes the fonts of apps/web/src/ui/fonts/ from those of the @fontsource packages, with only the characters that the
# site's own texts use and the features that its rules need. Needs fonttools with brotli (pip install fonttools brotli).
# Other characters come from the complete files when a page contains one: see apps/web/src/ui/faces.css.
set -eu
cd "$(dirname "$0")/.."
from=node_modules/@fontsource-variable
to=apps/web/src/ui/fonts
# faces.css has the complementary ranges.
signs='U+20-7E,U+A0,U+A3,U+A9,U+B7,U+D7,U+E9,U+F7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+203A,U+20AC,U+2122,U+2212'
subset() {
  pyftsubset "$1" --unicodes="$signs" --layout-features='kern,liga,ccmp,locl,pnum,tnum,rvrn' --flavor=woff2 --output-file="$2" "$3"
}
# The two that are loaded before the first paint fit into the first flight of a connection (14,600 bytes with headers): without
# names, with the features that are used, and with compact kerning.
first() {
  pyftsubset "$1" --unicodes="$signs" --layout-features='kern,liga,pnum,tnum' --name-IDs= --flavor=woff2 --output-file="$made/first.woff2" "$3"
  python3 scripts/fonts-compact.py "$made/first.woff2" "$to/$2.woff2" "$4"
}
made=$(mktemp -d)
python3 scripts/fonts-kerning.py $from/instrument-sans/files/instrument-sans-latin-wght-normal.woff2 "$made/sans.woff2"
# Its few hinting instructions are kept (50 bytes): without them FreeType, on Linux, hints by itself and rounds letter widths.
first "$made/sans.woff2" sans --hinting 4
subset $from/newsreader/files/newsreader-latin-wght-normal.woff2 "$to/display.woff2" --no-hinting
subset node_modules/@fontsource/newsreader/files/newsreader-latin-400-italic.woff2 "$to/italic.woff2" --no-hinting
# Only the weight of headings, a third of the size of the variable face.
fonttools varLib.instancer $from/newsreader/files/newsreader-latin-wght-normal.woff2 wght=480 -q -o "$made/heading.ttf"
first "$made/heading.ttf" heading --no-hinting 1
rm -r "$made"
