import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clustersOf, Letters, linesOf } from '#platform/pdf/letters.ts'
import { unprintable } from '#platform/pdf/printable.ts'

/** The same by trying every letter. */
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
    for (const letter of clustersOf(word)) {
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
  clustersOf(text).reduce((sum, letter) => sum + 1 + ((letter.codePointAt(0) ?? 0) % 3), 0)

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

/** Scripts that people write their names in today, and some that no font here has. */
const scripts =
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Ethiopic Cherokee Hiragana Katakana Bopomofo Canadian_Aboriginal Tifinagh Nko Adlam Mongolian Javanese Balinese Tai_Le Ol_Chiki Syriac'.split(
    ' ',
  )
const lettersIn = (script: string, kind: string): string[] => {
  const pattern = new RegExp(`^(?=\\p{Script=${script}})\\p{${kind}}$`, 'u')
  const all = Array.from({ length: 0x1f000 }, (_, code) => String.fromCodePoint(code))
  return all.filter((letter) => pattern.test(letter) && letter.normalize('NFC') === letter)
}
const common = {
  Han: [
    ...'王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮董蕭程山田中村佐藤鈴木高橋伊渡辺刘陈杨赵黄吴孙马罗郑谢韩冯伟',
  ],
  Hangul: [...'김이박최정강조윤장임한오서신권황안송류홍민수지현우영희준호성진'],
}

test('given 5,000 names of 40 scripts, then each letter of each has its glyph, or is said to have none', async () => {
  const alphabets = [
    ...scripts.map((script) => [lettersIn(script, 'L'), lettersIn(script, 'M')] as const),
    ...Object.values(common).map((letters) => [letters, []] as const),
  ]
  expect(alphabets).toHaveLength(40)
  const unseen = new Map<string, number>()
  for (const [at, [letters, marks]] of alphabets.entries()) {
    expect(letters.length, scripts[at]).toBeGreaterThan(0)
    const syllable = fc.tuple(
      fc.constantFrom(...letters),
      marks.length === 0 ? fc.constant('') : fc.oneof(fc.constant(''), fc.constantFrom(...marks, '\u0300')),
    )
    const name = fc.array(fc.array(syllable, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 2 })
    for (const parts of fc.sample(name, { numRuns: 125, seed: at })) {
      const text = parts.map((part) => part.flat().join('')).join(' ')
      const found = await Letters.of([text])
      if (found.missing.size > 0)
        unseen.set(scripts[at] ?? 'Han', (unseen.get(scripts[at] ?? 'Han') ?? 0) + 1)
      for (const { font, text: printed } of found.runsOf(text, 'text'))
        for (const { id } of font.layout(printed).glyphs) expect(id, `${text}: ${printed}`).not.toBe(0)
    }
  }
  console.log('Names with a letter that no font has:', Object.fromEntries(unseen))
}, 300_000)

test.each([
  'Vũ Thị Nghĩa',
  'Adébáyọ̀',
  'Rū̃ta',
  '株式会社テスト商事',
  '王伟',
  '臺灣',
  '김민수',
  'محمد الأمين',
  'דנה כהן',
  'สมชาย',
  'प्रिया शर्मा',
  'অনিন্দিতা',
  'முருகன்',
  'გიორგი',
  'Հայկ',
  'ሰላም',
])('given the name %s, then it is printed', async (name) => {
  expect(await unprintable(name)).toEqual([])
})

test('given a name with a sign that no font has, then the sign is named, and a paper shows its number', async () => {
  expect(await unprintable('Rocket 🚀 Ltd')).toEqual(['🚀'])
  const letters = await Letters.of(['Rocket 🚀'])
  expect(letters.runsOf('Rocket 🚀', 'text').map(({ text }) => text)).toEqual(['Rocket U+1F680'])
})

test.each([
  ['Omar (عمر خيام) 12', ['Omar (', 'عمر خيام', ') ', '12']],
  ['محمد علي', ['محمد علي']],
  ['שלום 12 Omar', ['Omar', ' ', '12', 'שלום ']],
])('sets %s from the side on which it is read', async (text, parts) => {
  const runs = (await Letters.of([text])).runsOf(text, 'text')
  expect(runs.map((run) => run.text).join('|')).toBe(parts.join('|'))
})
