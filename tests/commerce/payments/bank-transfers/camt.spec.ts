import { describe, expect, test } from 'vitest'
import {
  idsOf,
  printedReference,
  referenceOf,
  referencesIn,
} from '../../../../src/modules/commerce/domain/transfer-reference.ts'
import { readCamt } from '../../../../src/modules/commerce/payments/bank-transfers/camt.ts'
import { StatementFault } from '../../../../src/modules/commerce/payments/bank-transfers/statement.ts'
import { camt, type Line, ownIban } from './camt-files.ts'

const orderId = '019aaf00-1234-7abc-8def-0123456789ab'
const read = (lines: Line[], version?: string) => readCamt(camt(lines, version))[0]!
const keys = (lines: Line[]): string[] => read(lines).entries.map(({ bankId, digest }) => bankId ?? digest)

describe('the reference of an order', () => {
  const reference = referenceOf(orderId)

  test('given a reference as people and banks write it, when it is looked for, then it is found and names one order', () => {
    const printed = printedReference(orderId)
    expect(printed).toMatch(/^RF\d\d( [A-Z]{4}){3}$/)
    const sloppy = printed.toLowerCase().replace('0', 'o').replace('1', 'l')
    for (const text of [
      reference,
      `Invoice 12,${sloppy}.`,
      `order${reference}thanks`,
      `RF ${reference.slice(2)}`,
    ])
      expect(referencesIn(text), text).toEqual([reference])
    const { first, last } = idsOf(reference)
    expect(first <= orderId && orderId <= last).toBe(true)
    // One millisecond later the reference is another one; so it is for most orders of the same one.
    expect(referenceOf('019aaf00-1235-7abc-8def-0123456789ab')).not.toBe(reference)
    expect(referenceOf('019aaf00-1234-7bbc-8def-0123456789ab')).not.toBe(reference)
  })

  test('given any single wrong character, or two exchanged ones, when it is looked for, then no other reference is found', () => {
    const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const others = (text: string) => referencesIn(text).filter((each) => each !== reference)
    for (let at = 2; at < reference.length; at += 1) {
      for (const wrong of characters.filter((each) => each !== reference[at])) {
        const typed = reference.slice(0, at) + wrong + reference.slice(at + 1)
        expect(others(typed), typed).toEqual([])
      }
      const swapped =
        reference.slice(0, at) + (reference[at + 1] ?? '') + reference[at] + reference.slice(at + 2)
      if (swapped !== reference) expect(others(swapped), swapped).toEqual([])
    }
  })
})

test('given a body that no order can have, when it is looked for, then it is no reference', () => {
  // Its check digits are right, but it says more than 55 bits.
  expect(referencesIn('RF56ZZZZZZZZZZZZ')).toEqual([])
})

