import { expect, test } from 'vitest'
import { about } from '../../src/modules/content/base-template/about.ts'
import { home } from '../../src/modules/content/base-template/home.ts'
import { homeQuotes } from '../../src/modules/content/base-template/home-quotes.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import { Tree } from '../../src/modules/content/sections/tree.ts'

test('given the fourteen quotes, then each has words and a source, and none comes twice (M-063, M-064, M-461)', () => {
  const { quotes } = homeQuotes.fields
  expect(quotes).toHaveLength(14)
  expect(new Set(quotes.map(({ text }) => text)).size).toBe(14)
  // The author, and where it is from: a work, a chapter, a year.
  for (const { source } of quotes) expect(source).toMatch(/^.+(?:, | \d).+$/)
})

test('given the program of twelve weeks, then its syllabus has twelve, and leaves the weeks of coaching to the cohorts', () => {
  const [section] = baseTemplate.pages.find(
    ({ route }) => route === '/certification-program-details',
  )!.sections
  const weeks = section?.id === 'certification-program' ? (section.fields.syllabus ?? []) : []
  expect(weeks).toHaveLength(12)
  expect(JSON.stringify(weeks)).not.toMatch(/coaching/i)
})

test('given a tree from before the syllabus, then it is still taken', () => {
  expect(
    accepts('/certification-program-details', 'certification-program', (fields) => {
      delete fields.syllabus
    }),
  ).toBe(true)
})

const sectionsOf = (route: string): string[] =>
  baseTemplate.pages.find((page) => page.route === route)?.sections.map(({ id }) => id) ?? []

test('given the base template, then the known pages have the known sections (M-185, M-186)', () => {
  const specified = [
    ...['carousel', 'whitepaper', 'ideation-reality', 'lead-form'],
    ...['book', 'certification', 'leadership-cost-section'],
  ]
  // The quotes of the overlay are with them.
  expect(sectionsOf('/home').toSorted()).toEqual([...specified, 'quotes'].toSorted())
  expect(baseTemplate.pages.map(({ route }) => route).sort()).toEqual([
    '/about',
    '/certification-program-details',
    '/certification-questionnaire',
    '/home',
    '/leadership-cost-calculator',
    '/leadership-cost-results',
    '/privacy',
    '/terms',
  ])
  expect(sectionsOf('/about')).toEqual(['about-hero', 'people', 'mission-vision'])
  expect(about.title).not.toBe('')
})

type Fields = Record<string, unknown>

/** The tree with one section's fields changed, and whether it is accepted. */
function accepts(route: string, id: string, change: (fields: Fields) => void): boolean {
  const tree = structuredClone(baseTemplate)
  const section = tree.pages.find((page) => page.route === route)?.sections.find((each) => each.id === id)
  change(section?.fields as unknown as Fields)
  return Tree.safeParse(tree).success
}

const outcome = { count: 71, of: 84, year: 2026, what: 'kept a promise', source: 'Asked after 90 days.' }
const sampleLab = { title: 'A lab', description: '', recording: 'videos/lab.mp3', transcript: 'Ana: …' }

test.each<[boolean, string, Fields]>([
  [true, 'an outcome with number, base, year and source', { outcome }],
  [false, 'more people than there were', { outcome: { ...outcome, count: 85 } }],
  [false, 'an outcome that does not say how it was measured', { outcome: { ...outcome, source: '' } }],
  [true, 'a recording with its transcript', { sampleLab }],
  [
    true,
    'a place for a recording that is still missing',
    { sampleLab: { title: '', description: '', transcript: '' } },
  ],
  [false, 'a recording that only some can hear', { sampleLab: { ...sampleLab, transcript: ' ' } }],
  [
    false,
    'a link that runs something',
    { testimonials: [{ content: '', name: 'Ana', title: '', link: 'javascript:alert(1)' }] },
  ],
])('given a program page, then %s: %s', (accepted, _, change) => {
  const changed = (fields: Fields) => Object.assign(fields, change)
  expect(accepts('/certification-program-details', 'certification-program', changed)).toBe(accepted)
})

