import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { fromDecimal } from '#platform/kernel/money.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { Settings } from '#platform/settings/settings.ts'
import { bookSettings } from '../../../src/modules/commerce/finance/books/book-settings.ts'
import { Books } from '../../../src/modules/commerce/finance/books/books.ts'
import { forgetBooks } from '../../../src/modules/commerce/finance/books/forget-books.ts'
import { bookKinds } from '../../../src/modules/commerce/finance/books/movements.ts'
import { SignedHeads } from '../../../src/modules/commerce/finance/verification/signed-heads.ts'
import { Staff } from '../../../src/modules/identity/staff/staff.ts'
import { given } from '../../support/given.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { asForger } from '../support/forger.ts'
import { openShop } from '../support/shop.ts'

const fromAmount = (text: string): number => fromDecimal(text, 'usd')

const shop = given(openShop)
const staff = given(() => shop.staff())

const get = async (path: string) => {
  const answer = await staff.get(`/api/finance/${path}`)
  expect(answer.status, answer.text.slice(0, 300)).toBe(200)
  return answer
}

async function member(username: string, role: 'viewer' | 'finance' | 'editor'): Promise<HttpClient> {
  const password = 'A-password-of-staff-1A'
  await shop.site.container.get(Staff).create({ username, password, role }, { replace: true })
  const http = shop.client()
  expect((await http.post('/api/auth/login', { username, password })).status).toBe(200)
  return http
}

