import { describe, expect, test } from 'vitest'
import {
  changeBetween,
  changed,
  type Headline,
  headlineChanged,
  headlineText,
  linesWeighted,
  listed,
  type Piece,
  textOf,
  underlined,
  withAttribute,
} from '../../apps/web/src/staff/draft/rich-text.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'

/** Types `next` as an editor would, with the caret behind what was typed. */
const typed = (before: string, from: number, to: number, words: string) => {
  const after = before.slice(0, from) + words + before.slice(to)
  return changeBetween(before, after, from + words.length)
}

const pieces: Piece[] = [{ text: 'We ask ' }, { text: 'why', format: 'medium' }, { text: ' it fails.' }]

/** Deterministic numbers below `below`. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

describe('a running text', () => {
  test('given words typed inside, at the end of and over a piece, then its weight stays with them', () => {
    const text = textOf(pieces)
    expect(changed(pieces, typed(text, 10, 10, ' exactly'))).toEqual([
      pieces[0],
      { text: 'why exactly', format: 'medium' },
      pieces[2],
    ])
    expect(changed(pieces, typed(text, 7, 10, 'how'))[1]).toEqual({ text: 'how', format: 'medium' })
    expect(changed(pieces, typed(text, 5, 12, 'X'))).toEqual([{ text: 'We asX' }, { text: 't fails.' }])
    expect(changed(pieces, typed(text, 0, text.length, ''))).toEqual([{ text: '' }])
    expect(changed([{ text: '' }], typed('', 0, 0, 'New'))).toEqual([{ text: 'New' }])
  })

  test('given a letter typed beside the same letter, then the caret says which piece has it', () => {
    const doubled: Piece[] = [{ text: 'a' }, { text: 'ab', format: 'bold' }]
    expect(changed(doubled, typed('aab', 1, 1, 'a'))).toEqual([
      { text: 'aa' },
      { text: 'ab', format: 'bold' },
    ])
    expect(changed(doubled, typed('aab', 2, 2, 'a'))).toEqual([
      { text: 'a' },
      { text: 'aab', format: 'bold' },
    ])
  })

  test('given a weight for some words and its removal, then the text is as before', () => {
    const bold = withAttribute(pieces, { from: 3, to: 6 }, { format: 'bold' })
    expect(bold).toEqual([
      { text: 'We ' },
      { text: 'ask', format: 'bold' },
      { text: ' ' },
      pieces[1],
      pieces[2],
    ])
    expect(withAttribute(bold, { from: 3, to: 6 }, { format: undefined })).toEqual(pieces)
  })

  test('given lines that become a list and plain again, then weights and links stay where they are', () => {
    const lines: Piece[] = [{ text: 'Bring\n' }, { text: 'a pen', link: '/aboutus' }, { text: '\nand time' }]
    const list = listed(lines, { from: 7, to: 16 })
    expect(list).toEqual([
      { text: 'Bring\n' },
      { text: '- a pen', link: '/aboutus' },
      { text: '\n- and time' },
    ])
    expect(listed(list, { from: 7, to: 16 })).toEqual(lines)
    expect(listed([{ text: '' }], { from: 0, to: 0 })).toEqual([{ text: '- ' }])
  })

  test('given every running text that is built in, then typing and taking it back leaves what was stored', () => {
    const stored = baseTemplate.pages.flatMap(({ sections }) =>
      sections.flatMap((section) => (section.id === 'about-hero' ? [section.fields.content] : [])),
    )
    expect(stored.length).toBeGreaterThan(0)
    for (const content of stored) {
      const text = textOf(content)
      for (let at = 0; at <= text.length; at += 1) {
        const more = changed(content, typed(text, at, at, 'new words'))
        expect(textOf(more)).toBe(`${text.slice(0, at)}new words${text.slice(at)}`)
        expect(changed(more, typed(textOf(more), at, at + 9, ''))).toEqual(content)
      }
    }
  })

  test('given any edits of any pieces, then the text is what the box shows and no weight is invented', () => {
    const next = dice(7)
    for (let round = 0; round < 400; round += 1) {
      let now: Piece[] = Array.from({ length: 1 + next(5) }, (_, index) => ({
        text: 'abcdef'.slice(0, 1 + next(6)),
        ...(index % 2 === 0 ? {} : { format: ['bold', 'light'][next(2)] ?? 'bold' }),
      }))
      for (let edit = 0; edit < 6; edit += 1) {
        const text = textOf(now)
        const [from, to] = [next(text.length + 1), next(text.length + 1)].toSorted((a, b) => a - b) as [
          number,
          number,
        ]
        const words = ['', 'x', 'yy', '\n\n'][next(4)] ?? ''
        now = changed(now, typed(text, from, to, words))
        expect(textOf(now)).toBe(text.slice(0, from) + words + text.slice(to))
        expect(now.length).toBeLessThanOrEqual(6)
      }
    }
  })
})

describe('the title of a slide', () => {
  const title: Headline = {
    lines: [{ text: 'Leadership that' }, { text: 'holds under load', format: 'bold' }],
    highlight: { text: 'holds under load', colour: '#C06014' },
  }
  const text = headlineText(title)

  test('given underlined words that are changed, then they stay underlined', () => {
    const at = text.indexOf('under')
    const next = headlineChanged(title, typed(text, at, at + 5, 'beneath every'))
    expect(next.lines[1]).toEqual({ text: 'holds beneath every load', format: 'bold' })
    expect(next.highlight).toEqual({ text: 'holds beneath every load', colour: '#C06014' })
    expect(underlined(next)).toEqual({ from: 16, to: 40 })
    const longer = headlineChanged(title, typed(text, text.length, text.length, ', always'))
    expect(longer.highlight?.text).toBe('holds under load, always')
    const before = headlineChanged(title, typed(text, 0, 10, 'Work'))
    expect(before).toEqual({ ...title, lines: [{ text: 'Work that' }, title.lines[1]] })
    const whole = headlineChanged(title, typed(text, 16, text.length, 'carries weight'))
    expect(whole.highlight?.text).toBe('carries weight')
  })

  test('given every underlined word is deleted, then nothing is underlined and its color is kept for the next', () => {
    const next = headlineChanged(title, typed(text, 15, text.length, ''))
    expect(next).toEqual({ lines: [{ text: 'Leadership that' }], highlight: { text: '', colour: '#C06014' } })
    expect(underlined(next)).toBeUndefined()
  })

  test('given a line that is cut in two, then both have its weight', () => {
    const next = headlineChanged(title, typed(text, 21, 22, '\n'))
    expect(next.lines).toEqual([
      { text: 'Leadership that' },
      { text: 'holds', format: 'bold' },
      { text: 'under load', format: 'bold' },
    ])
    expect(next.highlight?.text).toBe('holds')
    expect(linesWeighted(next, { from: 18, to: 18 }, undefined).lines[1]).toEqual({ text: 'holds' })
  })

  test('given every title that is built in, then typing anywhere and taking it back leaves what was stored', () => {
    const titles = baseTemplate.pages.flatMap(({ sections }) =>
      sections.flatMap((section) =>
        section.id === 'carousel'
          ? section.fields.slides.map((slide): Headline => slide.title as Headline)
          : [],
      ),
    )
    expect(titles).toHaveLength(4)
    for (const each of titles) {
      const words = headlineText(each)
      for (let at = 0; at <= words.length; at += 1) {
        const more = headlineChanged(each, typed(words, at, at, 'x'))
        expect(headlineText(more)).toBe(`${words.slice(0, at)}x${words.slice(at)}`)
        expect(more.highlight?.text).not.toBe('')
        expect(headlineChanged(more, typed(headlineText(more), at, at + 1, ''))).toEqual(each)
      }
    }
  })
})
