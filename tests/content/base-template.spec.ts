import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import type { Fields, SectionId } from '../../src/modules/content/contract.ts'
import { Tree } from '../../src/modules/content/sections/tree.ts'

const fieldsOf = <I extends SectionId>(id: I): Fields<I> =>
  baseTemplate.pages.flatMap(({ sections }) => sections).find((each) => each.id === id)?.fields as Fields<I>

describe('the base template', () => {
  it('given every page and section, then each passes its schema (M-200)', () => {
    const parsed = Tree.safeParse(baseTemplate)
    expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toBeUndefined()
  })

  it('given the two counts of leaders, then each is in one place, with a note of where it comes from (M-397)', () => {
    const home = fieldsOf('certification')
    expect(home.trustIndicator).toContain('over 1,000')
    expect(home.sourceNote).toMatch(/^Our own figures/)
    const whole = JSON.stringify(baseTemplate)
    expect(whole.match(/1,000 authentic leaders/g)).toHaveLength(1)
    expect(whole.match(/500\+ leaders/g)).toHaveLength(1)
    expect(whole).toMatch(/500\+ leaders[^}]*"sourceNote":"Our own figures/)
  })

  it('given the texts that are specified word for word, then they are there word for word (M-200, M-259, M-370, M-371, M-404, M-416, M-428)', () => {
    const texts: string[] = []
    JSON.stringify(baseTemplate, (_, value) => {
      if (typeof value === 'string') texts.push(value)
      return value
    })
    for (const specified of [
      'Join the Movement',
      'Level Up Your Leadership',
      "What's the Real Cost of Leadership Gaps in Your Team?",
      'All fields are confidential',
      'Financial Impact',
      'Talent Retention',
      'Growth Potential',
      'Why INAUTHENTIC Leadership Costs Matter',
      'Your Estimated Cost of Inauthentic Leadership',
      'Stop Losing {amount} Annually',
      'Stop Your Loss Now',
      'Ready to reverse the cost ?',
      "Just discovered my organization's leadership cost: {amount} annually...",
      'Back to Calculator',
      'Start Over',
      'Professional Network',
      'Industry Impact',
      'Thought Leadership',
    ])
      expect(texts, specified).toContain(specified)
  })

  it.each([
    ['/terms', '2026-11-27', '47a5b5d74dc02a22'],
    ['/privacy', '2026-11-27', 'fe02d07eee343e95'],
  ])(
    'given %s, when its text has changed, then it is in force from the day of the change',
    (route, day, digest) => {
      const legal = baseTemplate.pages.find((page) => page.route === route)!.sections[0]
      const { effectiveDate, ...text } = legal!.fields as Fields<'legal'>
      // An order stores the day as the version that its buyer accepted: change both together.
      expect([
        effectiveDate,
        createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16),
      ]).toEqual([day, digest])
    },
  )

  it('given all of its words, then the brand is a token and never typed (M-001)', () => {
    expect(JSON.stringify(baseTemplate)).not.toMatch(/veralead/i)
  })

  it('given the sources, then the brand is typed in its two defaults alone (M-001)', () => {
    const root = join(import.meta.dirname, '../..')
    const files = globSync('{src,apps/web}/**/*.{ts,tsx,css,html,svg,mjs}', { cwd: root })
    expect(files.length).toBeGreaterThan(800)
    expect(
      files.filter((file) => readFileSync(join(root, file), 'utf8').includes('Veralead')).sort(),
    ).toEqual(['apps/web/src/lib/config.ts', 'src/platform/config/config.ts'])
  })

  it('given the home page, then its slides come in the order item-1, item-3, item-2, item-4 (M-078)', () => {
    const slides = fieldsOf('carousel').slides.toSorted((a, b) => a.order - b.order)
    expect(slides.map(({ id, order }) => [id, order])).toEqual([
      ['item-1', 1],
      ['item-3', 2],
      ['item-2', 3],
      ['item-4', 4],
    ])
  })

  it('given the sections of the home page, then each specified text is in its field (M-085, M-087, M-088, M-092, M-095, M-096, M-097, M-098, M-099, M-100)', () => {
    expect(fieldsOf('whitepaper')).toMatchObject({
      title: 'AUTHENTICITY THAT DELIVERS',
      subtitle: 'The Hidden ROI of Real Leadership',
      buttonText: 'DOWNLOAD WHITEPAPER',
    })
    const { title, timelineItems } = fieldsOf('ideation-reality')
    expect(title).toBe('The Rise of Real Leadership')
    expect(timelineItems.map(({ order, boxTitle }) => [order, boxTitle])).toEqual([
      [1, 'Leadership Once Meant Command'],
      [2, 'The Cracks Began to Show'],
      [3, "Authenticity Isn't Optional Anymore"],
      [4, '{product} Leads the New Era'],
      [5, 'The Era of Real Leaders Begins Here'],
    ])
    expect(fieldsOf('book')).toMatchObject({
      title: 'Forthcoming Book',
      subtitle: expect.stringMatching(/^The Rise of Real Leadership: /),
      buttonText: 'Contact Me To Reserve Your Copy',
    })
    expect(fieldsOf('certification')).toMatchObject({
      title: 'Authentic Leader Certification powered by {product}',
      description: expect.stringMatching(/^A 12-week, expert-led program /),
      features: [
        { title: 'Recognized Certificate' },
        { title: 'Expert Instructors' },
        { title: 'Flexible Schedule' },
      ],
      trustIndicator: 'Trusted by over 1,000 authentic leaders—and counting',
      buttonText: 'Start Your Certification Journey',
    })
    expect(fieldsOf('leadership-cost-section')).toMatchObject({
      statistics: [
        { value: '37%', label: 'higher turnover in poorly led teams' },
        { value: '$3.1M', label: 'yearly cost for mid-sized companies' },
        { value: '18%', label: 'productivity drop' },
        { value: '22%', label: 'more unplanned absences' },
      ],
      ctaSection: { buttonText: 'Run the Numbers!' },
      benefits: [{ title: 'Reduce Turnover' }, { title: 'Boost Profits' }],
    })
  })
})
