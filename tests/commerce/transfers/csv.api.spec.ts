import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Settings } from '#platform/settings/settings.ts'
import { bankAccountSettings } from '../../../src/modules/commerce/transfers/bank-account.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { camt, ownIban } from './camt-files.ts'

let shop: Shop
let owner: HttpClient
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.staff()
  await shop.site.container.get(Settings).write(bankAccountSettings, { iban: ownIban }, 'owner')
})
afterAll(() => shop?.stop())

const post = (path: string, file: string | Buffer) =>
  owner.send('POST', `/api/finance/bank-statements${path}`, {
    raw: Buffer.isBuffer(file) ? file : Buffer.from(file),
    headers: { 'content-type': 'application/octet-stream' },
  })
const query = (mapping: object): string =>
  `?${new URLSearchParams(Object.entries(mapping).map(([name, value]): [string, string] => [name, String(value)]))}`
const total = async (): Promise<number> => (await owner.get('/api/finance/transfers')).body.total
const outcomes = ({ body }: { body: { entries: { outcome: string }[] } }) =>
  body.entries.map(({ outcome }) => outcome)

const german = (...lines: string[]): Buffer =>
  Buffer.from(
    [
      '"Konto";"DE02120300000000202051"',
      '',
      'Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung',
      ...lines,
      '',
    ].join('\r\n'),
    'latin1',
  )
const miller = '20.11.2026;Müller GmbH;Rechnung 12;1.250,00;EUR'
const twin = '20.11.2026;Keel Ltd;Seats;10,00;EUR'

