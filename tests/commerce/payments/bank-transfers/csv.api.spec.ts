import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { timeOrderedId } from '#platform/kernel/time-ordered-id.ts'
import { Settings } from '#platform/settings/settings.ts'
import { printedReference } from '../../../../src/modules/commerce/domain/transfer-reference.ts'
import { verifyOrders } from '../../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { bankAccountSettings } from '../../../../src/modules/commerce/payments/bank-transfers/bank-account.ts'
import { given } from '../../../support/given.ts'
import { seed } from '../../../support/seed.ts'
import { openShop } from '../../support/shop.ts'
import { camt, ownIban } from './camt-files.ts'

const shop = given(openShop)
const owner = given(() => shop.staff())
beforeAll(async () => {
  await shop.site.container.get(Settings).write(bankAccountSettings, { iban: ownIban }, 'owner')
})

let day = 0
/** Each test has a day of its own, so that no transfer of another one is the same. */
beforeEach(() => {
  day += 1
})
const german = () => `${String(day).padStart(2, '0')}.10.2026`
const iso = () => `2026-10-${String(day).padStart(2, '0')}`

const post = (path: string, file: string | Buffer, choice?: object) =>
  owner.send(
    'POST',
    `/api/finance/bank-statements${path}${choice ? `?${new URLSearchParams({ choice: JSON.stringify(choice) })}` : ''}`,
    {
      raw: Buffer.isBuffer(file) ? file : Buffer.from(file),
      headers: { 'content-type': 'application/octet-stream' },
    },
  )
const total = async (): Promise<number> => (await owner.get('/api/finance/transfers')).body.total
const outcomes = ({ body }: { body: { entries: { outcome: string; reason: string | null }[] } }) =>
  body.entries.map(({ outcome }) => outcome)

const header = 'Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung'
const table = (...lines: string[]): string => [header, ...lines, ''].join('\r\n')
const line = (payer: string, text: string, amount: string, currency = 'EUR') =>
  [german(), payer, text, amount, currency].join(';')
const choice = {
  ...{ header: 1, dates: 'dmy', decimal: ',', currency: 'usd' },
  columns: ['date', 'payer', 'purpose', 'amount', 'currency'],
}

