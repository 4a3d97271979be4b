import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { momentIn } from '#platform/kernel/time-zone.ts'
import { type CalendarInput, calendarOf } from '../../../src/modules/leadership/cohorts/calendar.ts'
import { noWeek } from '../../../src/modules/leadership/cohorts/domain/program-weeks.ts'

/** Labs on every day of the week, at a time that clocks skip or show twice among them. */
const labs = [
  { weekday: 7, time: '02:30', minutes: 90 },
  { weekday: 7, time: '12:00', minutes: 90 },
  { weekday: 1, time: '09:05', minutes: 60 },
  { weekday: 3, time: '23:30', minutes: 120 },
]

function given(
  timeZone: string,
  startsOn: string,
  more: Partial<CalendarInput['cohort']> = {},
): CalendarInput {
  return {
    orderId: '7d0b9d9c-51d4-4a10-b3de-000000000001',
    buyerId: 'ada',
    holdsPlace: true,
    group: null,
    reportConsent: null,
    cohort: {
      ...{ id: '7d0b9d9c-51d4-4a10-b3de-00000000000c', startsOn, timeZone, labs, coachingWeeks: [4, 9] },
      ...{ cancelled: false, revision: 0, links: { join: [], coaching: '' }, weeks: [], coach: '' },
      ...more,
    },
    calendarRound: 0,
    showsName: false,
    cohortChanged: false,
    coaching: [],
    brand: 'Veralead',
    page: 'https://veralead.example/program',
    host: 'veralead.example',
    now: new Date('2026-11-22T10:00:00Z'),
  }
}

/** Read strictly: every line is at most 75 bytes long and ends with CRLF, every property is one that the format knows. */
function read(file: string) {
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\n')
  }
  const calendar = new ICAL.Component(ICAL.parse(file))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('prodid')).toContain('Veralead')
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component, { strictExceptions: true })
    for (const name of ['uid', 'dtstamp', 'dtstart'])
      expect(component.getAllProperties(name), name).toHaveLength(1)
    expect(event.startDate.zone).toBe(ICAL.Timezone.utcTimezone)
    return {
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
      status: component.getFirstPropertyValue('status'),
      location: event.location,
      summary: event.summary,
      description: event.description,
    }
  })
}

/** What a clock in the zone shows, asked of the platform's own calendar. */
function shown(zone: string, at: Date): { day: string; time: string; weekday: number } {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(at)
  return { day, time, weekday: new Date(`${day}T00:00:00Z`).getUTCDay() || 7 }
}

