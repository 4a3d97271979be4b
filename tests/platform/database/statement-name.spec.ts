import { describe, expect, it } from 'vitest'
import { statementName } from '#platform/database/statement-name.ts'

describe('the name of a statement', () => {
  it.each([
    [
      'select "o0".* from "commerce_order" as "o0" where "o0"."id" = \'ann@example.org\'',
      'select commerce_order',
    ],
    ['  INSERT INTO leads_lead (email) values ($1)', 'insert leads_lead'],
    ['update "content_version" set "x" = 1', 'update content_version'],
    ['delete from pgboss.job where id = $1', 'delete pgboss.job'],
    ['select es.append($1, $2)', 'select es.append'],
    ['-- why\nselect 1 from a_table', 'select a_table'],
    ['begin', 'begin'],
    ['select 1', 'select'],
    ['(select * from x)', 'select x'],
    ['\u0000', 'other'],
  ])('given %j, then it is %j', (text, name) => {
    expect(statementName(text)).toBe(name)
  })

  it('given more names than the bound, then the rest is counted as one and known names stay', () => {
    const known = statementName('select * from first_table')
    const names = new Set(
      Array.from({ length: 1_000 }, (_, n) => statementName(`select * from generated_${n}`)),
    )
    expect(names.size).toBeLessThanOrEqual(301)
    expect(names).toContain('other')
    expect(statementName('select * from first_table')).toBe(known)
  })
})
