import { expect, it } from 'vitest'
import { numbersOf, splitFreeSeats } from '../../apps/web/src/account/organization/free-seats.ts'
import type { OrganizationSeat } from '../../apps/web/src/account/organization/organizations.ts'
import { readSeatList } from '../../apps/web/src/account/organization/seat-list.ts'

it('given a list with names, columns, brackets and several addresses in a line, then everybody is found', () => {
  const text =
    'Name,Email\r\nAda Lovelace,ADA@keel.example\n"Hopper, Grace" <grace@keel.example>\nb@keel.example; c@keel.example\n\n'
  expect(readSeatList(text, new Set(), 9)).toEqual({
    people: [
      { line: 2, email: 'ada@keel.example' },
      { line: 3, email: 'grace@keel.example' },
      { line: 4, email: 'b@keel.example' },
      { line: 4, email: 'c@keel.example' },
    ],
    problems: [],
  })
})

it('given what cannot be invited, then its line says why, and the others stay', () => {
  const text = [
    'a@keel.example',
    'nobody',
    'x@',
    'A@KEEL.example',
    'has@keel.example',
    'b@keel.example',
    'c@keel.example',
  ].join('\n')
  const { people, problems } = readSeatList(text, new Set(['has@keel.example']), 2)
  expect(people.map(({ email }) => email)).toEqual(['a@keel.example', 'b@keel.example'])
  expect(problems).toEqual([
    { line: 2, text: 'nobody', why: 'has no email address' },
    { line: 3, text: 'x@', why: 'is not an email address' },
    { line: 4, text: 'A@KEEL.example', why: 'is already in line 1' },
    { line: 5, text: 'has@keel.example', why: 'already has a seat or an invitation' },
    { line: 7, text: 'c@keel.example', why: 'has no seat left: only 2 are free' },
  ])
})

it('given a line as long as a book, then it is cut where it is shown', () => {
  expect(readSeatList('x'.repeat(5_000), new Set(), 1).problems[0]!.text).toHaveLength(61)
})

it('given many free seats, then they are one line; few of them, and those that need a date, are shown', () => {
  const seat = (number: number, more: object = {}) =>
    ({ number, state: 'open', closing: false, cohort: null, hasPlace: false, ...more }) as OrganizationSeat
  const many = [
    seat(1, { state: 'claimed' }),
    seat(2),
    seat(3),
    seat(4, { cohort: { startsOn: '2027-03-01' } }),
    seat(5),
    seat(6),
    seat(7, { closing: true }),
  ]
  const { shown, rest } = splitFreeSeats(many)
  expect(shown.map(({ number }) => number)).toEqual([1, 4, 7])
  expect(numbersOf(rest)).toBe('seats 2 to 3 and 5 to 6')
  expect(splitFreeSeats(many.slice(0, 3))).toEqual({ shown: many.slice(0, 3), rest: [] })
  expect(numbersOf([seat(9)])).toBe('seat 9')
})
