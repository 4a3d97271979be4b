import { describe, expect, it } from 'vitest'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import { pageRoutes, Tree } from '../../src/modules/content/sections/tree.ts'

describe('the base template', () => {
  it('given every page and section, then each passes its schema (M-200)', () => {
    const parsed = Tree.safeParse(baseTemplate)
    expect(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toBeUndefined()
  })

  it('given the known pages, then each is there once (M-185, M-186)', () => {
    expect(baseTemplate.pages.map(({ route }) => route).sort()).toEqual([...pageRoutes].sort())
  })

  it('given all of its words, then the brand is a token and never typed (M-001)', () => {
    expect(JSON.stringify(baseTemplate)).not.toMatch(/veralead/i)
  })
})