describe('a private calendar', () => {
  const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Sydney', 'Asia/Kolkata']
  // Twelve weeks over each change of the clock of the year, on both halves of the earth.
  const starts = ['2027-02-08', '2027-02-17', '2027-09-20', '2027-09-25']

  it('is a file that a subscription reads: no scheduling method, and a line break at its end', () => {
    const file = calendarOf(given('Europe/Berlin', '2027-03-01')) ?? ''
    expect(file).toMatch(/END:VCALENDAR\r\n$/)
    expect(file).not.toContain('METHOD')
  })

  it.each(zones)('in %s has every lab at its time on the clocks there, across both changes', (zone) => {
    const changes = new Set<number>()
    for (const startsOn of starts) {
      const events = read(calendarOf(given(zone, startsOn)) ?? '')
      expect(events).toHaveLength(48)
      expect(new Set(events.map(({ uid }) => uid)).size).toBe(48)
      for (const { uid, start, end } of events) {
        const [, week, at] = /-w(\d+)-l(\d)@veralead\.example$/.exec(uid)!.map(Number)
        const lab = labs[at! - 1]!
        const clock = shown(zone, start)
        expect(clock.weekday).toBe(lab.weekday)
        const from = Date.parse(`${startsOn}T00:00:00Z`) + (week! - 1) * 7 * 86_400_000
        expect(Date.parse(`${clock.day}T00:00:00Z`) - from).toBeGreaterThanOrEqual(0)
        expect(Date.parse(`${clock.day}T00:00:00Z`) - from).toBeLessThan(7 * 86_400_000)
        // 2:30 does not exist on the day on which the clock goes forward.
        const skipped = clock.time === '03:30' && lab.time === '02:30'
        expect(skipped ? lab.time : clock.time).toBe(lab.time)
        if (skipped) expect(shown(zone, new Date(start.getTime() - 3_600_001)).time).toBe('01:29')
        expect(end.getTime() - start.getTime()).toBe(lab.minutes * 60_000)
        const asUtc = Date.parse(`${clock.day}T${clock.time}:00Z`)
        changes.add(asUtc - start.getTime())
      }
    }
    expect(changes.size).toBe(zone === 'Asia/Kolkata' ? 1 : 2)
  })

  it('keeps the identifiers of a cohort that moves or is cancelled, and says that it did', () => {
    const before = read(calendarOf(given('Europe/Berlin', '2027-03-01')) ?? '')
    const moved = read(calendarOf(given('Europe/Berlin', '2027-03-08', { revision: 1 })) ?? '')
    expect(moved.map(({ uid }) => uid).sort()).toEqual(before.map(({ uid }) => uid).sort())
    expect(new Set(moved.map(({ sequence }) => sequence))).toEqual(new Set([1]))
    expect(moved[0]!.start.getTime() - before[0]!.start.getTime()).toBe(7 * 86_400_000)
    const cancelled = {
      ...given('Europe/Berlin', '2027-03-08', { revision: 2, cancelled: true }),
      holdsPlace: false,
    }
    const ended = read(calendarOf(cancelled) ?? '')
    expect(ended.map(({ uid }) => uid)).toEqual(moved.map(({ uid }) => uid))
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['CANCELLED']))
    expect(read(calendarOf({ ...given('Europe/Berlin', '2027-03-08'), holdsPlace: false }) ?? '')).toEqual([])
  })

  it('is one session in a file of its own, with the link to join it', () => {
    const week = { ...noWeek, lab: 'Promises that cost something.', assignment: 'List your promises.' }
    const weeks = [noWeek, noWeek, { ...week, theme: 'Integrity' }]
    const join = ['', '', `https://meet.example/a,b;c?long=${'x'.repeat(100)}`]
    const one = given('Europe/Berlin', '2027-03-01', { links: { join, coaching: '' }, weeks })
    expect(read(calendarOf(one, 'w3-l3') ?? '')).toMatchObject([
      {
        ...{ uid: expect.stringContaining('w3-l3'), location: join[2], status: 'CONFIRMED' },
        summary: 'Live lab, week 3: Integrity (Veralead)',
        description: expect.stringContaining(
          'Promises that cost something.\nTo hand in: List your promises.\n',
        ),
      },
    ])
    expect(calendarOf(one, 'w13-l1')).toBeNull()
  })

  it('has a private session once it has a time, under one identifier, with a higher sequence for each new time', () => {
    const booked = (at: string, bookedAt: string, more: Partial<CalendarInput['cohort']> = {}) => ({
      ...given('Europe/Berlin', '2027-03-01', more),
      coaching: [{ session: 2, at: new Date(at), bookedAt: new Date(bookedAt) }],
    })
    const first = booked('2027-04-28T15:00:00Z', '2027-04-01T09:00:00Z')
    const [before] = read(calendarOf(first, 'c2') ?? '')
    expect(before).toMatchObject({
      uid: `${first.orderId}-c2@veralead.example`,
      start: new Date('2027-04-28T15:00:00Z'),
      end: new Date('2027-04-28T15:50:00Z'),
      status: 'CONFIRMED',
    })
    expect(read(calendarOf(first) ?? '')).toHaveLength(49)
    const [after] = read(calendarOf(booked('2027-04-29T15:00:00Z', '2027-04-02T09:00:00Z'), 'c2') ?? '')
    expect(after!.uid).toBe(before!.uid)
    expect(after!.sequence).toBeGreaterThan(before!.sequence)
    const cancelled = booked('2027-04-28T15:00:00Z', '2027-04-01T09:00:00Z', { cancelled: true, revision: 1 })
    const [ended] = read(calendarOf({ ...cancelled, holdsPlace: false }, 'c2') ?? '')
    expect(ended!.status).toBe('CANCELLED')
    expect(ended!.sequence).toBeGreaterThan(before!.sequence)
    expect(calendarOf(first, 'c1')).toBeNull()
    expect(calendarOf({ ...first, holdsPlace: false }, 'c2')).toBeNull()
  })
})

it('a time that the clock shows twice counts when it shows it first, one that it skips an hour later', () => {
  expect(momentIn('Europe/Berlin', '2027-10-31', '02:30').toISOString()).toBe('2027-10-31T00:30:00.000Z')
  expect(momentIn('Europe/Berlin', '2027-03-28', '02:30').toISOString()).toBe('2027-03-28T01:30:00.000Z')
  expect(momentIn('America/New_York', '2027-03-14', '18:00').toISOString()).toBe('2027-03-14T22:00:00.000Z')
  expect(momentIn('Australia/Lord_Howe', '2027-10-03', '02:15').toISOString()).toBe(
    '2027-10-02T15:45:00.000Z',
  )
})
