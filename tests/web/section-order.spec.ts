import { describe, expect, test } from 'vitest'
import { conformPage } from '../../apps/web/src/lib/shown-page.ts'
import { newSection, sectionMoved } from '../../apps/web/src/staff/content/section-order.ts'
import { listOf, paragraphsOf } from '../../apps/web/src/ui/rich-text.tsx'
import { home } from '../../src/modules/content/base-template/home.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import { demandWhole } from '../../src/modules/content/completeness.ts'
import { Link, SourceUrl } from '../../src/modules/content/sections/primitives.ts'
import { publicPageOf, Tree } from '../../src/modules/content/sections/tree.ts'

type Sections = (typeof home)['sections']
const ids = (sections: readonly { id: string }[]): string[] => sections.map(({ id }) => id)

/** The tree with other sections on the home page. */
const withHome = (change: (sections: Sections) => unknown[]): unknown => ({
  pages: baseTemplate.pages.map((page) =>
    page.route === '/home' ? { ...page, sections: change(structuredClone(page.sections)) } : page,
  ),
})
const promo = {
  id: 'promo-x',
  type: 'promo',
  fields: { title: 'Spring', content: [{ text: 'Come', link: '/aboutus' }] },
}

describe('sections that an editor adds', () => {
  test('given any other id, then its section is taken, as often as wanted, and what is wrong in it has its path (M-153)', () => {
    expect(
      Tree.safeParse(withHome((sections) => [promo, ...sections, { ...promo, id: 'promo-y' }])).success,
    ).toBe(true)
    const wrong = { ...promo, fields: { ...promo.fields, link: 'javascript:alert(1)' } }
    const issue = Tree.safeParse(withHome((sections) => [...sections, wrong])).error?.issues[0]
    const index = home.sections.length
    expect(issue?.path).toEqual(['pages', 0, 'sections', index, 'fields', 'link'])
    expect(issue?.message).toMatch(/^must be a page of this site/)
    expect(Tree.safeParse(withHome((sections) => [...sections, newSection()])).success).toBe(true)
  })

  test('given a section of the site with a wrong field, then it is reported for that section as before', () => {
    const tree = withHome((sections) =>
      sections.map((each) => (each.id === 'book' ? { ...each, fields: { ...each.fields, title: 7 } } : each)),
    )
    const issue = Tree.safeParse(tree).error?.issues[0]
    expect(issue?.path.slice(-2)).toEqual(['fields', 'title'])
    expect(issue?.code).toBe('invalid_union')
  })

  const sources = ['/aboutus', '/terms#questions', 'https://example.com/a?b=1', '']
  const wikipedia = "https://en.wikipedia.org/wiki/Flow_(psychology)#Cs\u00edkszentmih\u00e1lyi's_*"
  const written = wikipedia.replaceAll('\u00ed', '%C3%AD').replaceAll('\u00e1', '%C3%A1')
  test.each([...sources, written, 'mailto:ada@example.com'])('given the link %j, then it is taken', (link) =>
    expect(Link.safeParse(link).success).toBe(true),
  )
  test.each([...sources, written])('given the address of a source %j, then it is taken', (url) =>
    expect(SourceUrl.safeParse(url).success).toBe(true),
  )
  test.each([
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'http://example.com',
    'data:text/html,x',
    ' ',
    'https://example.com/"><script>',
  ])('given the link %j, then it is refused, as the address of a source too', (link) => {
    expect(Link.safeParse(link).success).toBe(false)
    expect(SourceUrl.safeParse(link).success).toBe(false)
  })
})