describe('a bank statement', () => {
  test.each(['02', '04', '06', '08', '10', '13'])(
    'given camt.053.001.%s, when it is read, then every field is there',
    (version) => {
      const statement = read(
        [{ amount: '1234.50', text: 'RF 18 thanks &amp; regards', reference: 'A1' }],
        version,
      )
      expect(statement).toMatchObject({ account: ownIban, others: 0, unread: [] })
      expect(statement.entries).toEqual([
        {
          bankId: expect.stringMatching(/^[0-9a-f]{64}$/),
          digest: expect.stringMatching(/^[0-9a-f]{64}$/),
          kind: 'incoming',
          amount: 123_450,
          currency: 'usd',
          bookedOn: '2026-11-20',
          format: 'camt',
          remittance: 'RF 18 thanks & regards',
          senderName: 'Example GmbH',
          senderAccount: 'DE89370400440532013000',
        },
      ])
    },
  )

  test('given payments out, pending entries and reversals, when they are read, then each is what it is', () => {
    const statement = read([
      { amount: '10.00', direction: 'DBIT' },
      { amount: '11.00', status: 'PDNG' },
      { amount: '12.00', direction: 'DBIT', reversal: true },
      { amount: '13.00', reversal: true },
      { amount: '0.00', text: 'nothing moved' },
      { amount: '14', text: 'a' },
      { amount: '15.000', currency: 'KWD', text: 'b' },
    ])
    expect(statement.others).toBe(3)
    expect(statement.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['reversal', 1200],
      ['bounced', 1300],
      ['incoming', 1400],
      ['incoming', 15_000],
    ])
  })

  test('given the same entry in two files, when both are read, then its key is the same, and no other entry has it', () => {
    const [one, two]: Line[] = [
      { amount: '10.00', text: 'x', reference: 'A1' },
      { amount: '10.00', text: 'x', reference: 'A2' },
    ]
    expect(keys([one!])[0]).toBe(keys([two!, one!])[1])
    const unnamed: Line = { amount: '10.00', text: 'x', reference: 'NONREF' }
    const all = [...keys([one!, two!]), ...keys([unnamed]), ...keys([{ ...unnamed, day: '2026-11-21' }])]
    expect(new Set(all).size).toBe(4)
    // Nothing distinguishes these two.
    expect(new Set(keys([unnamed, unnamed])).size).toBe(1)
    // The bank gives its reference again on another day, and counts the entries of each statement on its own.
    expect(keys([{ ...one!, day: '2026-11-21' }])).not.toEqual(keys([one!]))
    expect(keys([{ ...unnamed, number: 57 }])).toEqual(keys([{ ...unnamed, number: 3 }]))
    const [ofAnother] = readCamt(camt([one!], '08', 'DE75512108001245126199'))[0]!.entries
    expect(ofAnother?.bankId).not.toBe(keys([one!])[0])
  })

  test('given one entry of several payments, when it is read, then each has its own amount and key', () => {
    const batch = camt([{ amount: '30.00', text: 'x', reference: 'B1' }])
      .toString()
      .replace(
        '</TxDtls>',
        '<Amt Ccy="USD">10.00</Amt></TxDtls><TxDtls><Refs><TxId>t2</TxId></Refs><Amt Ccy="USD">20.00</Amt></TxDtls>',
      )
    const { entries } = readCamt(Buffer.from(batch))[0]!
    expect(entries.map(({ amount }) => amount)).toEqual([1000, 2000])
    expect(new Set(entries.map(({ bankId, digest }) => bankId ?? digest)).size).toBe(2)
  })

  test.each([
    ['another currency', 'EUR', '10.00', '20.00'],
    ['another sum', 'USD', '600.00', '600.00'],
    ['another direction', 'USD', '10.00', '20.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Amt Ccy="USD">20.00'],
    ['no amount', '', '', ''],
  ])(
    'given an entry whose parts have %s, when it is read, then it is one payment of its own amount',
    (_, ...of) => {
      const [currency, first, second] = of
      const amount = (value?: string) => (currency === '' ? '' : `<Amt Ccy="${currency}">${value}</Amt>`)
      const batch = camt([{ amount: '30.00', text: 'x', reference: 'B1' }])
        .toString()
        .replace(
          '</TxDtls>',
          `${amount(first)}</TxDtls><TxDtls>${amount(second)}<RmtInf><Ustrd>y</Ustrd></RmtInf></TxDtls>`,
        )
      const { entries } = readCamt(Buffer.from(batch))[0]!
      expect(entries).toMatchObject([
        { kind: 'incoming', amount: 3000, currency: 'usd', remittance: 'x / y', senderName: null },
      ])
    },
  )

  test('given a prefix, CDATA, comments and another encoding, when it is read, then the text is whole', () => {
    const text = camt([
      { amount: '10.00', text: '<![CDATA[Müller & Söhne]]><!-- note -->', sender: 'M&#252;ller' },
    ])
      .toString()
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1b:')
      .replace('UTF-8', 'ISO-8859-1')
    const { entries } = readCamt(Buffer.from(text, 'latin1'))[0]!
    expect(entries[0]).toMatchObject({ remittance: 'Müller & Söhne', senderName: 'Müller' })
  })

  const odd: [string, Partial<Line>, string][] = [
    ['a day of months with 30 days', { day: '2026-02-30' }, '"2026-02-30" is no day.'],
    ['a day as people write it', { day: '20.11.2026' }, '"20.11.2026" is no day.'],
    ['the year 0000', { day: '0000-01-01' }, '"0000-01-01" is no day.'],
    [
      'more than can be counted',
      { amount: '99999999999999999.00' },
      'the amount "99999999999999999.00" USD cannot be read.',
    ],
    ['an exponent', { amount: '1e9' }, 'the amount "1e9" USD cannot be read.'],
    ['an amount below 0', { amount: '-10.00' }, 'the amount "-10.00" USD cannot be read.'],
    ['more decimals than the currency has', { amount: '10.005' }, 'the amount "10.005" USD cannot be read.'],
    ['an unknown status', { status: 'HELD' }, 'the status "HELD" does not say whether it is booked.'],
    [
      'an unknown direction',
      { direction: 'BOTH' as never },
      '"BOTH" does not say whether the money came or went.',
    ],
  ]
  test.each(odd)(
    'given an entry with %s, then it is named, and the other one is read',
    (_, line, message) => {
      const { entries, unread } = read([{ amount: '10.00', ...line }, { amount: '7.00' }])
      expect(entries.map(({ amount }) => amount)).toEqual([700])
      expect(unread).toEqual([{ place: 'Entry 1', message }])
      expect(() => read([{ amount: '10.00', ...line }])).toThrow(`Entry 1: ${message}`)
    },
  )

  test('given zeros in front, 18 digits in all and statuses that are not booked, then each is what it is', () => {
    const { entries, others } = read([
      { amount: '000000000002500.00' },
      { amount: '0000000012.500000' },
      ...['PDNG', 'INFO', 'FUTR'].map((status) => ({ amount: '1.00', status })),
    ])
    expect(entries.map(({ amount }) => amount)).toEqual([250_000, 1250])
    expect(others).toBe(3)
  })

  test.each(['<RfrdDocInf><Nb>RF 18 X</Nb></RfrdDocInf>', '<CdtrRefInf><Ref>RF 18 X</Ref></CdtrRefInf>'])(
    'given a reference in %s, then it is read',
    (strd) => {
      const file = camt([{ amount: '10.00', text: 'x' }])
        .toString()
        .replace('<Ustrd>', `<Strd>${strd}</Strd><Ustrd>`)
      expect(readCamt(Buffer.from(file))[0]?.entries[0]?.remittance).toBe('RF 18 X / x')
    },
  )

  const valid = camt([{ amount: '10.00' }]).toString()
  test.each([valid + valid, valid + valid.replace(/<\?xml.*?\?>\n/, '')])(
    'given two documents in one file, then the sentence says so',
    (file) => {
      expect(() => readCamt(Buffer.from(file))).toThrow('It holds several documents, one after the other.')
    },
  )
  const bombs: [string, string | Buffer][] = [
    ['a document type', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${valid.slice(38)}`],
    ['an entity', valid.replace('Example', '&x;')],
    ['a large depth', `${'<a>'.repeat(100_000)}`],
    ['what is no statement', '<Document/>'],
    ['what is no XML', 'IBAN;amount'],
    ['half a file', valid.slice(0, -30)],
    ['crossed elements', '<a><b></a></b>'],
    ['bytes that are no text', Buffer.from([0x3c, 0x61, 0xff, 0xfe, 0x3e])],
    ['a wrong amount', valid.replace('10.00', '1e9')],
    ['a negative amount', valid.replace('10.00', '-10.00')],
    ['a wrong day', valid.replaceAll('2026-11-20', '20.11.2026')],
  ]
  test.each(bombs)('given %s, when it is read, then the file is refused with a sentence', (_, file) => {
    expect(() => readCamt(Buffer.from(file))).toThrow(StatementFault)
  })

  test('given a file of 20 MB that closes nothing, when it is read, then it is refused soon', () => {
    const started = performance.now()
    expect(() => readCamt(Buffer.from(`<a ${'b="'.repeat(1_000_000)}`))).toThrow(StatementFault)
    expect(() => readCamt(Buffer.from('<'.repeat(5_000_000)))).toThrow(StatementFault)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