describe('a bank statement as CSV', () => {
  test('given a file of Windows-1252 that nobody chose for, then no column is guessed, what its cells show is preset, and what is missing is named', async () => {
    const { body } = await post(
      '/csv/look',
      Buffer.from(table(line('Müller GmbH', 'x', '1.250,00')), 'latin1'),
    )
    expect(body).toMatchObject({
      remembered: false,
      choice: { encoding: 'windows-1252', delimiter: ';', header: 1, columns: [], currency: 'usd' },
      counts: { incoming: 0 },
    })
    expect(body.missing).toEqual([
      'The column with the booking day.',
      'The column with the amount, or with the money that came in.',
      'The decimal sign.',
    ])
    expect(body.lines[1]).toMatchObject({ line: 2, cells: expect.arrayContaining(['Müller GmbH']) })
    expect((await post('/csv', table(), { columns: [] })).body.code).toBe('STATEMENT_CHOICE')
    expect((await post('/csv/look', 'no table at all')).body.code).toBe('STATEMENT_UNREADABLE')
    expect((await post('/csv', table(), { ...choice, columns: ['date', 'date'] })).status).toBe(400)
  })

  test('given overlapping files, then each payment counts once, equal lines are different payments, and the choice is kept for files with these columns', async () => {
    const [miller, twin] = [
      line('Müller GmbH', 'Rechnung 12', '1.250,00'),
      line('Keel Ltd', 'Seats', '10,00'),
    ]
    const first = Buffer.from(table(miller, twin, twin, line('Bank', 'Entgelt', '-3,50')), 'latin1')
    const before = await total()
    expect((await post('/csv/preview', first, choice)).body).toMatchObject({ others: 1, unread: [] })
    expect(await total()).toBe(before)
    expect(outcomes(await post('/csv', first, choice))).toEqual(['unassigned', 'unassigned', 'unassigned'])
    const later = table(twin, twin, twin, miller)
    expect((await post('/csv/look', later)).body).toMatchObject({
      remembered: true,
      missing: [],
      choice: { ...choice, encoding: 'utf-8' },
    })
    expect((await post('/csv/look', later.replace('Betrag', 'Amount'))).body.remembered).toBe(false)
    // The same with another encoding, and one payment more.
    expect(outcomes(await post('/csv', later, choice)).sort()).toEqual([
      'known',
      'known',
      'known',
      'unassigned',
    ])
    expect(await total()).toBe(before + 4)
  })

  test('given lines that cannot be read, then each is named by line and column, and the others are recorded', async () => {
    const file = table(
      line('A', 'x', '5,00'),
      `31.02.2026;B;x;5,00;EUR`,
      `${german()};C;x;1,2,3;EUR`,
      `Kontostand;;;11.480,00;EUR`,
      `${german()};D;x;7,00;`,
    )
    const before = await total()
    const { body } = await post('/csv', file, { ...choice, currency: 'eur' })
    expect(body.entries).toMatchObject([{ amount: '5.00' }, { amount: '7.00', currency: 'eur' }])
    expect(body.unread).toEqual([
      { place: 'Line 3, Buchungstag', message: '"31.02.2026" is no day written day, month, year.' },
      { place: 'Line 4, Betrag', message: '"1,2,3" is no amount of EUR with a decimal comma.' },
      { place: 'Line 5, Buchungstag', message: '"Kontostand" is no day written day, month, year.' },
    ])
    expect(await total()).toBe(before + 2)
    const refused = await post('/csv', table('31.02.2026;B;x;5,00;EUR'), choice)
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'STATEMENT_UNREADABLE', fields: [{ path: 'Line 2, Buchungstag' }] },
    })
  })

  test('given another payer’s money of the same day and amount, in whatever file, then it is recorded, and shown where it looks alike', async () => {
    const alpha = {
      amount: '2511.00',
      currency: 'EUR',
      text: 'Invoice 112 seats',
      day: iso(),
      sender: 'Alpha Ltd',
    }
    await post('', camt([{ ...alpha, reference: `ALPHA${day}` }]))
    const { body } = await post('/csv', table(line('Beta GmbH', 'Invoice 112', '2.511,00')), choice)
    expect(body.entries).toMatchObject([{ outcome: 'unassigned', looksLike: expect.stringMatching(/-/) }])
    await post('/csv', table(line('Gamma AG', '', '2.622,00')), choice)
    const other = await post('/csv', table(line('Delta Inc', 'Thanks', '2.622,00')), choice)
    expect(other.body.entries).toMatchObject([{ outcome: 'unassigned', looksLike: null }])
  })

  test('given two files of one bank, the second with an umlaut and the reference of an order that does not exist yet, then both payments are recorded', async () => {
    const before = await total()
    await post('/csv', table(line('Alpha Ltd', 'Leadership', '2.500,00', 'USD')), choice)
    const text = `Leadership ${printedReference(timeOrderedId())}`
    const second = Buffer.from(table(line('Müller AG', text, '2.500,00', 'USD')), 'latin1')
    expect((await post('/csv', second, choice)).body.entries).toMatchObject([{ reason: 'unknown-reference' }])
    expect(await total()).toBe(before + 2)
  })

  test('given the same payments as camt and as CSV, in either order and eight times at once, then each is recorded once', async () => {
    const texts = ['Invoice 1', 'Invoice 2', 'Invoice 3', 'Invoice 3']
    const [asCamt, asCsv] = [
      camt(
        texts.map((text, at) => ({
          amount: '77.00',
          currency: 'EUR',
          text,
          day: iso(),
          reference: `C${day}-${at}`,
        })),
      ),
      table(...texts.map((text) => line('Example GmbH', text, '77,00'))),
    ]
    const before = await total()
    const files = Array.from({ length: 8 }, (_, at) => at % 2 === 0)
    const answers = await Promise.all(
      files.map((isCamt) => (isCamt ? post('', asCamt) : post('/csv', asCsv, choice))),
    )
    expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200))
    expect(await total()).toBe(before + 4)
    // A third payment of the same words has another id of the bank.
    const third = camt([
      { amount: '77.00', currency: 'EUR', text: 'Invoice 3', day: iso(), reference: 'THIRD' },
    ])
    expect(outcomes(await post('', third))).toEqual(['unassigned'])
    expect(outcomes(await post('/csv', asCsv, choice))).toEqual(['known', 'known', 'known', 'known'])
  })

  test('given a line that was read with the wrong currency, then it is reported so, and recorded once the wrong one is taken back', async () => {
    const file = table(line('Northbeck Energy', 'INV', '11.875,00', ''))
    const wrong = await post('/csv', file, { ...choice, currency: 'eur' })
    const { transferId } = wrong.body.entries[0]
    const again = await post('/csv', file, choice)
    expect(again.body.entries).toMatchObject([{ outcome: 'read-otherwise', transferId, currency: 'usd' }])
    const sums = async (): Promise<string> =>
      (await owner.get('/api/finance/transfers')).body.sums.find(
        (sum: { currency: string }) => sum.currency === 'eur',
      ).amount
    const before = Number(await sums())
    const mark = (mistaken: boolean) =>
      owner.post(`/api/finance/transfers/${transferId}/mistake`, { mistaken, reason: 'Wrong currency' })
    for (let times = 0; times < 2; times += 1)
      expect((await mark(true)).body.transfer).toMatchObject({ mistaken: true, unassigned: '0.00' })
    expect(Number(await sums())).toBe(before - 11_875)
    const refused = await owner.post(`/api/finance/transfers/${transferId}/return`, {
      ...{ amount: '1.00', reason: 'Sent back', requestId: crypto.randomUUID() },
    })
    expect(refused.status).toBe(409)
    expect((await owner.get('/api/finance/transfers?state=mistaken')).body.transfers).toMatchObject([
      { id: transferId },
    ])
    expect((await post('/csv', file, choice)).body.entries).toMatchObject([
      { outcome: 'unassigned', currency: 'usd' },
    ])
    // A file that repeats the mistake does not bring it back.
    expect((await post('/csv', file, { ...choice, currency: 'eur' })).body.entries).toMatchObject([
      { outcome: 'known', reason: 'recorded-by-mistake' },
    ])
    expect((await mark(false)).body.transfer).toMatchObject({ mistaken: false, unassigned: '11875.00' })
    const used = { amount: '1.00', reason: 'Sent back', requestId: crypto.randomUUID() }
    expect((await owner.post(`/api/finance/transfers/${transferId}/return`, used)).status).toBe(200)
    expect((await mark(true)).body.code).toBe('TRANSFER_USED')
  })

  test('given a whole file that was read with the wrong currency, then one request takes back what of it is not used, and the file can be imported again', async () => {
    const file = table(
      line('Maple Ltd', 'Invoice 5', '600,00', ''),
      line('Ash Ltd', 'Invoice 6', '700,00', ''),
      line('Maple Ltd', 'Return Invoice 5', '-600,00', ''),
    )
    const wrong = { ...choice, currency: 'gbp' }
    expect((await post('/csv/preview', file, wrong)).body.importId).toBeNull()
    const { importId, entries } = (await post('/csv', file, wrong)).body
    const of = (state: string) => owner.get(`/api/finance/transfers?state=${state}&from=${iso()}&to=${iso()}`)
    const [maple, ash] = entries.map(({ transferId }: { transferId: string }) => transferId)
    expect((await of('unassigned')).body.transfers[0].imported).toEqual({ id: importId, transfers: 2 })
    const used = { amount: '1.00', reason: 'Sent back', requestId: crypto.randomUUID() }
    expect((await owner.post(`/api/finance/transfers/${ash}/return`, used)).status).toBe(200)
    const takeBack = (reason = 'Read with the wrong currency', id = importId) =>
      owner.post(`/api/finance/bank-statements/${id}/mistake`, { reason })
    expect((await takeBack('The one of Maple')).body.code).toBe('NAMES_A_PERSON')
    expect((await takeBack(undefined, crypto.randomUUID())).body.code).toBe('IMPORT_NOT_FOUND')
    expect((await takeBack()).body).toEqual({ success: true, mistaken: 1, kept: 1 })
    expect((await takeBack()).body).toMatchObject({ mistaken: 0, kept: 1 })
    expect((await of('mistaken')).body).toMatchObject({
      transfers: [{ id: maple, currency: 'gbp' }],
      total: 1,
    })
    const { unmatched } = (await owner.get('/api/finance/transfers')).body
    expect(unmatched.filter(({ currency }: { currency: string }) => currency === 'gbp')).toEqual([])
    expect((await post('/csv', file, choice)).body.entries).toMatchObject([
      { outcome: 'unassigned', currency: 'usd' },
      { outcome: 'read-otherwise', transferId: ash },
      { outcome: 'unmatched', reason: 'perhaps-reversal', currency: 'usd' },
    ])
  })

  test('given money that went out with the payer and amount of a transfer, then a person is asked to look at it, and other money is not', async () => {
    const paid = line('Oak Ltd', 'Invoice 4', '500,00')
    const file = table(
      paid,
      line('Oak Ltd', 'Return Invoice 4', '-500,00'),
      line('Landlord', 'Rent', '-500,00'),
      line('Oak Ltd', 'Catering', '-90,00'),
    )
    for (const path of ['/csv/preview', '/csv']) {
      const { body } = await post(path, file, choice)
      expect(body).toMatchObject({
        others: 2,
        entries: [{}, { reason: 'perhaps-reversal', outcome: 'unmatched' }],
      })
    }
    const { unmatched } = (await owner.get('/api/finance/transfers')).body
    const ofOak = unmatched.filter(
      ({ remittance }: { remittance: string }) => remittance === 'Return Invoice 4',
    )
    expect(ofOak).toMatchObject([{ kind: 'reversal', reason: 'perhaps-reversal', amount: '500.00' }])
    expect(outcomes(await post('/csv', file, choice))).toEqual(['known', 'unmatched'])
  })

  test('given columns with words for direction and state, then only words that a person chose count, and others are named', async () => {
    const of = (...lines: string[]) => ['Datum;Text;Betrag;K/D;Status', ...lines, ''].join('\n')
    const at = german()
    const file = of(
      `${at};Seats;30,00;K;gebucht`,
      `${at};Refund;10,00;D;gebucht`,
      `${at};Later;40,00;K;Vorgemerkt`,
      `${at};Odd;50,00;X;gebucht`,
      `${at};Strange;60,00;K;?`,
    )
    const words = { in: ['K'], out: ['D'], booked: ['gebucht'], pending: ['Vorgemerkt'] }
    const chosen = {
      ...{ header: 1, dates: 'dmy', decimal: ',', currency: 'eur', words },
      columns: ['date', 'purpose', 'amount', 'direction', 'state'],
    }
    const { body } = await post('/csv/look', file, { ...chosen, words: undefined })
    expect(body.words).toEqual({ direction: ['K', 'D', 'X'], state: ['gebucht', 'Vorgemerkt', '?'] })
    expect(body.missing).toEqual(['The words for money that came in.', 'The words for what is booked.'])
    const preview = await post('/csv/preview', file, chosen)
    expect(preview.body).toMatchObject({
      others: 2,
      entries: [{ amount: '30.00' }],
      unread: [{ place: 'Line 5, K/D' }, { place: 'Line 6, Status' }],
    })
  })

  test('given statements of two accounts in one camt file, then the own one is read, and the other is named', async () => {
    const stmt = (file: Buffer) => /<Stmt>[\s\S]*<\/Stmt>/.exec(file.toString())![0]
    const own = camt([{ amount: '4.00', day: iso() }]).toString()
    const both = own.replace(
      '</Stmt>',
      `</Stmt>${stmt(camt([{ amount: '5.00' }], '08', 'DE75512108001245126199'))}`,
    )
    expect((await post('/preview', both)).body).toMatchObject({
      entries: [{ amount: '4.00' }],
      unread: [{ place: 'Account DE75512108001245126199' }],
    })
  })

  test('given a file of megabytes, then other requests are answered while it is read', async () => {
    const many = camt(
      Array.from({ length: 5_000 }, (_, at) => ({ amount: '1.00', text: `x${at}`, direction: 'DBIT' })),
    )
    let answered = 0
    let done = false
    const reading = post('/preview', many).finally(() => {
      done = true
    })
    while (!done) {
      await owner.get('/healthz')
      if (!done) answered += 1
    }
    expect((await reading).body.others).toBe(5_000)
    expect(answered).toBeGreaterThan(3)
  })

  test(`given payments of three payers in files of any order and either kind, each twice, seed ${seed}, then every payment is recorded once and no money is lost`, async () => {
    const payers = ['Example GmbH', 'Beta GmbH', 'Gamma AG']
    const payment = fc.record({ payer: fc.constantFrom(...payers), amount: fc.integer({ min: 1, max: 3 }) })
    const plan = fc.record({
      payments: fc.array(payment, { minLength: 1, maxLength: 6 }),
      files: fc.array(fc.boolean(), { minLength: 2, maxLength: 4 }),
      reversed: fc.boolean(),
    })
    let round = 0
    await fc.assert(
      fc.asyncProperty(plan, async ({ payments, files, reversed }) => {
        round += 1
        const text = (one: { payer: string }) => `Round ${round} of ${one.payer}`
        const before = await total()
        const asCamt = camt(
          payments.map((one, at) => ({
            ...{
              amount: `${one.amount}.00`,
              currency: 'EUR',
              text: text(one),
              day: iso(),
              sender: one.payer,
            },
            reference: `P${day}-${round}-${at}`,
          })),
        )
        const lines = payments.map((one) => line(one.payer, text(one), `${one.amount},00`))
        const asCsv = table(...(reversed ? lines.toReversed() : lines))
        for (const isCamt of [...files, ...files])
          await (isCamt ? post('', asCamt) : post('/csv', asCsv, choice))
        expect((await total()) - before).toBe(payments.length)
      }),
      { numRuns: 12, seed },
    )
  })

  test('given all of this, then the ledger agrees with the log', async () => {
    expect((await verifyOrders(shop.site.container.get(EventLog))).transfers).toMatchObject({ faults: [] })
  })
})
