import { describe, expect, test } from 'vitest'
import {
  keptTouches,
  type ReportedVisit,
  sourcesOf,
  touchesOf,
} from '../../../src/modules/commerce/domain/touches.ts'

const touch = (source: string) => ({ source })

describe('what is kept of where an order came from', () => {
  test('given 1,000 journeys without consent, then nothing is kept of any of them; with consent each keeps its source', () => {
    const journeys: ReportedVisit[] = Array.from({ length: 1_000 }, (_, number) => ({
      first: { source: `campaign-${number}`, medium: 'cpc', referrer: 'https://search.example/?q=ada' },
      last: number % 2 === 0 ? {} : { source: 'newsletter' },
      ...(number % 3 === 0 && { agreed: false }),
    }))
    expect(journeys.filter((visit) => keptTouches(visit) !== null)).toHaveLength(0)
    const agreed = journeys.map((visit) => keptTouches({ ...visit, agreed: true })?.first?.source)
    expect(agreed).toEqual(journeys.map((_, number) => `campaign-${number}`))
  })

  test.each([
    ['Spring Cohort', 'spring-cohort'],
    ['  google  ', 'google'],
    ['ada@example.com', null],
    ['+1 555 010 0000', null],
    ['call-15550100', null],
    ['née', null],
    ['a'.repeat(65), null],
    ["Robert'); drop table", null],
  ])('given the source %j, then %j is kept', (source, kept) => {
    expect(touchesOf({ first: { source } }).first?.source ?? null).toBe(kept)
  })

  test.each([
    ['https://www.google.com/search?q=ada+lovelace', 'google.com'],
    ['https://mail.example:8443/inbox/ada', 'mail.example'],
    ['not an address', null],
    ['javascript:alert(1)', null],
  ])('given the referrer %j, then only its host is kept: %j', (referrer, host) => {
    expect(touchesOf({ first: { referrer } }).first?.referrer ?? null).toBe(host)
  })

  test.each([
    ['of a lead alone', null, { first: touch('podcast'), last: touch('google') }, 'podcast', 'google'],
    ['of a visit alone', { first: touch('ads'), last: null }, null, 'ads', 'ads'],
    [
      'of a lead in May and a visit in October',
      { first: touch('newsletter'), last: touch('linkedin') },
      { first: touch('podcast'), last: touch('google') },
      'podcast',
      'linkedin',
    ],
    [
      'of a lead, when the visit says nothing',
      null,
      { first: null, last: touch('google') },
      'google',
      'google',
    ],
    [
      'of a referrer without a campaign',
      { first: { referrer: 'search.example' }, last: null },
      null,
      'search.example',
      'search.example',
    ],
    ['of nothing', null, null, null, null],
  ])('the sources %s', (_, visit, lead, first, last) => {
    expect(sourcesOf(lead, visit)).toEqual({ first, last })
  })
})