describe('the books', () => {
  test('given payments, a part given back and fees, when the books are read, then every figure is right to the cent and opens the events that add up to it', async () => {
    const one = await shop.paidOrder()
    await shop.paidOrder()
    await staff.post(`/api/finance/orders/${one.orderId}/refunds`, {
      amount: '125.01',
      reason: 'late start',
      requestId: randomUUID(),
    })
    expect((await staff.post('/api/finance/books/fees')).body.recorded).toBeGreaterThan(0)
    expect((await staff.post('/api/finance/books/fees')).body.recorded).toBe(0)
    const { body } = await get('books?by=day')
    expect(body).toMatchObject({ timeZone: 'UTC', dates: 'stripe' })
    const today = shop.clock.now().toISOString().slice(0, 10)
    // 2.9 % and 30 cents of 2,500.00 are 72.80, twice.
    const expected = {
      currency: 'usd',
      received: '5000.00',
      refunded: '125.01',
      disputed: '0.00',
      fees: '145.60',
      unassigned: '0.00',
      net: '4729.39',
      lateEntries: 0,
    }
    expect(body.lines).toEqual([{ period: today, ...expected }])
    expect(body.sums).toEqual([{ period: 'all', ...expected }])
    expect((await get('books?by=month')).body.lines).toEqual([{ period: today.slice(0, 7), ...expected }])
    expect((await get('books?to=2020-01-01')).body.lines).toEqual([])

    for (const kind of bookKinds) {
      const { body: opened } = await get(`books/entries?kind=${kind}&from=${today}&to=${today}`)
      const sum = opened.entries.reduce(
        (all: number, entry: { amount: string }) => all + fromAmount(entry.amount),
        0,
      )
      expect(sum, kind).toBe(fromAmount(expected[kind]))
      expect(opened.total, kind).toBe(opened.entries.length)
    }
    const { body: refunds } = await get('books/entries?kind=refunded')
    expect(refunds.entries).toMatchObject([
      { orderId: one.orderId, type: 'RefundObserved', amount: '125.01', currency: 'usd' },
    ])
    const { body: paged } = await get('books/entries?limit=2')
    const rest = await get(`books/entries?limit=500&after=${paged.next}`)
    expect(paged.entries.length + rest.body.entries.length).toBe(paged.total)
  })

  test('given a refund that fails after all and a dispute that is lost, when the books are read, then the one is taken back and the other booked', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const made = (await shop.lab(`/lab/objects/${intentId}/refund`, {})) as { id: string }
    const refunded = async () =>
      (await get(`books/entries?orderId=${orderId}&kind=refunded`)).body.entries.map(
        ({ amount }: { amount: string }) => amount,
      )
    await expect.poll(refunded, { timeout: 20_000 }).toEqual(['2500.00'])
    await shop.lab(`/lab/objects/${made.id}/fail`, {})
    await expect.poll(refunded, { timeout: 20_000 }).toEqual(['2500.00', '-2500.00'])

    const other = await shop.buyer()
    const { body: started } = await shop.checkout(other)
    await shop.pay(started.paymentIntent.clientSecret, 'pm_card_createDispute')
    const disputed = async () =>
      (await get(`books/entries?orderId=${started.order.id}&kind=disputed`)).body.sums
    await expect
      .poll(
        async () => {
          await shop.observations.observe(started.paymentIntent.id, {
            actor: { kind: 'system', name: 'test' },
          })
          return disputed()
        },
        { timeout: 20_000 },
      )
      .toEqual([{ currency: 'usd', amount: '2500.00' }])
  })

  test('given the books are forgotten, when they are read again, then the log alone makes them the same; and reading in parts changes nothing', async () => {
    const books = shop.site.container.get(Books)
    const before = await books.lines({}, 'day')
    const entries = await shop.sql.query('select * from commerce_book_entry order by position, kind')
    await forgetBooks(shop.database.adminUrl)
    expect(await shop.sql.query('select * from commerce_book_entry')).toEqual([])
    await Promise.all([books.catchUp(), books.catchUp(), books.catchUp()])
    expect(await books.lines({}, 'day')).toEqual(before)
    expect(await shop.sql.query('select * from commerce_book_entry order by position, kind')).toEqual(entries)
    const [rows] = await shop.sql.query<{ received: string; refunded: string }>(
      'select sum(received_minor) as received, sum(refunded_minor) as refunded from commerce_order',
    )
    const sum = (kind: 'received' | 'refunded') => before.reduce((all, line) => all + line.figures[kind], 0)
    expect([sum('received'), sum('refunded')]).toEqual([Number(rows?.received), Number(rows?.refunded)])
  })

  test('given sums kept by two processes, when an event is booked, a changed row is booked again or the time zone changes, then both say what the rows say', async () => {
    const { container } = shop.site
    const settings = container.get(Settings)
    const process = () => new Books(container.get(Database), container.get(EventLog), settings)
    const [one, other] = [process(), process()]
    const ofRows = async () =>
      (
        await shop.sql.query<{ kind: string; sum: number }>(
          'select kind, sum(amount_minor)::int as sum from commerce_book_entry group by kind order by kind',
        )
      ).map(({ kind, sum }) => [kind, sum])
    const of = async (books: Books) => {
      const lines = await books.lines({}, 'day')
      const sum = (kind: (typeof bookKinds)[number]) =>
        lines.reduce((all, { figures }) => all + figures[kind], 0)
      return [...bookKinds].sort().flatMap((kind) => (sum(kind) === 0 ? [] : [[kind, sum(kind)]]))
    }
    await shop.inbox.idle()
    const first = await of(one)
    await shop.paidOrder()
    await shop.inbox.idle()
    expect(await of(one)).not.toEqual(first)
    const right = await of(one)
    expect(right).toEqual(await ofRows())

    await asForger(
      shop.database,
      `update commerce_book_entry set amount_minor = amount_minor + 7 where kind = 'received'`,
    )
    expect(await of(other)).toEqual(await ofRows())
    expect(await of(other)).not.toEqual(right)
    await forgetBooks(shop.database.adminUrl)
    for (const books of [one, other]) expect(await of(books)).toEqual(right)
    expect(await ofRows()).toEqual(right)

    const days = await one.lines({}, 'day')
    const zones = ['Pacific/Kiritimati', 'Pacific/Niue']
    for (const timeZone of zones) {
      await settings.write(bookSettings, { timeZone }, 'test')
      for (const books of [one, other])
        expect((await books.lines({}, 'day')).at(-1)?.period).toBe(dayIn(timeZone, shop.clock.now()))
    }
    await settings.write(bookSettings, { timeZone: 'UTC' }, 'test')
    expect(await one.lines({}, 'day')).toEqual(days)
  })

  test('given exports in both formats, when they are summed, then they say what the screen says', async () => {
    const screen = (await get('orders?pageSize=1')).body
    const jsonLines = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    const orders = jsonLines((await get('orders.jsonl')).text)
    const sum = (rows: Record<string, string>[], field: string) =>
      rows.reduce((all, row) => all + fromAmount(row[field] ?? ''), 0)
    expect(orders.length).toBe(screen.total)
    expect(sum(orders, 'receivedAmount')).toBe(fromAmount(screen.sums[0].receivedAmount))
    expect(sum(orders, 'refundedAmount')).toBe(fromAmount(screen.sums[0].refundedAmount))
    expect(JSON.stringify(orders)).not.toContain('@')
    const [head, ...csv] = (await get('orders.csv')).text.trim().split('\r\n')
    const column = head?.split(',').indexOf('received') ?? -1
    expect(csv.reduce((all, line) => all + fromAmount(line.split(',')[column] ?? ''), 0)).toBe(
      fromAmount(screen.sums[0].receivedAmount),
    )
    const lines = (await get('books?by=day')).body.lines
    expect(jsonLines((await get('books.jsonl?by=day')).text)).toEqual(
      lines.map((line: object) => ({ ...line, timeZone: 'UTC', dates: 'stripe' })),
    )
    const spread = (await get('books.csv?by=day')).text.trim().split('\r\n')
    expect(spread).toHaveLength(1 + lines.length)
    expect(spread[0]).toBe(
      '"period (UTC; date at Stripe)",currency,received,refunded,disputed,fees,unassigned,net,late_entries',
    )
    expect(spread[1]).toBe(Object.values(lines[0]).join(','))
    expect((await staff.get('/api/finance/events.jsonl?from=yesterday')).status).toBe(400)
  })
})

