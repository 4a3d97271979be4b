import { describe, expect, it } from 'vitest'
import type { Session } from '../../apps/web/src/account/program/own-program.ts'
import {
  allRecorded,
  dayRange,
  nextSession,
  shortDay,
  timeAt,
  timeUntil,
} from '../../apps/web/src/account/program/session-words.ts'

const at = Date.parse('2027-03-02T17:00:00Z')
const session = (id: string, startsAt: string, endsAt: string): Session => ({
  ...{ id, startsAt, endsAt, week: 1, lab: 1, join: null, recording: null },
})

describe('the next session', () => {
  const first = session('w1-l1', '2027-03-02T17:00:00Z', '2027-03-02T18:30:00Z')
  const second = session('w1-l2', '2027-03-04T23:00:00Z', '2027-03-05T00:30:00Z')

  it('is the one that runs until it is over, then the one after it, then none', () => {
    const found = (moment: string) => nextSession([first, second], Date.parse(moment))?.id
    expect(found('2027-03-01T00:00:00Z')).toBe('w1-l1')
    expect(found('2027-03-02T18:29:59Z')).toBe('w1-l1')
    expect(found('2027-03-02T18:30:00Z')).toBe('w1-l2')
    expect(found('2027-03-05T00:30:00Z')).toBeUndefined()
  })

  it('has a recording promised for as long as every week has one two days after its labs', () => {
    const days = (count: number) => Date.parse(first.endsAt) + count * 86_400_000
    const recorded = { ...second, recording: 'https://video.example/1' }
    expect(allRecorded([first], days(1))).toBe(true)
    expect(allRecorded([first, second], days(5))).toBe(false)
    // One of the two times of a week is enough.
    expect(allRecorded([first, recorded], days(5))).toBe(true)
  })

  it('is shown in the two largest units, to the minute above', () => {
    const toStart = (ms: number) => timeUntil('2027-03-02T17:00:00Z', at - ms)
    expect(toStart(51 * 3_600_000)).toBe('2 days and 3 hours')
    expect(toStart(24 * 3_600_000 + 60_000)).toBe('1 day')
    expect(toStart(61 * 60_000)).toBe('1 hour and 1 minute')
    expect(toStart(1)).toBe('1 minute')
    expect(toStart(0)).toBeNull()
    expect(toStart(-5)).toBeNull()
  })

  it('is said by the clock of the zone that is named', () => {
    expect([shortDay(second.startsAt, 'Europe/Berlin'), timeAt(second.startsAt, 'Europe/Berlin')]).toEqual([
      'Fri, Mar 5',
      '12:00 AM',
    ])
    expect([
      shortDay(second.startsAt, 'America/New_York'),
      timeAt(second.startsAt, 'America/New_York'),
    ]).toEqual(['Thu, Mar 4', '6:00 PM'])
    expect(dayRange('2027-03-01', '2027-03-07')).toBe('Mar 1 to Mar 7')
  })
})
