"""Rewrites the kerning of a face, so that it takes a third of the bytes: one table of classes, with the pairs of letters,
digits and the punctuation of text only, each rounded to a few units, and the same in every weight.

Fonts have it as lists of single pairs besides a table of classes, each pair with its change by weight. At the sizes of text
what is lost is below a tenth of a pixel a pair.

    python3 fonts-compact.py <face> <new face> <units to round to>
"""

import string
import sys

from fontTools.otlLib.builder import buildCoverage, buildValue
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables

kerned = string.ascii_letters + string.digits + ".,:;!?'\"()-/&$%@ é\u00a0\u2013\u2014\u2018\u2019\u201c\u201d\u2026"


def kerning(font):
    """The horizontal distance of each pair of glyphs at the font's default weight."""
    positions = font["GPOS"].table
    (index,) = {each for feature in positions.FeatureList.FeatureRecord for each in feature.Feature.LookupListIndex}
    lookup = positions.LookupList.Lookup[index]
    # The first subtable that has a pair decides.
    pairs = {}
    for subtable in lookup.SubTable:
        part = subtable.ExtSubTable if lookup.LookupType == 9 else subtable
        for place, left in enumerate(part.Coverage.glyphs):
            if part.Format == 1:
                found = {pair.SecondGlyph: pair.Value1 for pair in part.PairSet[place].PairValueRecord}
            else:
                row = part.Class1Record[part.ClassDef1.classDefs.get(left, 0)].Class2Record
                found = {right: row[part.ClassDef2.classDefs.get(right, 0)].Value1 for right in font.getGlyphOrder()}
            for right, value in found.items():
                pairs.setdefault((left, right), getattr(value, "XAdvance", 0) or 0)
    return pairs


def neighbours(classes):
    """The classes in an order in which each resembles the one before it, which compresses better."""
    rest = list(classes)
    ordered = [rest.pop(0)]
    while rest:
        following = min(rest, key=lambda row: sum(one != other for one, other in zip(row, ordered[-1])))
        rest.remove(following)
        ordered.append(following)
    return ordered


def table(font, pairs):
    order = {name: place for place, name in enumerate(font.getGlyphOrder())}
    lefts = sorted({left for left, _ in pairs}, key=order.get)
    rights = sorted({right for _, right in pairs}, key=order.get)
    rows, columns = {}, {}
    for left in lefts:
        rows.setdefault(tuple(pairs.get((left, right), 0) for right in rights), []).append(left)
    for right in rights:
        columns.setdefault(tuple(pairs.get((left, right), 0) for left in lefts), []).append(right)
    firsts, seconds = neighbours(rows), neighbours(columns)
    # Class 0 has the glyphs that are listed nowhere: the largest class of those that come first.
    largest = max(firsts, key=lambda row: len(rows[row]))
    firsts.remove(largest)
    firsts.insert(0, largest)
    made = otTables.PairPos()
    made.Format, made.ValueFormat1, made.ValueFormat2 = 2, 4, 0
    made.Coverage = buildCoverage(lefts, font.getReverseGlyphMap())
    made.ClassDef1, made.ClassDef2 = otTables.ClassDef(), otTables.ClassDef()
    made.ClassDef1.classDefs = {name: place for place, row in enumerate(firsts) if place > 0 for name in rows[row]}
    made.ClassDef2.classDefs = {name: place + 1 for place, column in enumerate(seconds) for name in columns[column]}
    made.Class1Count, made.Class2Count, made.Class1Record = len(firsts), len(seconds) + 1, []
    for row in firsts:
        record = otTables.Class1Record()
        record.Class2Record = []
        for right in [None, *(columns[column][0] for column in seconds)]:
            cell = otTables.Class2Record()
            cell.Value1 = buildValue({"XAdvance": pairs.get((rows[row][0], right), 0)})
            record.Class2Record.append(cell)
        made.Class1Record.append(record)
    return made


source, target, units = sys.argv[1], sys.argv[2], int(sys.argv[3])
font = TTFont(source)
names = {name for sign, name in font.getBestCmap().items() if chr(sign) in kerned}
rounded = {
    (left, right): round(value / units) * units
    for (left, right), value in kerning(font).items()
    if abs(value) >= units and {left, right} <= names
}
lookup = otTables.Lookup()
lookup.LookupType, lookup.LookupFlag = 2, 0
lookup.SubTable = [table(font, rounded)]
lookup.SubTableCount = 1
positions = font["GPOS"].table
positions.LookupList.Lookup, positions.LookupList.LookupCount = [lookup], 1
for feature in positions.FeatureList.FeatureRecord:
    feature.Feature.LookupListIndex, feature.Feature.LookupCount = [0], 1
if "GDEF" in font and getattr(font["GDEF"].table, "VarStore", None):
    font["GDEF"].table.VarStore, font["GDEF"].table.Version = None, 0x00010000
font.save(target)
