"""Takes the kerning away between a period or comma and a digit, and between a period and a small letter after it.

Instrument Sans moves a 1 by 0.11 em towards a period before it, so that "$2,411.11" reads as "$2,41111" at the sizes of
text, and the first period of "198.51.100.249" cannot be seen. Sentences are kerned as before.

    python3 fonts-kerning.py <face> <new face>
"""

import string
import sys

from fontTools.otlLib.builder import PairPosBuilder, buildValue
from fontTools.ttLib import TTFont

source, target = sys.argv[1:]
font = TTFont(source)
glyph = font.getBestCmap()
signs = lambda text: [glyph[ord(sign)] for sign in text]
pairs = [(left, right) for left in signs(string.digits) for right in signs(".,")]
pairs += [(left, right) for left in signs(".,") for right in signs(string.digits)]
pairs += [(left, right) for left in signs(".") for right in signs(string.ascii_lowercase)]

builder = PairPosBuilder(font, None)
for left, right in pairs:
    builder.addGlyphPair(None, left, buildValue({"XAdvance": 0}), right, None)
positions = font["GPOS"].table
(kerning,) = {index for feature in positions.FeatureList.FeatureRecord if feature.FeatureTag == "kern" for index in feature.Feature.LookupListIndex}
lookup = positions.LookupList.Lookup[kerning]
# The first subtable that has a pair decides.
subtables = builder.build().SubTable
if lookup.LookupType == 9:
    wrapped = type(lookup.SubTable[0])
    for subtable in subtables:
        extension = wrapped()
        extension.Format, extension.ExtensionLookupType, extension.ExtSubTable = 1, 2, subtable
        lookup.SubTable.insert(0, extension)
else:
    lookup.SubTable[:0] = subtables
lookup.SubTableCount = len(lookup.SubTable)
font.save(target)
