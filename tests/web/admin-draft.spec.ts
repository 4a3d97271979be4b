import { describe, expect, test } from 'vitest'
import { sectionAdded } from '../../apps/web/src/lib/section-added.ts'
import type { Tree } from '../../apps/web/src/staff/api.ts'
import { builtInAt } from '../../apps/web/src/staff/draft/draft-context.tsx'
import {
  draftOf,
  isDirty,
  record,
  redo,
  reduceDraft,
  startHistory,
  undo,
} from '../../apps/web/src/staff/draft/draft-state.ts'
import { below, pointerOf, readAt, stepsOf, writeAt } from '../../apps/web/src/staff/draft/pointer.ts'
import { readTree } from '../../apps/web/src/staff/draft/read-tree.ts'
import {
  absentKeys,
  blank,
  orderedKeys,
  schemaBelow,
  sectionSchema,
  weightsOf,
} from '../../apps/web/src/staff/draft/schema.ts'
import { problemsOf } from '../../apps/web/src/staff/draft/tree-problems.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'

const tree = (): Tree => structuredClone(baseTemplate) as Tree
const homeTitle = '/pages/0/title'

describe('a place in the content', () => {
  test('given names with slashes and tildes, then a pointer finds its way back to them', () => {
    const pointer = below(below('', 'a/b'), 'c~d')
    expect(stepsOf(pointer)).toEqual(['a/b', 'c~d'])
    expect(readAt({ 'a/b': { 'c~d': 7 } }, pointer)).toBe(7)
    expect(pointerOf(['pages', 0, 'title'])).toBe(homeTitle)
  })

  test('given an edit, then everything beside its path is shared with the original', () => {
    const before = tree()
    const after = writeAt(before, homeTitle, 'Start')
    expect(after.pages[0]?.title).toBe('Start')
    expect(before.pages[0]?.title).toBe('Home')
    expect(after.pages[1]).toBe(before.pages[1])
    expect(after.pages[0]?.sections).toBe(before.pages[0]?.sections)
  })

  test('given undefined, then a key disappears and a list closes up', () => {
    expect(writeAt({ a: { b: 1, c: 2 } }, '/a/b', undefined)).toEqual({ a: { c: 2 } })
    expect(writeAt({ list: ['x', 'y', 'z'] }, '/list/1', undefined)).toEqual({ list: ['x', 'z'] })
  })
})

describe('the built-in words at a place', () => {
  test('given pages and sections in another order than built in, then routes and ids find them', () => {
    const own = tree()
    own.pages.reverse()
    const index = own.pages.findIndex(({ route }) => route === '/about')
    own.pages[index]?.sections.reverse()
    const words = builtInAt(tree(), own, `/pages/${index}/sections/0/fields/ctaSection`)
    expect(words).toMatchObject({ title: 'Start with the next conversation' })
  })

  test('given a page that lacks sections, when one is added, then it is where the built-in page has it', () => {
    const ids = (...names: string[]) => names.map((id) => ({ id }))
    const builtIn = ids('carousel', 'whitepaper', 'book', 'quotes')
    const added = (stored: { id: string }[], id: string) =>
      sectionAdded(stored, builtIn, { id }).map((section) => section.id)
    expect(added(ids('carousel', 'book'), 'whitepaper')).toEqual(['carousel', 'whitepaper', 'book'])
    expect(added(ids('book', 'carousel'), 'quotes')).toEqual(['book', 'carousel', 'quotes'])
    expect(added(ids('whitepaper', 'book'), 'carousel')).toEqual(['carousel', 'whitepaper', 'book'])
    expect(added([], 'book')).toEqual(['book'])
  })

  test('given an entry with an id that is not built in, then nothing is built in for it, whatever is at its place', () => {
    const own = tree()
    own.pages[0]!.sections[1] = { id: 'section-x', type: 'added', fields: { title: 'New' } }
    expect(builtInAt(tree(), own, '/pages/0/sections/1/fields/description')).toBeUndefined()
  })

  test('given a place that is only in the stored tree, then nothing is built in', () => {
    const own = { pages: [{ route: '/news', sections: [{ id: 'news', fields: { title: 'New' } }] }] }
    expect(builtInAt(tree(), own, '/pages/0/sections/0/fields/subtitle/value')).toBeUndefined()
    expect(builtInAt({ pages: [] }, tree(), '/pages/0/title')).toBeUndefined()
  })
})