describe('exports at the same time', () => {
  test('given more exports at once than may run, when they are asked for, then some must wait, the others are whole, and afterwards all may run', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => staff.get('/api/finance/events.jsonl')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.body).toMatchObject({
      code: 'EXPORTS_BUSY',
      error: expect.stringContaining('try again'),
    })
    const files = answers.filter(({ status }) => status === 200)
    expect(files.length).toBeGreaterThan(0)
    for (const { text } of files) expect(text.trimEnd().split('\n').at(-1)).toContain('"signature"')
    expect((await staff.get('/api/finance/events.jsonl')).status).toBe(200)
  })

  test('given clients that leave during their exports, then others may run at once', async () => {
    const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (let leaving = 0; leaving < 3; leaving += 1) {
      const client = new AbortController()
      const address = new URL('/api/finance/events.csv', shop.url)
      const { status, body } = await fetch(address, { headers: { cookie }, signal: client.signal })
      expect(status).toBe(200)
      await body?.cancel()
      client.abort()
    }
    expect((await staff.get('/api/finance/events.csv')).status).toBe(200)
  })
})

describe('finding orders', () => {
  test('given many orders, when pages are turned by their cursor in every sorting, then each order comes once and in order', async () => {
    const all = (await get('orders?pageSize=100')).body
    for (const sort of ['placed', 'changed', 'total', 'received', 'refunded']) {
      for (const direction of ['asc', 'desc']) {
        const ids: string[] = []
        let after = ''
        for (;;) {
          const { body } = await get(`orders?pageSize=1&sort=${sort}&direction=${direction}${after}`)
          expect(body.total).toBe(all.total)
          ids.push(...body.orders.map((order: { id: string }) => order.id))
          if (body.next === null) break
          after = `&after=${encodeURIComponent(body.next)}`
        }
        expect(new Set(ids).size, `${sort} ${direction}`).toBe(all.total)
        expect(ids.length).toBe(all.total)
      }
    }
    expect((await staff.get('/api/finance/orders?after=2500.00~x')).body.code).toBe('BAD_CURSOR')
    expect((await staff.get('/api/finance/orders?sort=mood')).status).toBe(400)
  })

  test('given numbers of documents, when they are searched, then their orders are found', async () => {
    const { orderId } = await shop.paidOrder()
    await staff.post(`/api/finance/orders/${orderId}/refunds`, {
      amount: '1.00',
      reason: 'goodwill',
      requestId: randomUUID(),
    })
    const { body } = await get(`orders?q=${orderId}`)
    const { invoiceNumber } = body.orders[0]
    expect((await get(`orders?q=${invoiceNumber}`)).body.orders).toMatchObject([{ id: orderId }])
    const state = (await get(`orders/${orderId}/state`)).body.order
    expect((await get(`orders?q=${state.creditNotes[0].number}`)).body.orders).toMatchObject([
      { id: orderId },
    ])
    expect((await get(`orders?q=${orderId}&disputed=true`)).body.total).toBe(0)
  })
})

