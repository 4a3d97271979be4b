import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { request } from '../../apps/web/src/lib/call.ts'
import type { OpenCohort } from '../../apps/web/src/lib/config.ts'
import { timeOrDate } from '../../apps/web/src/lib/format.ts'
import { serverNow } from '../../apps/web/src/lib/server-clock.ts'
import {
  forgetDate,
  freeDate,
  keepDate,
  keepShownDate,
  refreshDates,
  requestedDate,
} from '../../apps/web/src/shop/cohorts/dates.ts'
import { standingOf } from '../../apps/web/src/staff/cohorts/standing.ts'
import { labsWords, labTimesWords } from '../../src/modules/leadership/cohorts/domain/cohort-words.ts'

const date = (id: string, placesLeft: number): OpenCohort => ({
  ...{ id, placesLeft, startsOn: '2033-03-07', endsOn: '2033-05-29' },
  ...{ timeZone: 'America/New_York', labs: [] },
})

describe('the date that a tab keeps', () => {
  const stored = new Map<string, string>()
  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('window', {
      sessionStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => stored.set(key, value),
        removeItem: (key: string) => stored.delete(key),
      },
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('given a date that was only shown, then it is the wish of a new order alone', () => {
    expect(requestedDate()).toEqual({})
    keepShownDate(undefined)
    expect(requestedDate()).toEqual({})
    keepShownDate('a')
    expect(requestedDate()).toEqual({ preferredCohortId: 'a' })
  })

  it('given a date that was pressed, then it moves an order, and showing the same changes nothing', () => {
    keepDate('b', true)
    keepShownDate('b')
    expect(requestedDate()).toEqual({ cohortId: 'b' })
    keepShownDate('a')
    expect(requestedDate()).toEqual({ preferredCohortId: 'a' })
    forgetDate()
    expect(requestedDate()).toEqual({})
  })

  it('given what an earlier release stored, then it counts as nothing', () => {
    stored.set('certification_cohort', '00000000-0000-4000-8000-000000000001')
    expect(requestedDate()).toEqual({})
  })
})

it('given dates, then the wanted one counts while it has places, else the next that has', () => {
  const dates = [date('a', 0), date('b', 2), date('c', 1)]
  expect(freeDate(dates, 'c')).toBe('c')
  expect(freeDate(dates, 'a')).toBe('b')
  expect(freeDate([date('a', 0)], 'a')).toBeUndefined()
})

it('given a date that was refused, then it has no places until the server says otherwise', () => {
  const client = new QueryClient()
  refreshDates(client, [date('a', 1), date('b', 2)], 'a')
  expect(freeDate(client.getQueryData<OpenCohort[]>(['cohorts']) ?? [], 'a')).toBe('b')
  expect(client.getQueryState(['cohorts'])?.isInvalidated).toBe(true)
})

it('given a time of another day, then its day is shown as well', () => {
  const now = new Date(2026, 10, 21, 13, 0)
  expect(timeOrDate(new Date(2026, 10, 21, 14, 5), now)).toMatch(/^2:05\sPM$/)
  expect(timeOrDate(new Date(2026, 10, 22, 14, 5), now)).toMatch(/^Nov 22, 2026, 2:05\sPM$/)
})

it('given a clock that is 31 minutes fast, then the time of the server counts once it has answered', async () => {
  const date = new Date(Date.now() - 31 * 60_000).toUTCString()
  vi.stubGlobal('fetch', async () => Response.json({}, { headers: { date } }))
  await request('POST', '/api/checkout/create-payment-intent')
  expect(Math.abs(serverNow() - Date.parse(date))).toBeLessThan(60_000)
  vi.unstubAllGlobals()
})

it('given the days of a cohort, then staff reads whether it is sold, runs or has ended, where it takes place', () => {
  const cohort = {
    status: 'open',
    startsOn: '2033-03-07',
    endsOn: '2033-05-29',
    timeZone: 'Asia/Tokyo',
  } as const
  const on = (at: string) => standingOf(cohort, new Date(at))
  expect(on('2033-03-07T14:59:00Z')).toBe('Open')
  expect(on('2033-03-07T15:00:00Z')).toBe('Running')
  expect(on('2033-05-29T14:59:00Z')).toBe('Running')
  expect(on('2033-05-29T15:00:00Z')).toBe('Ended')
  expect(standingOf({ ...cohort, status: 'cancelled' }, new Date('2033-01-01T00:00:00Z'))).toBe('Cancelled')
})

it('given the dates that can be booked, then the number of lab times is said as they have it, and not at all where they differ', () => {
  const lab = (weekday: number, time: string) => ({ weekday, time, minutes: 90 })
  const once = { labs: [lab(2, '12:00')] }
  const twice = { labs: [lab(2, '12:00'), lab(4, '18:00')] }
  expect(labTimesWords([])).toBe('every week')
  expect(labTimesWords([once, once])).toBe('once a week')
  expect(labTimesWords([twice])).toBe('at a choice of two times')
  expect(labTimesWords([once, twice])).toBe('every week')
  expect(labsWords({ ...twice, timeZone: 'America/New_York' })).toBe(
    'Tuesdays 12:00 PM or Thursdays 6:00 PM, New York time',
  )
})
