import { describe, expect, test } from 'vitest'
import { bookSettings } from '../../../src/modules/commerce/finance/books/book-settings.ts'
import { periodsOf, spanOf } from '../../../src/modules/commerce/finance/books/period.ts'

const namesOf = (...asked: Parameters<typeof periodsOf>) => periodsOf(...asked).map(({ name }) => name)

describe('periods of the books', () => {
  test('given two moments, then their days and months are named, and the one after the last', () => {
    const [first, last] = [new Date('2026-10-31T23:30:00Z'), new Date('2026-12-01T10:00:00Z')]
    expect(namesOf(first, last, 'month', 'UTC')).toEqual(['2026-10', '2026-11', '2026-12', '2027-01'])
    expect(namesOf(first, last, 'month', 'Europe/Berlin')).toEqual(['2026-11', '2026-12', '2027-01'])
    expect(namesOf(first, first, 'day', 'Asia/Tokyo')).toEqual(['2026-11-01', '2026-11-02'])
    expect(namesOf(first, first, 'day', 'America/New_York')).toEqual(['2026-10-31', '2026-11-01'])
  })

  test('given a month of a zone that changes its clock, then it begins and ends at the midnights of the zone', () => {
    const october = spanOf({ from: '2026-10-01', to: '2026-10-31' }, 'Europe/Berlin')
    expect(october.from?.toISOString()).toBe('2026-09-30T22:00:00.000Z')
    expect(october.to?.toISOString()).toBe('2026-10-31T23:00:00.000Z')
    const moment = spanOf({ from: '2026-10-01T12:00:00Z' }, 'Europe/Berlin')
    expect(moment.from?.toISOString()).toBe('2026-10-01T12:00:00.000Z')
    expect(moment.to).toBeUndefined()
  })

  test('given a setting that is no time zone, then it is refused by name; without one it is UTC', () => {
    expect(bookSettings.schema.parse({})).toEqual({ timeZone: 'UTC' })
    expect(bookSettings.schema.parse({ timeZone: ' Europe/Berlin ' })).toEqual({ timeZone: 'Europe/Berlin' })
    expect(bookSettings.schema.parse({ timeZone: 'US/Eastern' })).toEqual({ timeZone: 'America/New_York' })
    for (const timeZone of ['Berlin', 'EST', 'NET']) {
      const refused = bookSettings.schema.safeParse({ timeZone })
      expect(refused.error?.issues[0]).toMatchObject({ path: ['timeZone'] })
    }
  })
})