describe('hidden sections', () => {
  const hide = (id: string) =>
    withHome((sections) => sections.map((each) => (each.id === id ? { ...each, hidden: true } : each)))

  test('given a band, then it may be hidden; what a page needs may not', () => {
    expect(Tree.safeParse(hide('book')).success).toBe(true)
    for (const id of ['carousel', 'lead-form', 'quotes']) {
      const issue = Tree.safeParse(hide(id)).error?.issues[0]
      expect(issue?.path.at(-1)).toBe('hidden')
      expect(issue?.message).toBe('must not be true: the page needs this section')
    }
  })

  test('given hidden ones, then visitors get nothing of them but which of the site is not to be drawn', () => {
    const [page] = Tree.parse(
      withHome((sections) => [
        ...sections.map((each) => (each.id === 'book' ? { ...each, hidden: true } : each)),
        { ...promo, hidden: true },
      ]),
    ).pages
    const shown = publicPageOf(page!)
    expect(ids(shown.sections)).toEqual(ids(home.sections).filter((id) => id !== 'book'))
    expect(shown.hidden).toEqual(['book'])
    expect(JSON.stringify(shown)).not.toMatch(/promo|Forthcoming/)
    expect(publicPageOf(home)).toBe(home)
    const drawn = conformPage(shown, home).sections.filter(({ hidden }) => !hidden)
    expect(ids(drawn)).toEqual(ids(home.sections).filter((id) => id !== 'book'))
  })

  test('given a page of which all is hidden, then it is as incomplete as one without sections', () => {
    const tree = Tree.parse({
      pages: baseTemplate.pages.map((page) =>
        page.route === '/about' ? { ...page, sections: [{ ...promo, hidden: true }] } : page,
      ),
    })
    expect(() => demandWhole(tree)).toThrow('The page /about has no sections.')
  })
})

describe('the order of sections', () => {
  test('given sections in another order and one that was added, then the page draws them so', () => {
    const [first, ...rest] = home.sections
    const stored = { ...home, sections: [first, promo, ...rest.toReversed()] as Sections }
    expect(ids(conformPage(stored, home).sections)).toEqual(ids(stored.sections))
    const book = conformPage(stored, home).sections.find(({ id }) => id === 'book')
    expect(book?.fields).toEqual(home.sections.find(({ id }) => id === 'book')?.fields)
  })

  test('given a page that was stored without a section of the site, then that is where the built-in page has it', () => {
    const stored = { ...home, sections: home.sections.filter(({ id }) => id !== 'book') }
    expect(ids(conformPage(stored, home).sections)).toEqual(ids(home.sections))
  })

  test('given a move, then it goes past what is where its page needs it, and nothing goes before the first screen', () => {
    const at = (id: string) => home.sections.findIndex((each) => each.id === id)
    const second = home.sections.findIndex(({ id }) => id === 'certification')
    expect(sectionMoved('/home', home.sections, second, -1)).toBeUndefined()
    expect(sectionMoved('/home', home.sections, at('carousel'), 1)).toBeUndefined()
    const moved = sectionMoved('/home', home.sections, second, 1)!
    expect(moved[second + 1]?.id).toBe('certification')
    expect(sectionMoved('/terms', [{ ...promo }] as unknown as Sections, 0, -1)).toBeUndefined()
  })
})

describe('a running text as visitors read it', () => {
  test('given empty lines and lines with hyphens, then it has paragraphs and lists, with the weights of their pieces', () => {
    const pieces = [
      { text: 'One\n\n- a' },
      { text: ' pen', format: 'bold' as const },
      { text: '\n- time\n\nEnd' },
    ]
    const [one, list, end] = paragraphsOf(pieces)
    expect(one).toEqual([{ text: 'One' }])
    expect(listOf(one!)).toBeUndefined()
    expect(listOf(list!)).toEqual([[{ text: 'a' }, { text: ' pen', format: 'bold' }], [{ text: 'time' }]])
    expect(end).toEqual([{ text: 'End' }])
  })

  test('given line breaks or a hyphen in two pieces, then they cut as in one', () => {
    const bold = { format: 'bold' as const }
    expect(paragraphsOf([{ text: 'One\n', ...bold }, { text: '\nTwo' }])).toEqual([
      [{ text: 'One', ...bold }],
      [{ text: 'Two' }],
    ])
    const [list] = paragraphsOf([{ text: '-', ...bold }, { text: ' a\n- ' }, { text: 'b', ...bold }])
    expect(listOf(list!)).toEqual([[{ text: 'a' }], [{ text: 'b', ...bold }]])
  })

  test('given a list right below or above other lines, then it is a list of its own', () => {
    const [intro, list, end] = paragraphsOf([{ text: 'Intro:\n- A\n- B\nEnd\nof it' }])
    expect(intro).toEqual([{ text: 'Intro:' }])
    expect(listOf(list!)).toEqual([[{ text: 'A' }], [{ text: 'B' }]])
    expect(end).toEqual([{ text: 'End\nof it' }])
    expect(listOf(end!)).toBeUndefined()
  })
})