test('given every shape that the specification names for a field, then the content takes it, and no other', () => {
  // A field is plain or { value, format } (M-184).
  expect(accepts('/home', 'book', (fields) => Object.assign(fields, { title: 'Plain' }))).toBe(true)
  for (const title of [{ value: 'Bold', format: 'bold' }, { value: 'In its usual weight' }])
    expect(accepts('/home', 'book', (fields) => Object.assign(fields, { title }))).toBe(true)
  expect(
    accepts('/home', 'book', (fields) =>
      Object.assign(fields, { title: { value: 'x', format: 'blinking' } }),
    ),
  ).toBe(false)
  // So is a line beside others (M-194), and a page's title has room for a long one.
  expect(
    accepts('/home', 'certification', (fields) =>
      Object.assign(fields, { trustIndicator: { value: 'Trusted', format: 'medium' } }),
    ),
  ).toBe(true)
  const [first, ...pages] = structuredClone(baseTemplate).pages
  for (const [length, taken] of [
    [120, true],
    [121, false],
  ] as const)
    expect(Tree.safeParse({ pages: [{ ...first!, title: 'x'.repeat(length) }, ...pages] }).success).toBe(
      taken,
    )
  // A telephone number as people write it (M-191).
  expect(
    accepts('/home', 'lead-form', ({ contactInfo }) =>
      Object.assign(contactInfo as Fields, { phone: '+1 (555) 010-0199' }),
    ),
  ).toBe(true)
  // Two-part titles, segments, nested media, cards (M-188).
  expect(
    accepts('/home', 'lead-form', (fields) => Object.assign(fields, { title: { part1: 'A', part2: 'B' } })),
  ).toBe(true)
  const bold = (value: string) => ({ value, format: 'bold' })
  expect(
    accepts('/home', 'lead-form', (fields) =>
      Object.assign(fields, { title: { part1: bold('A'), part2: bold('B') } }),
    ),
  ).toBe(true)
  expect(
    accepts('/about', 'about-hero', (fields) =>
      Object.assign(fields, {
        content: [{ text: 'a', format: 'semibold' }, { text: 'b' }],
        media: { desktop: { hero: 'art/a.svg' }, mobile: { hero: 'art/b.svg' } },
      }),
    ),
  ).toBe(true)
  expect(
    accepts('/about', 'mission-vision', (fields) =>
      Object.assign(fields, { cards: [{ title: 'T', content: 'C', media: {} }] }),
    ),
  ).toBe(true)
  // A slide with everything a slide may have (M-189, M-190); its order is 1 to 10 (M-463).
  const slide = {
    id: 'item-1',
    order: 10,
    title: {
      lines: [{ text: 'A', format: 'light' }, { text: 'B' }],
      highlight: { text: 'B', colour: '#C06014', brushImage: 'art/brush.svg' },
    },
    subtitle: { value: 'S', colour: 'rgb(1 2 3)', backgroundImage: 'art/s.svg' },
    description: { value: 'D', appendText: 'more' },
    mobileOverlay: { value: 'O', colour: '#fff', fontSize: '18px', fontWeight: '600' },
    background: 'linear-gradient(90deg, #fff 0%, #F1EBE1 100%)',
    media: { desktop: { illustration: 'art/a.svg' }, mobile: { illustration: 'art/b.svg' } },
  }
  const withSlide = (change: Fields): boolean =>
    accepts('/home', 'carousel', (fields) => Object.assign(fields, { slides: [{ ...slide, ...change }] }))
  expect(withSlide({})).toBe(true)
  expect(withSlide({ background: '#F1EBE1' })).toBe(true)
  // What is optional in it.
  const least = {
    ...{ id: 'item-1', order: 1, title: { lines: [{ text: 'A' }] } },
    ...{ subtitle: { value: 'S' }, description: { value: 'D' }, media: {} },
  }
  const carousel = (slides: Fields[]) =>
    accepts('/home', 'carousel', (fields) => Object.assign(fields, { slides }))
  expect(carousel([least])).toBe(true)
  for (const field of Object.keys(least))
    expect(carousel([{ ...least, [field]: undefined }]), field).toBe(false)
  for (const fontWeight of ['100', '400', '900', 'normal', 'bold'])
    expect(withSlide({ mobileOverlay: { value: 'O', fontWeight } }), fontWeight).toBe(true)
  expect(withSlide({ mobileOverlay: { value: 'O', fontWeight: '650' } })).toBe(false)
  expect(withSlide({ order: 11 })).toBe(false)
  expect(withSlide({ order: 0 })).toBe(false)
  expect(withSlide({ background: 'url(https://evil.example)' })).toBe(false)
  // The steps of the timeline have the same bounds (M-192, M-463).
  for (const [order, taken] of [
    [1, true],
    [10, true],
    [0, false],
    [11, false],
  ] as const)
    expect(
      accepts('/home', 'ideation-reality', ({ timelineItems }) => {
        Object.assign((timelineItems as Fields[])[0]!, { order })
      }),
    ).toBe(taken)
  const steps = (count: number) =>
    accepts('/home', 'ideation-reality', (fields) => {
      const [step] = fields.timelineItems as Fields[]
      fields.pathImages = []
      fields.timelineItems = Array.from({ length: count }, (_, at) => ({
        ...step,
        ...{ id: `step-${at}`, order: (at % 10) + 1 },
      }))
    })
  expect([steps(10), steps(11)]).toEqual([true, false])
  // What the template leaves out (M-191, M-194).
  for (const id of ['lead-form', 'certification'])
    expect(accepts('/home', id, (fields) => Object.assign(fields, { background: '#F1EBE1' }))).toBe(true)
})

test('given the home page of the template, then each section has the fields that the specification names', () => {
  const fields = (id: string): Fields =>
    home.sections.find((section) => section.id === id)?.fields as unknown as Fields
  // M-191, M-192, M-193, M-194, M-195
  expect(fields('lead-form')).toMatchObject({
    title: { part1: expect.any(String), part2: expect.any(String) },
    subtitle: expect.any(String),
    buttonText: expect.any(String),
    contactInfo: { title: expect.any(String), email: '', phone: '' },
  })
  const timeline = fields('ideation-reality') as { timelineItems: Fields[]; pathImages: Fields[] }
  expect(timeline.timelineItems).toHaveLength(5)
  for (const item of timeline.timelineItems)
    expect(Object.keys(item).sort()).toEqual(
      ['boxTitle', 'descText', 'descTitle', 'id', 'media', 'onHoverDesc', 'order'].sort(),
    )
  for (const path of timeline.pathImages) expect(Object.keys(path).sort()).toEqual(['from', 'image', 'to'])
  for (const field of ['title', 'subtitle', 'description', 'buttonText', 'media'])
    expect(fields('book')).toHaveProperty(field)
  for (const field of ['title', 'description', 'buttonText', 'features', 'trustIndicator', 'media', 'colors'])
    expect(fields('certification')).toHaveProperty(field)
  expect(fields('leadership-cost-section')).toMatchObject({
    statistics: [{ value: '37%' }, { value: '$3.1M' }, { value: '18%' }, { value: '22%' }],
    ctaSection: { buttonText: 'Run the Numbers!' },
  })
})
