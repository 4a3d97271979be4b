import { expect, it } from 'vitest'
import { readAttendance } from '../../../src/modules/leadership/cohorts/attendance-lines.ts'

const people = [
  { orderId: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' },
  { orderId: 'grace', name: 'Grace Hopper', email: 'Grace@Example.com' },
  { orderId: 'grace-2', name: 'grace  hopper', email: 'hopper@example.com' },
  { orderId: 'pat', name: 'Pat O’Brien', email: "pat.o'brien@example.com" },
  { orderId: 'erased', name: null, email: null },
]
const read = (...lines: string[]) => {
  const { people: found, unmatched } = readAttendance(lines.join('\n'), people)
  return {
    orderIds: found.map(({ orderId }) => orderId),
    unplaced: unmatched.map(({ written, why }) => ({ line: written, why })),
  }
}

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
  expect(readAttendance('zoe@müll.example', abroad).people).toEqual([{ orderId: 'zoe', minutes: null }])
})

it('a name that two have is told apart by the address, and not guessed without', () => {
  expect(read('Grace Hopper, grace@example.com', 'hopper@example.com').orderIds).toEqual(['grace', 'grace-2'])
  expect(read('Grace Hopper')).toEqual({
    orderIds: [],
    unplaced: [{ line: 'Grace Hopper', why: 'ambiguous' }],
  })
})

it('what names nobody is listed as it was given; empty lines and repeats are nothing', () => {
  expect(read('', 'Name,Email', 'ada@example.com', '  ', 'Ada Lovelace', 'nobody@example.com')).toEqual({
    orderIds: ['ada'],
    unplaced: [
      { line: 'Name,Email', why: 'unknown' },
      { line: 'nobody@example.com', why: 'unknown' },
    ],
  })
})

const zoomHead =
  'Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest,In Waiting Room'
const visit = (name: string, from: string, to: string, more = ',No,No') =>
  `${name},03/15/2033 ${from},03/15/2033 ${to},999${more}`
const minutesIn = (text: string, chosen?: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    readAttendance(text, people, chosen).people.map(({ orderId, minutes }) => [orderId, minutes]),
  )

it('given the list of Zoom, then parts that overlap count once, and the waiting room does not count', () => {
  const zoom = [
    'Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants',
    '"812 3456 7890","Lab, week 3",03/15/2033 11:45:00 AM,03/15/2033 01:31:00 PM,host@example.com,106,6',
    '',
    zoomHead,
    visit('Ada Lovelace,ada@example.com', '11:59:00 AM', '12:30:00 PM'),
    visit('Ada Lovelace,ada@example.com', '12:20:00 PM', '12:40:30 PM'),
    visit('Ada Lovelace,ada@example.com', '01:00:00 PM', '01:30:00 PM'),
    visit('Ada Lovelace,ada@example.com', '11:40:00 AM', '11:59:00 AM', ',No,Yes'),
    visit("Pat (Pat O'Brien),", '12:00:00 PM', '12:59:59 PM'),
    visit('iPhone 12,', '12:00:00 PM', '01:00:00 PM'),
  ].join('\r\n')
  const read = readAttendance(zoom, people)
  expect(read).toMatchObject({ isFile: true, begins: '03/15/2033 11:59:00 AM' })
  expect(minutesIn(zoom)).toEqual({ ada: 71, pat: 59 })
  expect(read.unmatched).toEqual([{ written: 'iPhone 12', why: 'unknown', minutes: 60 }])
  // The same person with a second device: an hour that overlaps.
  expect(minutesIn(zoom, new Map([['iPhone 12', 'ada']]))).toEqual({ ada: 91, pat: 59 })
})

it('given a meeting that was restarted, then its two lists are one lab', () => {
  const part = (from: string, to: string) =>
    [zoomHead, visit('Ada Lovelace,ada@example.com', from, to)].join('\n')
  expect(minutesIn(`${part('12:00:00 PM', '12:20:00 PM')}\n${part('12:25:00 PM', '01:30:00 PM')}`)).toEqual({
    ada: 85,
  })
  const totals = 'Name (Original Name),User Email,Total Duration (Minutes),Guest\nAda Lovelace,,40,No'
  expect(minutesIn(`${totals}\n${totals}`)).toEqual({ ada: 80 })
})

it('given the lists of Teams, then activities count before sums, in the forms of its versions and languages of dates', () => {
  const teams = (first: string, last: string, join: string) =>
    [
      '1. Summary',
      'Meeting title\tLab of week 3',
      'Meeting duration\t1h 30m 51s',
      '',
      '2. Participants',
      'Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tParticipant ID (UPN)\tRole',
      `Lovelace, Ada (Guest)\t${first}\t${last}\t1h 2m 3s\tada@example.com\tada@example.com\tPresenter`,
      `Pat O’Brien (Unverified)\t${first}\t${last}\t59m 59s\t\t\tAttendee`,
      '',
      '3. In-Meeting Activities',
      'Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole',
      `Lovelace, Ada (Guest)\t${join}\t${last}\t45m\tada@example.com\tPresenter`,
    ].join('\r\n')
  for (const [first, last, join] of [
    ['3/15/33, 11:59:00 AM', '3/15/33, 1:30:00 PM', '3/15/33, 12:45:00\u202fPM'],
    ['15.03.2033, 11:59:00', '15.03.2033, 13:30:00', '15.03.2033, 12:45:00'],
    ['2033-03-15 11:59:00', '2033-03-15 13:30:00', '2033-03-15 12:45:00'],
  ] as const)
    expect(minutesIn(`\ufeff${teams(first, last, join)}`), first).toEqual({ ada: 45, pat: 59 })
  const restarted = ['12:00', '12:20'].map((at) =>
    teams('3/15/33, 11:59:00 AM', '3/15/33, 12:30:00 PM', `3/15/33, ${at}:00 PM`),
  )
  expect(readAttendance(restarted.join('\n\n'), people)).toMatchObject({
    people: [
      { orderId: 'ada', minutes: 30 },
      { orderId: 'pat', minutes: 119 },
    ],
    unmatched: [],
  })
  const older =
    'Meeting Summary\nTotal Number of Participants\t2\n\nFull Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole\nAda Lovelace\t3/15/2033, 11:30:00 PM\t3/16/2033, 12:15:30 AM\t45m 30s\t\tAttendee'
  expect(minutesIn(older)).toEqual({ ada: 45 })
})

it('given a list with the columns of another language or a broken quote, then it is refused instead of read as names', () => {
  const german = `Vollst\u00e4ndiger Name\tBeitrittszeit\nAda Lovelace\t15.03.2033, 12:00:00\nPat O'Brien\t15.03.2033, 12:01:00`
  for (const text of [german, `${zoomHead}\n"Ada`])
    expect(() => readAttendance(text, people), text).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_LIST' }),
    )
})
