import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import {
  type RecordEvent,
  type Records,
  recordOf,
  recordsAfter,
} from '../../../src/modules/leadership/cohorts/domain/cohort-record.ts'
import { countedSessions, hoursOf } from '../../../src/modules/leadership/cohorts/domain/hours.ts'
import { hoursPdf } from '../../../src/modules/leadership/cohorts/hours-records.ts'
import { programSettings } from '../../../src/modules/leadership/cohorts/program-settings.ts'
import { boxesOf, expectTagged, overlapping } from '../../support/pdf.ts'

const now = new Date('2033-06-01T00:00:00Z')
const sessionsAfter = (events: readonly RecordEvent[]) => {
  const { labs, coaching } = recordOf(events.reduce(recordsAfter, {} as Records), 'ada')
  const booked = Object.entries(coaching).map(([session, at]) => ({
    session: Number(session),
    at: new Date(at),
  }))
  const themed = labs.map((lab) => ({ ...lab, theme: lab.week === 12 ? 'What changed' : '' }))
  return countedSessions(themed, booked, now)
}
const attendance = (week: number, lab: number, minutes: number | null): RecordEvent => ({
  type: 'AttendanceRecorded',
  data: {
    ...{ week, lab, on: '2033-03-01', minutes: minutes === null ? {} : { ada: minutes, grace: 90 } },
    ...(minutes === null
      ? { attended: [], withdrawn: ['ada'] }
      : { attended: ['ada', 'grace'], withdrawn: [] }),
  },
})
const coached = (session: number, at: string | null): RecordEvent => ({
  type: 'CoachingBooked',
  data: { orderId: 'ada', session, at },
})

it('given any history of attendance and its corrections, then the hours are the sum of the last events in quarters, rounded down', () => {
  const lab = fc.record({
    week: fc.integer({ min: 1, max: 12 }),
    lab: fc.integer({ min: 1, max: 2 }),
    minutes: fc.option(fc.integer({ min: 0, max: 90 })),
  })
  const session = fc.record({
    session: fc.integer({ min: 1, max: 2 }),
    at: fc.constantFrom(
      '2033-03-22T15:00:00.000Z',
      '2033-05-31T23:30:00.000Z',
      '2033-07-01T00:00:00.000Z',
      null,
    ),
  })
  fc.assert(
    fc.property(fc.array(fc.oneof(lab, session), { maxLength: 40 }), (history) => {
      const [labs, coaching] = [new Map<string, number>(), new Map<number, string | null>()]
      const events = history.map((each) => {
        if ('session' in each) {
          coaching.set(each.session, each.at)
          return coached(each.session, each.at)
        }
        const { week, lab: number, minutes } = each
        labs.set(`${week} ${number}`, minutes ?? -1)
        return attendance(week, number, minutes)
      })
      let minutes = 0
      for (let week = 1; week <= 12; week += 1)
        minutes += Math.max(0, labs.get(`${week} 1`) ?? 0, labs.get(`${week} 2`) ?? 0)
      for (const at of coaching.values()) if (at?.startsWith('2033-03')) minutes += 50
      expect(hoursOf(sessionsAfter(events))).toBe(Math.floor(minutes / 15) / 4)
    }),
    { numRuns: 10_000 },
  )
})

it('given a lab that was corrected, then the hours move with it', () => {
  const first = [attendance(1, 1, 90), attendance(2, 1, 89), coached(1, '2033-03-22T15:00:00.000Z')]
  expect(hoursOf(sessionsAfter(first))).toBe(3.75)
  expect(hoursOf(sessionsAfter([...first, attendance(2, 1, 60)]))).toBe(3.25)
  expect(hoursOf(sessionsAfter([...first, attendance(2, 1, null)]))).toBe(2.25)
})

async function textOf(settings: object, sessions = sessionsAfter([attendance(1, 1, 90)])) {
  const file = await hoursPdf({
    ...{
      brand: 'Veralead',
      name: 'Ada Lovelace',
      sessions,
      now,
      address: 'https://site.example/hours/abc.pdf',
    },
    cohort: { startsOn: '2033-03-01', timeZone: 'America/New_York' },
    settings: programSettings.schema.parse(settings),
  })
  await expectTagged(file)
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(file)), {
    mergePages: true,
  })
  expect(totalPages).toBe(1)
  expect(overlapping(await boxesOf(file))).toEqual([])
  return text.replace(/\s+/g, ' ')
}

it('given the longest record, then it is one page with every session, and prints no number that the owner has not entered', async () => {
  const weeks = Array.from({ length: 12 }, (_, at) => attendance(at + 1, 1, 85))
  const all = [...weeks, ...[1, 2, 3, 4].map((session) => coached(session, '2033-03-22T15:00:00.000Z'))]
  const bare = await textOf({}, sessionsAfter(all))
  expect(bare).toContain('Ada Lovelace')
  expect(bare).toContain('Provider Veralead')
  expect(bare).toContain('Live lab, week 11 Tuesday, March 1, 2033 85 minutes')
  expect(bare).toContain('Live lab, week 12: What changed Tuesday, March 1, 2033 85 minutes')
  expect(bare).toContain('Private coaching, session 4 Tuesday, March 22, 2033 50 minutes')
  expect(bare).toContain('20.25 hours 1,220 minutes in quarter hours, rounded down.')
  expect(bare).toContain('https://site.example/hours/abc.pdf')
  expect(bare).not.toMatch(/activity ID|PDC|PDU/)
  const entered = {
    providerName: 'Veralead Institute',
    shrmActivityId: '33-ABCDE',
    shrmPdcs: '20.25',
    pmiPdus: '',
  }
  const full = await textOf(entered, sessionsAfter(all))
  for (const line of ['Provider Veralead Institute', 'SHRM activity ID 33-ABCDE', 'Approved SHRM PDCs 20.25'])
    expect(full).toContain(line)
  expect(full).not.toContain('PMI')
})
