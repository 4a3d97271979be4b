import { expect, it } from 'vitest'
import { readLines } from '../../../src/modules/leadership/program/attendance-lines.ts'

const people = [
  { orderId: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' },
  { orderId: 'grace', name: 'Grace Hopper', email: 'Grace@Example.com' },
  { orderId: 'grace-2', name: 'grace  hopper', email: 'hopper@example.com' },
  { orderId: 'pat', name: 'Pat O’Brien', email: "pat.o'brien@example.com" },
  { orderId: 'erased', name: null, email: null },
]
const read = (...lines: string[]) => readLines(lines, people)

it('a line names a participant by address or by name, in the forms that meeting programs write', () => {
  for (const line of [
    'ada@example.com',
    '  ADA@example.COM  ',
    'Ada Lovelace',
    'ada   lovelace',
    'Ada Lovelace <ada@example.com>',
    '"Ada Lovelace",ada@example.com,11/22/2026 06:01 PM,88',
    'Ada Lovelace (Analytical Engines)\t88 minutes',
    // The address of another account: the name says who it is.
    'Ada Lovelace, countess@example.com',
  ])
    expect(read(line), line).toEqual({ orderIds: ['ada'], unplaced: [] })
})

it('the apostrophes of two keyboards, invisible characters and the two forms of a domain are the same', () => {
  const lines = [
    "Pat O'Brien",
    'pat o’brien',
    "pat.o'brien@example.com",
    'pat.o’brien@example.com',
    'Pat\u00a0OʼBrien',
  ]
  for (const line of [
    ...lines,
    "'pat.o'brien@example.com'",
    'Pat Brien (pat.o’brien@example.com)',
    '\u202aPat O’Brien\u202c',
  ])
    expect(read(line), line).toEqual({ orderIds: ['pat'], unplaced: [] })
  const abroad = [{ orderId: 'zoe', name: 'Zoë', email: 'zoe@xn--mll-hoa.example' }]
  expect(readLines(['zoe@müll.example'], abroad).orderIds).toEqual(['zoe'])
})

it('a name that two have is told apart by the address, and not guessed without', () => {
  expect(read('Grace Hopper, grace@example.com', 'hopper@example.com').orderIds).toEqual(['grace', 'grace-2'])
  expect(read('Grace Hopper')).toEqual({
    orderIds: [],
    unplaced: [{ line: 'Grace Hopper', why: 'ambiguous' }],
  })
})

it('what names nobody is told as it was given; empty lines and repeats are nothing', () => {
  expect(
    read('', 'Name,Email,Minutes', 'ada@example.com', '  ', 'Ada Lovelace', 'nobody@example.com'),
  ).toEqual({
    orderIds: ['ada'],
    unplaced: [
      { line: 'Name,Email,Minutes', why: 'unknown' },
      { line: 'nobody@example.com', why: 'unknown' },
    ],
  })
})