describe('undo and redo', () => {
  test('given typing in one field without a pause, then one undo takes the whole word back', () => {
    let history = startHistory('')
    for (const [index, text] of ['l', 'le', 'lea', 'lead'].entries())
      history = record(history, text, homeTitle, index * 300)
    expect(history.past).toHaveLength(1)
    expect(undo(history).present).toBe('')
    expect(redo(undo(history)).present).toBe('lead')
  })

  test('given a pause or another field, then each edit is a step of its own', () => {
    const first = record(startHistory(''), 'a', homeTitle, 0)
    expect(record(first, 'ab', homeTitle, 1_500).past).toHaveLength(2)
    expect(record(first, 'ab', '/pages/1/title', 100).past).toHaveLength(2)
  })

  test('given an edit after an undo, then what was undone is gone', () => {
    const edited = record(undo(record(startHistory(1), 2, 'a', 0)), 3, 'a', 5_000)
    expect(redo(edited).present).toBe(3)
  })
})

describe('the draft', () => {
  const start = () => draftOf({ pages: tree().pages, version: 4 })

  test('given an edit and its undo, then nothing is unsaved', () => {
    const edited = reduceDraft(start(), { do: 'edit', pointer: homeTitle, value: 'Start', at: 0 })
    expect(isDirty(edited)).toBe(true)
    expect(isDirty(reduceDraft(edited, { do: 'undo' }))).toBe(false)
  })

  test('given words that are typed back as they were, then nothing is unsaved', () => {
    const edited = reduceDraft(start(), { do: 'edit', pointer: homeTitle, value: 'Start', at: 0 })
    const back = reduceDraft(edited, { do: 'edit', pointer: homeTitle, value: 'Home', at: 5_000 })
    expect(isDirty(back)).toBe(false)
    expect(back.history.past).toHaveLength(2)
  })

  test('given an edit while the save was on its way, then the save does not swallow it', () => {
    const sent = reduceDraft(start(), { do: 'edit', pointer: homeTitle, value: 'Start', at: 0 })
    const later = reduceDraft(sent, { do: 'edit', pointer: homeTitle, value: 'Start here', at: 100 })
    const saved = reduceDraft(later, { do: 'saved', tree: sent.history.present, version: 5 })
    expect(saved.version).toBe(5)
    expect(isDirty(saved)).toBe(true)
    expect(saved.history.present.pages[0]?.title).toBe('Start here')
  })
})

describe('work that was not saved, restored at the next opening', () => {
  const titled = (home: string, about: string): Tree['pages'] =>
    tree().pages.map((page) => ({ ...page, title: page.route === '/home' ? home : about }))
  const restored = (now: Tree['pages'], version: number): ReturnType<typeof reduceDraft> =>
    reduceDraft(draftOf({ pages: now, version }), {
      do: 'restore',
      base: { pages: titled('Home', 'About') },
      version: 4,
      pages: titled('Not saved', 'About'),
    })
  const titles = ({ history }: ReturnType<typeof reduceDraft>) =>
    history.present.pages.slice(0, 2).map(({ title }) => title)

  test('given the same version, then it goes on, and an undo leads back', () => {
    const draft = restored(titled('Home', 'About'), 4)
    expect(titles(draft)).toEqual(['Not saved', 'About'])
    expect(isDirty(reduceDraft(draft, { do: 'undo' }))).toBe(false)
  })

  test('given that others have saved another field since, then both are there', () => {
    const draft = restored(titled('Home', 'Theirs'), 5)
    expect([draft.version, ...titles(draft)]).toEqual([5, 'Not saved', 'Theirs'])
  })

  test('given that others have saved the same field since, then a save of the old version will ask', () => {
    const draft = restored(titled('Theirs', 'About'), 5)
    expect([draft.version, ...titles(draft)]).toEqual([4, 'Not saved', 'About'])
  })
})

