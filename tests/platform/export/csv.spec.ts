import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell } from '#platform/export/csv.ts'

const openings = [
  '',
  ' ',
  '\n',
  '\r',
  '\t',
  '\r\n',
  '\v',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u00ad',
  '\u0085',
  ' \ufeff\n ',
]
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫']
const hostile = openings.flatMap((opening) => signs.map((sign) => `${opening}${sign}cmd|' /C calc'!A1`))

describe('cells that a spreadsheet would run (S-17)', () => {
  test.each(hostile)('given %j, then an apostrophe makes it text', (text) => {
    const cell = csvCell(text)
    expect(cell.startsWith(`'`) || cell.startsWith(`"'`)).toBe(true)
    expect(cell).toContain(text)
  })

  test.each(['+1-555-0100', '+1+cmd', '+', '+(1)', '+ 1', ' +15550100'])(
    'given %j, which a spreadsheet may compute, then an apostrophe makes it text',
    (text) => expect(csvCell(text)).toMatch(/^"?'/),
  )

  test.each(['\n=1', '\nplain', '\tplain', '\rplain'])(
    'given %j, then it is disarmed for its first character',
    (text) => expect(csvCell(text)).toMatch(/^"?'/),
  )

  test.each([
    ['plain', 'plain'],
    [-2.5, '-2.5'],
    ['-12', '-12'],
    ['+15550100', '+15550100'],
    ['+44 20 7946 0000', '+44 20 7946 0000'],
    ['+1 (555) 0100', '+1 (555) 0100'],
    ['a=b', 'a=b'],
    ['two words', 'two words'],
    ['a\n=b', '"a\n=b"'],
    [' leading', ' leading'],
    [null, ''],
  ])('given %j, then it stays %j', (value, cell) => expect(csvCell(value)).toBe(cell))

  test('given any text, then what a reader skips is followed by no sign', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...signs),
        fc.constantFrom(...openings),
        (t, s, o) => {
          const cell = csvCell(`${o}${s}${t}`)
          if (/^(?:-?\d+(?:\.\d+)?|\+\d[\d ()]*)$/.test(cell)) return
          expect(cell).not.toMatch(/^"?[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u)
        },
      ),
    )
  })
})
