import { describe, expect, it } from 'vitest'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import type { Fields } from '../../src/modules/content/contract.ts'
import { Tree } from '../../src/modules/content/sections/tree.ts'

describe('the base template', () => {
  it('given every page and section, then each passes its schema (M-200)', () => {
    const parsed = Tree.safeParse(baseTemplate)
    expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toBeUndefined()
  })

  it('given the two counts of leaders, then each stands in one place, with a note of where it comes from (M-397)', () => {
    const home = baseTemplate.pages
      .flatMap(({ sections }) => sections)
      .find(({ id }) => id === 'certification')?.fields as Fields<'certification'>
    expect(home.trustIndicator).toContain('over 1,000')
    expect(home.sourceNote).toMatch(/^Our own figures/)
    const whole = JSON.stringify(baseTemplate)
    expect(whole.match(/1,000 authentic leaders/g)).toHaveLength(1)
    expect(whole.match(/500\+ leaders/g)).toHaveLength(1)
    expect(whole).toMatch(/500\+ leaders[^}]*"sourceNote":"Our own figures/)
  })

  it('given the texts that are specified word for word, then they stand there so (M-085, M-087, M-088, M-092, M-095, M-096, M-097, M-098, M-099, M-100, M-259, M-370, M-371, M-404, M-416, M-428)', () => {
    const texts: string[] = []
    JSON.stringify(baseTemplate, (_, value) => {
      if (typeof value === 'string') texts.push(value)
      return value
    })
    for (const specified of [
      'AUTHENTICITY THAT DELIVERS',
      'The Hidden ROI of Real Leadership',
      'DOWNLOAD WHITEPAPER',
      'The Rise of Real Leadership',
      'Leadership Once Meant Command',
      'The Cracks Began to Show',
      "Authenticity Isn't Optional Anymore",
      '{product} Leads the New Era',
      'The Era of Real Leaders Begins Here',
      'Forthcoming Book',
      'Contact Me To Reserve Your Copy',
      'Recognized Certificate',
      'Expert Instructors',
      'Flexible Schedule',
      'Trusted by over 1,000 authentic leaders—and counting',
      'Start Your Certification Journey',
      '37%',
      '$3.1M',
      '18%',
      '22%',
      'Run the Numbers!',
      'Reduce Turnover',
      'Boost Profits',
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
      'Professional Network',
      'Industry Impact',
      'Thought Leadership',
      'Authentic Leader Certification powered by {product}',
    ])
      expect(texts, specified).toContain(specified)
  })

  it('given all of its words, then the brand is a token and never typed (M-001)', () => {
    expect(JSON.stringify(baseTemplate)).not.toMatch(/veralead/i)
  })
})