describe('a bank statement as CSV', () => {
  test('given a German file of windows-1252, when it is looked at, then encoding, delimiter, header, columns, dates and decimals are recognised', async () => {
    const { body } = await post('/csv/look', german(miller, '21.11.2026;Bank;Entgelt;-3,50;EUR'))
    expect(body).toMatchObject({
      remembered: false,
      columns: ['Buchungstag', 'Auftraggeber', 'Verwendungszweck', 'Betrag', 'Währung'],
      mapping: {
        ...{ encoding: 'windows-1252', delimiter: ';', header: 3, dates: 'd.m.y', decimal: ',' },
        ...{ date: 0, payer: 1, purpose: 2, amount: 3, currency: 4 },
      },
    })
    expect(body.sample[0]).toEqual({
      line: 4,
      cells: ['20.11.2026', 'Müller GmbH', 'Rechnung 12', '1.250,00', 'EUR'],
    })
  })

  test('given overlapping files, when they are recorded, then each payment counts once, identical lines are different payments, and the mapping is kept', async () => {
    const first = german(miller, twin, twin, '21.11.2026;Bank;Entgelt;-3,50;EUR')
    const { mapping } = (await post('/csv/look', first)).body
    const before = await total()
    const preview = await post(`/csv/preview${query(mapping)}`, first)
    expect(preview.status, preview.text).toBe(200)
    expect(preview.body).toMatchObject({
      others: 1,
      entries: [{ amount: '1250.00', currency: 'eur' }, {}, {}],
    })
    expect(await total()).toBe(before)
    const recorded = await post(`/csv${query(mapping)}`, first)
    expect(outcomes(recorded)).toEqual(['unassigned', 'unassigned', 'unassigned'])
    expect(await total()).toBe(before + 3)
    const later = german(twin, twin, twin, miller)
    expect((await post('/csv/look', later)).body).toMatchObject({ remembered: true, mapping })
    const again = await post(`/csv${query(mapping)}`, later)
    expect(outcomes(again).sort()).toEqual(['known', 'known', 'known', 'unassigned'])
    expect(await total()).toBe(before + 4)
  })

  test('given the same payment as camt and as CSV, in either order, then it is recorded once', async () => {
    const day = '2026-11-18'
    const of = (text: string, reference: string) => ({
      amount: '77.00',
      currency: 'EUR',
      text,
      reference,
      day,
    })
    await post('', camt([of('Invoice 77 thanks', 'C1')]))
    const file = german(
      '18.11.2026;Keel Ltd;Invoice 77 thanks;77,00;EUR',
      '18.11.2026;Keel;Other words;77,00;EUR',
    )
    const { mapping } = (await post('/csv/look', file)).body
    expect(outcomes(await post(`/csv${query(mapping)}`, file))).toEqual(['known', 'unassigned'])
    const others = camt([of('Other words', 'C2'), of('Other words', 'C3')])
    expect(outcomes(await post('', others))).toEqual(['known', 'unassigned'])
  })

  test('given a file that was recorded with the wrong columns, when it is recorded with others, then each payment still counts once, and a new one is new', async () => {
    const rows = ['17.11.2026;Keel Ltd;Invoice 9;20,00;EUR', '17.11.2026;Oak Ltd;Invoice 9;20,00;EUR']
    const file = german(...rows, '17.11.2026;Oak Ltd;Invoice 9;20,00;EUR')
    const { mapping } = (await post('/csv/look', file)).body
    const before = await total()
    const { purpose: _, ...without } = mapping
    await post(`/csv${query({ ...without, payer: 2 })}`, file)
    expect(await total()).toBe(before + 3)
    await post(`/csv${query({ ...mapping, payer: mapping.purpose, purpose: mapping.payer })}`, file)
    expect(await total()).toBe(before + 3)
    const later = german(...rows, rows[1]!, '17.11.2026;Elm Ltd;Invoice 10;20,00;EUR')
    expect(outcomes(await post(`/csv${query(mapping)}`, later))).toEqual([
      ...['known', 'known', 'known', 'unassigned'],
    ])
  })

  test('given American, ISO and tab-separated files, then their days and amounts are read as written', async () => {
    const american = 'Date,Description,Amount\n11/25/2026,"Keel, Inc.","1,250.50"\n11/26/2026,Fee,-2.00\n'
    const { mapping } = (await post('/csv/look', american)).body
    expect(mapping).toMatchObject({ delimiter: ',', dates: 'm/d/y', decimal: '.', encoding: 'utf-8' })
    const asked = query({ ...mapping, defaultCurrency: 'usd' })
    expect((await post(`/csv/preview${asked}`, american)).body.entries).toMatchObject([
      { bookedOn: '2026-11-25', amount: '1250.50', currency: 'usd', remittance: 'Keel, Inc.' },
    ])
    const iso = '2026-11-25\tKeel\t100.00\n2026-11-26\tKeel\t5.50\n'
    expect((await post('/csv/look', iso)).body.mapping).toMatchObject({
      ...{ delimiter: '\t', header: 0, dates: 'y-m-d', date: 0, amount: 2, decimal: '.' },
    })
  })

  test('given amounts without a sign and a column that says S or H, then what went out is no payment, and other words are refused', async () => {
    const of = (...lines: string[]) => ['Datum;Text;Betrag;S/H', ...lines, ''].join('\n')
    const file = of('05.11.2026;Seats of Keel;30,00;H', '06.11.2026;Refund to Keel;10,00;S')
    const { mapping, ambiguousDays } = (await post('/csv/look', file)).body
    expect(mapping).toMatchObject({ amount: 2, direction: 3 })
    expect(ambiguousDays).toBe(true)
    const preview = await post(`/csv/preview${query(mapping)}`, file)
    expect(preview.body).toMatchObject({
      others: 1,
      entries: [{ amount: '30.00', remittance: 'Seats of Keel' }],
    })
    const odd = await post(`/csv/preview${query(mapping)}`, of('05.11.2026;Seats;30,00;X'))
    expect(odd.body).toMatchObject({
      message: 'The file cannot be read. Line 2, S/H: "X" does not say whether the money came or went.',
    })
    const clear = of('25.11.2026;Seats of Keel;30,00;Haben')
    expect((await post('/csv/look', clear)).body).toMatchObject({
      ambiguousDays: false,
      mapping: { direction: 3 },
    })
  })

  test('given lines that cannot be read, then each is named by line and column, and nothing is recorded', async () => {
    const good = german(miller)
    const { mapping } = (await post('/csv/look', good)).body
    const broken = german(miller, '31.02.2026;A;x;5,00;EUR', '20.11.2026;B;y;1,2,3;EUR')
    const before = await total()
    for (const path of ['/csv/preview', '/csv']) {
      const refused = await post(`${path}${query(mapping)}`, broken)
      expect(refused).toMatchObject({ status: 400, body: { code: 'STATEMENT_UNREADABLE' } })
      const named = refused.body.fields.map(({ path: field }: { path: string }) => field)
      expect(named).toEqual(['Line 5, Buchungstag', 'Line 6, Betrag'])
    }
    expect(await total()).toBe(before)
    expect((await post('/csv/look', 'no table at all')).body.code).toBe('STATEMENT_UNREADABLE')
    expect((await post(`/csv${query({ ...mapping, date: 'x' })}`, good)).status).toBe(400)
  })
})
