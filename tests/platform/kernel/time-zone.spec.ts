import { describe, expect, test } from 'vitest'
import { TimeZone } from '#platform/contract/dates.ts'
import { canonicalZone, dayIn, nextDay, startOfDay } from '#platform/kernel/time-zone.ts'

const hoursOf = (day: string, zone: string): number =>
  (startOfDay(nextDay(day), zone).getTime() - startOfDay(day, zone).getTime()) / 3_600_000

describe('days of a time zone', () => {
  test('given the days on which the clock is changed, then they have 23 and 25 hours, and every other has 24', () => {
    expect(hoursOf('2026-03-29', 'Europe/Berlin')).toBe(23)
    expect(hoursOf('2026-10-25', 'Europe/Berlin')).toBe(25)
    expect(hoursOf('2026-10-26', 'Europe/Berlin')).toBe(24)
    expect(hoursOf('2026-03-08', 'America/New_York')).toBe(23)
    expect(hoursOf('2026-11-01', 'America/New_York')).toBe(25)
    expect(hoursOf('2026-10-25', 'UTC')).toBe(24)
  })

  test('given a zone, then a day begins at its own midnight', () => {
    expect(startOfDay('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z')
    expect(startOfDay('2026-03-30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T22:00:00.000Z')
    expect(startOfDay('2026-11-01', 'Asia/Kathmandu').toISOString()).toBe('2026-10-31T18:15:00.000Z')
    expect(startOfDay('2026-11-01', 'Pacific/Kiritimati').toISOString()).toBe('2026-10-31T10:00:00.000Z')
  })

  test('given a change of the clock at midnight, then the day begins at its first moment', () => {
    // Cuba: at 0:00 the clock goes to 1:00; in autumn at 1:00 back to 0:00, which then comes twice.
    expect(startOfDay('2026-03-08', 'America/Havana').toISOString()).toBe('2026-03-08T05:00:00.000Z')
    expect(hoursOf('2026-03-08', 'America/Havana')).toBe(23)
    expect(startOfDay('2026-11-01', 'America/Havana').toISOString()).toBe('2026-11-01T04:00:00.000Z')
    expect(hoursOf('2026-11-01', 'America/Havana')).toBe(25)
  })

  test('given every zone that there is, then each day of a year begins with itself and right after the day before', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      for (let day = '2026-01-01'; day < '2027-01-01'; day = nextDay(day)) {
        const start = startOfDay(day, zone)
        if (dayIn(zone, start) !== day || dayIn(zone, new Date(start.getTime() - 1)) >= day)
          expect.fail(`${zone} ${day} does not begin at ${start.toISOString()}`)
      }
    }
  }, 60_000)

  test('given every zone that Node has, then its current name is a zone of the same clock, and stays', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const name = canonicalZone(zone)!
      expect(name, zone).toMatch(/^[A-Z]\w+\/\w/)
      expect(canonicalZone(name)).toBe(name)
      expect(canonicalZone(name.toLowerCase())).toBe(name)
      for (const day of ['2027-01-15', '2027-07-15'])
        expect(startOfDay(day, name), zone).toEqual(startOfDay(day, zone))
    }
  })

  test.each([
    ['UTC', 'UTC'],
    ['Etc/UTC', 'UTC'],
    [' europe/berlin ', 'Europe/Berlin'],
    ['US/Eastern', 'America/New_York'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Brazil/East', 'America/Sao_Paulo'],
    ['Asia/Ulan_Bator', 'Asia/Ulaanbaatar'],
  ])('given the zone %j, then it is stored as %s', (typed, stored) => {
    expect(TimeZone.parse(typed)).toBe(stored)
  })

  test.each(
    [
      ...[
        '',
        'Berlin',
        '+02:00',
        'Etc/GMT+5',
        'Europe/Atlantis',
        'Europe/Berlin; drop table',
        'SystemV/EST5',
      ],
      ...[
        'ACT',
        'AET',
        'AGT',
        'ART',
        'AST',
        'BET',
        'BST',
        'CAT',
        'CET',
        'CNT',
        'CST',
        'CST6CDT',
        'CTT',
        'EAT',
      ],
      ...['ECT', 'EET', 'EST', 'EST5EDT', 'GMT', 'HST', 'IET', 'IST', 'JST', 'MET', 'MIT', 'MST', 'MST7MDT'],
      ...[
        'NET',
        'NST',
        'PLT',
        'PNT',
        'PRT',
        'PST',
        'PST8PDT',
        'SST',
        'VST',
        'WET',
        'Zulu',
        'GB',
        'Singapore',
      ],
      ...['US/Pacific-New', 'Canada/East-Saskatchewan', 'posix/Europe/Berlin', 'localtime', 'Factory'],
    ].map((name) => [name]),
  )('given %j, then it is refused', (name) => {
    expect(TimeZone.safeParse(name).error?.issues[0]?.message).toContain('IANA name of a time zone')
  })
})