describe('around an order', () => {
  test('given an order, when its evidence is read, then papers, mails, webhooks and requests are there; a paper is a PDF, and all of it is noted for the owner', async () => {
    const { orderId } = await shop.paidOrder()
    await staff.post(`/api/finance/orders/${orderId}/refunds`, {
      amount: '20.00',
      reason: 'goodwill',
      requestId: randomUUID(),
    })
    await shop.inbox.idle()
    const finance = await member('carla', 'finance')
    const { body } = await finance.get(`/api/finance/orders/${orderId}/evidence`)
    expect(body.documents.map(({ kind }: { kind: string }) => kind)).toEqual([
      'invoice',
      'receipt',
      'credit-note',
    ])
    for (const { path, number } of body.documents) {
      const pdf = await finance.get(path)
      expect(pdf.status, path).toBe(200)
      expect(pdf.headers.get('content-disposition')).toContain(number)
      expect(pdf.text.slice(0, 5)).toBe('%PDF-')
    }
    // The reminder waits for its hour, and says that nobody had to be reminded when it has come.
    const reminder = async () => {
      const answer = await finance.get(`/api/finance/orders/${orderId}/evidence`)
      return answer.body.mails.find(({ kind }: { kind: string }) => kind === 'reminder')
    }
    const waiting = await reminder()
    expect(waiting).toMatchObject({ state: 'owed', doneAt: null, late: false })
    expect(Date.parse(waiting.dueAt)).toBeGreaterThan(Date.parse(waiting.owedAt))
    expect(body.mails.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['confirmation', 'schedule', 'refund']),
    )
    expect(body.webhooks.map(({ type }: { type: string }) => type)).toContain('payment_intent.succeeded')
    const versions = body.requests.flatMap((request: { versions: number[] }) => request.versions)
    expect(versions).toContain(1)

    const [webhook] = body.webhooks
    const raw = (await finance.get(`/api/finance/inbox/${webhook.id}/body`)).body
    expect(JSON.parse(raw.body)).toMatchObject({ id: webhook.id, type: webhook.type })
    expect(raw.digest).toMatch(/^[0-9a-f]{64}$/)
    expect((await finance.get('/api/finance/inbox/evt_none/body')).status).toBe(404)

    const { body: noted } = await get(`readings?orderId=${orderId}`)
    const whats = noted.readings.filter((one: { username: string }) => one.username === 'carla')
    expect(new Set(whats.map(({ what }: { what: string }) => what))).toEqual(
      new Set(['evidence', 'document', 'webhook']),
    )
    expect((await finance.get('/api/finance/readings')).status).toBe(403)
  })
})

describe('signed heads', () => {
  test('given a signed head, when history is rewritten behind it or the head itself is forged, then the check says so; the head goes to log and mail', async () => {
    const heads = shop.site.container.get(SignedHeads)
    const { body } = await staff.post('/api/finance/signed-heads')
    expect(body).toMatchObject({ ok: true, reason: null })
    const mails = await shop.client().get('/api/dev/mail')
    const mailed = mails.body.mails.find((mail: { text: string }) => mail.text.includes(body.line))
    expect(mailed?.subject).toMatch(/^Order log: head \d+$/)
    expect((await get('signed-heads')).body).toMatchObject({
      publicKey: heads.publicKey,
      heads: [{ line: body.line }],
    })
    expect((await get('integrity')).body).toMatchObject({ ok: true, firstBreak: null })
    await asForger(
      shop.database,
      'create table kept_heads as select * from commerce_signed_head',
      `update commerce_signed_head set hash = '${'0'.repeat(64)}'`,
    )
    expect((await get('integrity')).body).toMatchObject({ ok: false })
    await asForger(shop.database, 'delete from commerce_signed_head')
    const { body: without } = await get('integrity')
    expect(without.ok).toBe(false)
    expect(JSON.stringify(without.parts)).toContain('is missing')
    expect((await heads.keep()).signed).toBeNull()
    await asForger(shop.database, 'insert into commerce_signed_head select * from kept_heads')
    expect((await get('integrity')).body.ok).toBe(true)
  })
})

describe('who may', () => {
  test('given a viewer and an editor, when the books are asked for, then the viewer reads figures and nothing about people, the editor nothing', async () => {
    const { orderId } = await shop.paidOrder()
    const viewer = await member('vera', 'viewer')
    const editor = await member('edith', 'editor')
    for (const path of ['books', 'books/entries', 'signed-heads', 'verify-log.mjs']) {
      expect((await viewer.get(`/api/finance/${path}`)).status, path).toBe(200)
      expect((await editor.get(`/api/finance/${path}`)).status, path).toBe(403)
    }
    for (const path of [
      'events.jsonl',
      'orders.jsonl',
      'books.csv',
      'books.jsonl',
      'readings',
      `orders/${orderId}/evidence`,
      `orders/${orderId}/documents/invoice`,
      'inbox/evt_1/body',
    ]) {
      expect((await viewer.get(`/api/finance/${path}`)).status, path).toBe(403)
      expect((await editor.get(`/api/finance/${path}`)).status, path).toBe(403)
    }
    expect((await viewer.post('/api/finance/signed-heads')).status).toBe(403)
  })
})
