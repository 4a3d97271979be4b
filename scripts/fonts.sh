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
  pyftsubset "$1" --unicodes="$signs" --layout-features='kern,liga,ccmp,locl,pnum,tnum,rvrn' "$3" --flavor=woff2 --output-file="$to/$2.woff2"
}
made=$(mktemp -d)
python3 scripts/fonts-kerning.py $from/instrument-sans/files/instrument-sans-latin-wght-normal.woff2 "$made/sans.woff2"
# Its few hinting instructions are kept (50 bytes): without them FreeType, on Linux, hints by itself and rounds letter widths.
subset "$made/sans.woff2" sans --hinting
subset $from/newsreader/files/newsreader-latin-wght-normal.woff2 display --no-hinting
subset node_modules/@fontsource/newsreader/files/newsreader-latin-400-italic.woff2 italic --no-hinting
# Only the weight of headings, a third of the size: it is loaded before the first paint.
fonttools varLib.instancer $from/newsreader/files/newsreader-latin-wght-normal.woff2 wght=480 -q -o "$made/heading.ttf"
subset "$made/heading.ttf" heading --no-hinting
rm -r "$made"