describe('the raw text of the Advanced tab', () => {
  test('given text that does not parse, then the sentence begins as specified (M-157)', () => {
    for (const text of ['{ pages', '', '{"pages": [],}']) {
      let said = ''
      try {
        JSON.parse(text)
      } catch (error) {
        said = (error as Error).message
      }
      expect(readTree(text)).toEqual({ problem: `Invalid JSON: ${said}` })
    }
  })

  test('given JSON of another shape, then the path of the first problem is named (M-158)', () => {
    const wrong = tree() as unknown as {
      pages: { sections: { fields: { slides: { order: unknown }[] } }[] }[]
    }
    const slide = wrong.pages[0]?.sections[0]?.fields.slides[0]
    if (slide) slide.order = 11
    const { problem, tree: taken } = readTree(JSON.stringify(wrong))
    expect(taken).toBeUndefined()
    const words = 'Not applied. Page /home, Slides of the first screen, slide 4, Order must be at most 10.'
    const place = 'In the text: pages.0.sections.0.fields.slides.0.order.'
    expect(problem).toBe(`${words} ${place}`)
    const more = writeAt(wrong as never, '/pages/7/title', '')
    expect(readTree(JSON.stringify(more)).problem).toBe(`${words} One more field must be fixed. ${place}`)
  })

  const carousel = '/pages/0/sections/0'
  const slide = `${carousel}/fields/slides/0`
  test.each<[string, unknown, string]>([
    ['/pages/0/title', '', 'Page /home, Page title must not be empty.'],
    ['/pages/0/title', undefined, 'Page /home, Page title is missing: add it again.'],
    ['/pages/0/title', 7, 'Page /home, Page title must be text in quotation marks.'],
    [
      '/pages/0/tilte',
      'Home',
      'Page /home must not have a field that the site does not know: remove or rename "tilte".',
    ],
    ['/pages/0/sections', {}, 'Page /home, Sections must be a list in square brackets.'],
    [
      `${carousel}/id`,
      'carrousel',
      'Page /home, Added section, Title is missing: add it again. One more field',
    ],
    [
      `${slide}/order`,
      1.5,
      'Page /home, Slides of the first screen, slide 1, Order must be a whole number, such as 3.',
    ],
    [
      `${slide}/order`,
      '1',
      'Page /home, Slides of the first screen, slide 1, Order must be a number without quotation marks, such as 3.',
    ],
    [
      `${slide}/title/lines`,
      [],
      'Page /home, Slides of the first screen, slide 1, Title, Lines must have at least 1 entry: add what is missing.',
    ],
    [
      `${slide}/title/lines/0/format`,
      'huge',
      'Page /home, Slides of the first screen, slide 1, Title, line 1, Format must be one of these: normal, bold, bolder, medium, semibold, light.',
    ],
    [
      `${carousel}/fields/slides`,
      'none',
      'Page /home, Slides of the first screen, Slides must be a list in square brackets.',
    ],
  ])(
    'given %s as %j, then the editor reads the field by its name and what to do (M-158)',
    (place, value, words) => {
      const { problem } = readTree(JSON.stringify(writeAt(tree(), place, value)))
      expect(problem).toContain(`Not applied. ${words}`)
      expect(problem).not.toMatch(/invalid input|expected|received|unrecognized|too (small|big)/i)
    },
  )

  test('given other choices and texts of several forms, then they are described in the same way', () => {
    const said = (section: string, place: string, value: unknown): string | undefined => {
      for (const [page, { sections }] of tree().pages.entries()) {
        const index = sections.findIndex(({ id }) => id === section)
        if (index < 0) continue
        const at = `/pages/${page}/sections/${index}/fields/${place}`
        return [...problemsOf(writeAt(tree(), at, value)).values()].join(' ')
      }
      return undefined
    }
    expect(said('book', 'title', 7)).toBe('Must be text in quotation marks.')
    expect(said('book', 'title', { value: 'Book', format: 'huge' })).toMatch(/^Must be one of these: normal/)
    expect(said('book', 'title', 'x'.repeat(4001))).toBe('Must be at most 4000 characters.')
    expect(said('lead-form', 'contactInfo/email', 'ada at work')).toBe(
      'Must be an email address, such as ada@example.com, or empty.',
    )
    expect(said('legal', 'effectiveDate', 'today')).toBe(
      'Must be a date written as year, month and day, such as 2026-11-21.',
    )
    expect(said('certification-program', 'trackerLabels', ['one'])).toBe(
      'Must have at least 4 entries: add what is missing.',
    )
    expect(said('certification-program', 'uiText', { 'a b': 'x' })).toMatch(/^Must be named with/)
  })

  test('given JSON that is no content at all, then it is said what is missing', () => {
    for (const text of ['5', 'null', '[]', '{}'])
      expect(readTree(text).problem).toBe(
        'Not applied. The list "pages" is missing: add it again. In the text: pages.',
      )
  })

  test('given the base template, then it is taken over', () => {
    expect(readTree(JSON.stringify(tree())).tree?.pages).toHaveLength(8)
    expect(problemsOf(tree()).size).toBe(0)
  })
})

