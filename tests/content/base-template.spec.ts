import { describe, expect, it } from 'vitest'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import type { Fields } from '../../src/modules/content/contract.ts'
import { pageRoutes, Tree } from '../../src/modules/content/sections/tree.ts'

describe('the base template', () => {
  it('given every page and section, then each passes its schema (M-200)', () => {
    const parsed = Tree.safeParse(baseTemplate)
    expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toBeUndefined()
  })

  it('given the known pages, then each is there once (M-185, M-186)', () => {
    expect(baseTemplate.pages.map(({ route }) => route).sort()).toEqual([...pageRoutes].sort())
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

  it('given all of its words, then the brand is a token and never typed (M-001)', () => {
    expect(JSON.stringify(baseTemplate)).not.toMatch(/veralead/i)
  })
})
