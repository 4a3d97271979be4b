import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { conform, optionalInEntries } from '../../apps/web/src/lib/conform.ts'
import {
  contentFrom,
  contentKey,
  fetchContent,
  fetchOtherPages,
  fieldsOf,
  narrowPictureOf,
  pictureOf,
  primeContent,
  wordsOf,
} from '../../apps/web/src/lib/content.ts'
import { peopleOf } from '../../apps/web/src/lib/people.ts'
import { conformPage, pageFor, withFacts } from '../../apps/web/src/lib/shown-page.ts'
import { builtInAt } from '../../apps/web/src/staff/draft/draft-context.tsx'
import { isOptional, type Schema, sectionSchema } from '../../apps/web/src/staff/draft/schema.ts'
import { RichText } from '../../apps/web/src/ui/rich-text.tsx'
import { home } from '../../src/modules/content/base-template/home.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import type { Page } from '../../src/modules/content/contract.ts'
import { sectionKinds } from '../../src/modules/content/contract-sections.ts'

test.each([404, 503])(
  'given content that cannot be had: %i, then what is kept of it says with which status (M-197)',
  async (status) => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'Down' }, { status }))
    try {
      await expect(fetchContent()).rejects.toThrow(new RegExp(`^HTTP error! status: ${status}$`))
    } finally {
      vi.unstubAllGlobals()
    }
  },
)

test.each([
  [299_999, true],
  [300_000, false],
])(
  'given content that was fetched %i ms ago, then it is shown at once: %s, and asked for again after a second (M-196, M-455)',
  async (age, shown) => {
    vi.useFakeTimers()
    const kept = { at: Date.now() - age, tree: { pages: [home] } }
    const stored: Record<string, string> = { veralead_content: JSON.stringify(kept) }
    vi.stubGlobal('window', { setTimeout, localStorage: { getItem: (name: string) => stored[name] ?? null } })
    try {
      const client = new QueryClient()
      const refreshed = vi.spyOn(client, 'invalidateQueries')
      primeContent(client, undefined)
      expect(client.getQueryData(contentKey)).toEqual(shown ? kept.tree : undefined)
      await vi.advanceTimersByTimeAsync(999)
      expect(refreshed).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(refreshed).toHaveBeenCalledTimes(shown ? 1 : 0)
      client.clear()
    } finally {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    }
  },
)