const fieldsOf = (id: string) => schemaBelow(sectionSchema(id), 'fields')

describe('what the schema says to the editors', () => {
  const slides = schemaBelow(fieldsOf('carousel'), 'slides')
  const slide = schemaBelow(slides, '0')

  test('given a slide, then its order is 1 to 10 and its lines have six weights (M-155, M-156)', () => {
    expect(schemaBelow(slide, 'order')).toMatchObject({ minimum: 1, maximum: 10 })
    expect(weightsOf(schemaBelow(schemaBelow(slide, 'title'), 'lines'))).toEqual([
      'normal',
      'bold',
      'bolder',
      'medium',
      'semibold',
      'light',
    ])
  })

  test('given plain text, then no weight is offered, because the server would refuse it', () => {
    expect(weightsOf(schemaBelow(schemaBelow(slide, 'subtitle'), 'value'))).toEqual([])
    expect(weightsOf(schemaBelow(fieldsOf('book'), 'title'))).toHaveLength(6)
  })

  test('given stored keys in another order, then the editor keeps the order of the schema and unknown keys last', () => {
    const keys = orderedKeys(slide, { media: 1, surprise: 2, order: 3, id: 4 })
    expect(keys).toEqual(['id', 'order', 'media', 'surprise'])
    expect(absentKeys(slide, { id: 1 })).toEqual(['mobileOverlay', 'label', 'link', 'background'])
  })

  test.each([
    ['carousel', 'slides'],
    ['certification-program', 'testimonials'],
    ['certification-questionnaire', 'questions'],
    ['leadership-cost-section', 'statistics'],
    ['legal', 'clauses'],
  ])('given a new entry of %s %s, then the server would take it as it is', (section, list) => {
    const edited = tree()
    for (const [page, { sections }] of edited.pages.entries()) {
      for (const [index, { id, fields }] of sections.entries()) {
        if (id !== section) continue
        const pointer = pointerOf(['pages', page, 'sections', index, 'fields', list])
        const entries = (fields as unknown as Record<string, unknown[]>)[list] ?? []
        const entry = blank(schemaBelow(schemaBelow(fieldsOf(section), list), '0'))
        expect([...problemsOf(writeAt(edited, pointer, [...entries, entry]))]).toEqual([])
      }
    }
    expect.hasAssertions()
  })
})
