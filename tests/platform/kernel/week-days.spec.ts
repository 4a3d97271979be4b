import { expect, it } from 'vitest'
import { datedLabel, weekDays } from '../../../src/platform/kernel/week-days.ts'

it.each([
  ['2 March 2027', 'Week 1', 'Week 1: Mar 2 – 8, 2027'],
  ['Tuesday, March 2, 2027', 'Weeks 1 to 3', 'Weeks 1 to 3: Mar 2 – 22, 2027'],
  ['2027-03-02', 'Weeks 10 to 12', 'Weeks 10 to 12: May 4 – 24, 2027'],
  ['December 28, 2026', 'Week 1', 'Week 1: Dec 28, 2026 – Jan 3, 2027'],
  // Not at the first of a month, nor moved by a change of clocks.
  ['1st November 2027', 'Week 2', 'Week 2: Nov 8 – 14, 2027'],
])('given the start %s, then %s has its days (M-353)', (start, when, label) => {
  expect(datedLabel(when, start)).toBe(label)
})

it.each([
  ['', 'Week 1'],
  ['1 March', 'Week 1'],
  ['30 February 2027', 'Week 1'],
  ['13 Marchember 2027', 'Week 1'],
  ['2027-13-02', 'Week 1'],
  ['soon, in 2027', 'Week 1'],
  ['2 March 2027', 'Today'],
  ['2 March 2027', 'Week one'],
])(
  'given the start "%s" or words that name no week, then %s stays as it is: no date is made up',
  (start, when) => {
    expect(datedLabel(when, start)).toBe(when)
  },
)

it('given a start that is a whole date, then each week of the syllabus has its seven days, and one without a year none', () => {
  const [first, second, last] = [1, 2, 12].map((week) => weekDays('2 March 2027', week))
  expect([first, second, last]).toEqual(['Mar 2 – 8, 2027', 'Mar 9 – 15, 2027', 'May 18 – 24, 2027'])
  expect(weekDays('2 March', 1)).toBeUndefined()
})