test('given a document that brought its content, then what this browser kept before does not replace it (M-196)', () => {
  const kept = JSON.stringify({ at: Date.now(), tree: { pages: [] } })
  vi.stubGlobal('window', { setTimeout: () => 0, localStorage: { getItem: () => kept } })
  try {
    const client = new QueryClient()
    primeContent(client, { pages: [home] })
    expect(client.getQueryData(contentKey)).toEqual({ pages: [home] })
    client.clear()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('given the content of one page only and a link to another pointed at, then the rest is fetched at once and once', async () => {
  vi.useFakeTimers()
  const whole = { pages: [home], version: 7 }
  const asked = vi.fn(async () => Response.json(whole))
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('window', { setTimeout: globalThis.setTimeout, localStorage: { setItem: () => undefined } })
  try {
    // As the client is configured: content counts as fresh for a while.
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
    const refreshed = vi.spyOn(client, 'invalidateQueries')
    primeContent(client, { pages: [], partial: true })
    fetchOtherPages(client)
    fetchOtherPages(client)
    await vi.advanceTimersByTimeAsync(10)
    expect(client.getQueryData(contentKey)).toEqual(whole)
    fetchOtherPages(client)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(refreshed).not.toHaveBeenCalled()
    client.clear()
  } finally {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('given no stored page, when it is conformed, then the built-in page is shown', () => {
  expect(conformPage(undefined, home)).toBe(home)
})

test('given a stored title and one broken section, when conformed, then the title is used and the section falls back; an empty title is the built-in one (M-144)', () => {
  const stored = {
    ...home,
    title: 'Start',
    sections: [
      { id: 'book', type: 'book', fields: { title: 'Soon', subtitle: 7, media: 'nonsense' } },
      { id: 'carousel', type: 'carousel', fields: null },
    ],
  } as unknown as Page
  const page = conformPage(stored, home)
  const book = fieldsOf(page, 'book')
  expect(page.title).toBe('Start')
  expect(conformPage({ ...stored, title: '' }, home).title).toBe('Home')
  expect(wordsOf(book.title)).toBe('Soon')
  expect(book.subtitle).toBe(fieldsOf(home, 'book').subtitle)
  expect(book.media).toEqual(fieldsOf(home, 'book').media)
  expect(fieldsOf(page, 'carousel').slides).toHaveLength(4)
})

test('given a version from before the contact had a note, when conformed, then the built-in note is used; a stored one is shown', () => {
  const own = fieldsOf(home, 'lead-form')
  const { note, ...before } = own.contactInfo
  const shown = (contactInfo: object) => {
    const section = { id: 'lead-form', type: 'lead-form', fields: { ...own, contactInfo } }
    return fieldsOf(conformPage({ ...home, sections: [section] } as unknown as Page, home), 'lead-form')
  }
  expect(wordsOf(note)).not.toBe('')
  expect(shown(before).contactInfo.note).toBe(note)
  expect(shown({ ...before, note: 'Any day' }).contactInfo.note).toBe('Any day')
})

test('given versions from before the last words of /about, /terms and /privacy were content, when conformed, then the built-in ones are used', () => {
  for (const [route, id, field] of [
    ['/about', 'mission-vision', 'ctaSection'],
    ['/terms', 'legal', 'questions'],
    ['/privacy', 'legal', 'questions'],
  ] as const) {
    const builtIn = baseTemplate.pages.find((page) => page.route === route) as Page
    const { [field]: words, ...before } = fieldsOf(builtIn, id) as unknown as Record<string, unknown>
    const shown = (fields: object) => {
      const page = conformPage(
        { ...builtIn, sections: [{ id, type: id, fields }] } as unknown as Page,
        builtIn,
      )
      return (fieldsOf(page, id) as unknown as Record<string, unknown>)[field]
    }
    expect(words, route).toBeDefined()
    expect(shown(before), route).toEqual(words)
    const own = Object.fromEntries(Object.keys(words as object).map((name) => [name, 'Our own']))
    expect(shown({ ...before, [field]: own }), route).toEqual(own)
  }
})

test('given a text stored with a weight, when conformed to a plain one, then words and weight are kept', () => {
  expect(conform({ value: 'Bold words', format: 'bold' }, 'plain')).toEqual({
    value: 'Bold words',
    format: 'bold',
  })
})

test('given a list that an editor made longer, when conformed, then every entry takes the shape of the first', () => {
  const result = conform([{ a: 'x' }, { a: 3 }], [{ a: 'd', b: 1 }])
  expect(result).toEqual([
    { a: 'x', b: 1 },
    { a: 'd', b: 1 },
  ])
})

const stored = (route: string, id: string, change: (fields: Record<string, never[]>) => void) => {
  const page = structuredClone(baseTemplate.pages.find((each) => each.route === route) as Page)
  change(page.sections.find((each) => each.id === id)?.fields as unknown as Record<string, never[]>)
  return page
}
const person = { name: 'Ada Real', role: 'Coach', career: [], quote: '', media: {} }

test('given people without a picture, when conformed, then no invented face is shown, whatever their place', () => {
  const page = stored('/about', 'people', (fields) =>
    Object.assign(fields, { people: Array(4).fill(person) }),
  )
  expect(peopleOf({ pages: [page] })?.people.map(({ media }) => pictureOf(media))).toEqual(
    Array(4).fill(undefined),
  )
  const place = `/pages/0/sections/${page.sections.findIndex(({ id }) => id === 'people')}/fields/people/0/media`
  expect(
    builtInAt(
      { pages: [baseTemplate.pages.find(({ route }) => route === '/about')] },
      { pages: [page] },
      place,
    ),
  ).toBe(undefined)
})

test('given slides and figures that lack what is optional, when conformed, then nothing of a built-in one replaces it', () => {
  const page = stored('/home', 'carousel', ({ slides }) => {
    for (const slide of slides!) {
      delete (slide as { label?: string }).label
      delete (slide as { link?: object }).link
    }
    slides!.push({ ...(slides![0] as unknown as object), id: 'item-9', order: 5, media: {} } as never)
    slides!.reverse()
  })
  const { slides } = fieldsOf(conformPage(page, home), 'carousel')
  expect(slides.map(({ label, link }) => [label, link])).toEqual(Array(5).fill([undefined, undefined]))
  expect(slides.map(({ media }) => pictureOf(media))).toEqual([
    undefined,
    'art/slide-compass.svg',
    'art/slide-roots.svg',
    'art/slide-bridge.svg',
    'art/slide-keel.svg',
  ])
  const place = '/pages/0/sections/0/fields/slides/1/link'
  expect(builtInAt({ pages: [home] }, { pages: [page] }, place)).toBe(undefined)

  const route = '/leadership-cost-calculator'
  const own = stored(route, 'calculator', (fields) =>
    Object.assign(fields, {
      infoCards: Array(3).fill({ title: 'Ours', content: 'Counted', sourceNote: 'Our own figures.' }),
    }),
  )
  const builtIn = baseTemplate.pages.find((each) => each.route === route) as Page
  for (const card of fieldsOf(conformPage(own, builtIn), 'calculator').infoCards)
    expect(card).toEqual({ title: 'Ours', content: 'Counted', sourceNote: 'Our own figures.' })
})

test('given a slide whose pictures are not stored, when conformed, then those of the slide of its id are shown', () => {
  const page = stored('/home', 'carousel', ({ slides }) => {
    for (const slide of slides!) Object.assign(slide, { media: {} })
    slides!.reverse()
  })
  const { slides } = fieldsOf(conformPage(page, home), 'carousel')
  expect(slides.map(({ media }) => pictureOf(media)).at(-1)).toBe('art/slide-keel.svg')
})

test('given the schema of every section, then what its entries may be without is what is left out of them', () => {
  const found = new Set<string>()
  const walk = (schema: Schema | undefined, inEntry: boolean): void => {
    for (const [key, part] of Object.entries(schema?.properties ?? {})) {
      if (inEntry && isOptional(schema, key)) found.add(key)
      walk(part, inEntry)
    }
    for (const form of schema?.anyOf ?? []) walk(form, inEntry)
    if (schema?.items) walk(schema.items, true)
  }
  for (const id of Object.keys(sectionKinds)) walk(sectionSchema(id).properties?.fields, false)
  // Pictures of an entry with an id are those of the built-in one, until they are emptied. Weights go with their text.
  for (const key of ['desktop', 'mobile', 'format']) found.delete(key)
  expect([...optionalInEntries].toSorted()).toEqual([...found].toSorted())
})

const facts = (product: string) => ({ product, labTimes: 'once a week' })

test('given the names of facts anywhere in a tree, when filled, then no token is left', () => {
  const filled = JSON.stringify(withFacts(baseTemplate, facts('Northwind')))
  expect(filled).not.toMatch(/\{(product|labTimes)\}/)
  expect(filled).toContain('Northwind Leads the New Era')
})

test('given the base template, when read, then no copy holds the default brand', () => {
  expect(JSON.stringify(baseTemplate)).not.toMatch(/veralead/i)
})

test('given the carousel of the base template, when sorted by order, then it is item-1, item-3, item-2, item-4 (M-189)', () => {
  const { slides } = fieldsOf(home, 'carousel')
  expect([...slides].sort((a, b) => a.order - b.order).map(({ id }) => id)).toEqual([
    'item-1',
    'item-3',
    'item-2',
    'item-4',
  ])
})

test.each([[undefined], [null], ['x'], [{}], [{ pages: 'none' }]])(
  'given %j, when read as a tree, then there is none',
  (value) => {
    expect(contentFrom(value)).toBeUndefined()
  },
)

test('given a text in segments, then each is in its own weight (M-188)', () => {
  const pieces = [{ text: 'Plain, ' }, { text: 'heavy', format: 'semibold' as const }]
  expect(renderToStaticMarkup(createElement(RichText, { pieces }))).toBe(
    '<p><span>Plain, </span><span class="weight-semibold">heavy</span></p>',
  )
})

test('given pictures for phones alone, then they are shown in wide windows, too (M-188)', () => {
  expect(pictureOf({ mobile: { other: 'art/a.svg', illustration: 'art/keel.svg' } })).toBe('art/keel.svg')
  expect(pictureOf({ desktop: {}, mobile: { other: 'art/a.svg' } })).toBe('art/a.svg')
})

test('given a picture that an editor emptied, when conformed, then none is shown, not even the built-in one', () => {
  const own = fieldsOf(home, 'book')
  const shown = (media: object) => {
    const section = { id: 'book', type: 'book', fields: { ...own, media } }
    return fieldsOf(conformPage({ ...home, sections: [section] } as unknown as Page, home), 'book').media
  }
  expect(pictureOf(shown({}))).toBe(pictureOf(own.media))
  expect(pictureOf(own.media)).toMatch(/^art\//)
  const emptied = Object.fromEntries(
    Object.entries(own.media)
      .filter(([, pictures]) => typeof pictures === 'object')
      .map(([device, pictures]) => [
        device,
        Object.fromEntries(Object.keys(pictures as object).map((name) => [name, ''])),
      ]),
  )
  expect(pictureOf(shown(emptied)) || undefined).toBeUndefined()
  expect(narrowPictureOf(shown(emptied)) || undefined).toBeUndefined()
})

test('given content that arrives again and says the same, then the page that is shown is the same object, and only what differs is another', () => {
  const arrived = () => structuredClone({ ...home, hidden: [] }) as Parameters<typeof pageFor>[0] & object
  const first = pageFor(arrived(), home, facts('Brand'))
  expect(pageFor(arrived(), home, facts('Brand'))).toBe(first)
  const changed = arrived()
  changed.title = 'Another title'
  const second = pageFor(changed, home, facts('Brand'))
  expect(second).not.toBe(first)
  expect(second.sections).toBe(first.sections)
  expect(pageFor(changed, home, facts('Another brand')).sections).not.toBe(second.sections)
})
