import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from '../../../src/modules/commerce/documents/pdf-document.ts'

/** The same by trying every letter, as the layouts of issued documents were made. */
function byLetters(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (!fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + 1 + ((letter.codePointAt(0) ?? 0) % 3), 0)

test('given any text and width, then its lines are those of trying letter by letter', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 8 })
  fc.assert(
    fc.property(words, fc.integer({ min: 4, max: 60 }), (parts, width) => {
      const fits = (part: string): boolean => widthOf(part) <= width
      const text = parts.join(' ')
      expect(linesOf(text, fits)).toEqual(byLetters(text, fits))
    }),
    { numRuns: 500 },
  )
})

test('given a word of a thousand letters, then its lines are found in few tries', () => {
  let tries = 0
  const lines = linesOf('x'.repeat(1_000), (part) => {
    tries += 1
    return part.length <= 50
  })
  expect(lines).toHaveLength(20)
  expect(tries).toBeLessThan(300)
})
