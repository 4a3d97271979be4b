import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { Config } from '#platform/config/config.ts'
import { FinanceReport } from '../../../src/modules/commerce/finance/mails/finance-report.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import type { Answer, HttpClient } from '../../support/http-client.ts'
import { type Buyer, openShop, productId } from '../support/shop.ts'

const shop = given(openShop)
const dayMs = 24 * 3_600_000
const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`)
const dayIn = (days: number): string =>
  new Date(shop.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)

let owner: HttpClient
let manager: Buyer
let organizationId: string
let key: string
beforeAll(async () => {
  owner = await shop.staff()
  manager = await shop.buyer()
  organizationId = randomUUID()
  const details = { name: 'Keel Ltd', addressLine1: '1 Main Street', city: 'Boston', country: 'USA' }
  await manager.http.post('/api/organizations', { id: organizationId, ...details })
  const asked = await manager.http.post('/api/quotes', {
    ...{ id: randomUUID(), organizationId, productId, seats: 3 },
  })
  key = asked.body.token
})

function save(query: Record<string, string>, raw: Buffer, by = owner): Promise<Answer> {
  const headers = { 'content-type': 'application/octet-stream' }
  return by.send('POST', `/api/finance/vendor-papers?${new URLSearchParams(query)}`, { raw, headers })
}
async function added(title: string, expiresOn?: string, kind = 'insurance'): Promise<string> {
  const id = randomUUID()
  const answer = await save({ id, kind, title, ...(expiresOn && { expiresOn }) }, pdf(title))
  expect(answer.status, answer.text).toBe(200)
  return id
}
const offered = async (caller: HttpClient, quote = ''): Promise<{ id: string; title: string }[]> =>
  (await caller.get(`/api/vendor-papers${quote}`)).body.papers
const listed = async () =>
  (await owner.get('/api/finance/vendor-papers')).body.papers as { id: string; state: string }[]

it('given papers, then whoever has the key of a quote, manages an organization or is staff gets them, and nobody else learns that there are any', async () => {
  const id = await added('Certificate of insurance 2027', dayIn(200))
  const other = await shop.buyer()
  await other.http.post('/api/organizations', { id: randomUUID(), name: 'Rival Ltd' })
  const file = `/api/vendor-papers/${id}/pdf`
  const withKey = `?quote=${key}`
  const readers: [HttpClient, string][] = [
    [shop.client(), withKey],
    [(await shop.buyer()).http, withKey],
    [manager.http, ''],
    [other.http, ''],
    // A wrong key takes nothing from a manager.
    [other.http, '?quote=wrong'],
  ]
  for (const [reader, query] of readers) {
    const papers = await offered(reader, query)
    expect(papers).toEqual([
      {
        ...{ id, kind: 'insurance', title: 'Certificate of insurance 2027' },
        expiresOn: dayIn(200),
      },
    ])
    const answer = await reader.get(file + query)
    expect([answer.status, answer.text]).toEqual([200, pdf('Certificate of insurance 2027').toString()])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="insurance.pdf"',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  }
  expect((await owner.get(file)).status).toBe(200)
  const refused: [HttpClient, string][] = [
    [shop.client(), ''],
    [shop.client(), '?quote=wrong'],
    [shop.client(), `?quote=${key.slice(0, -1)}`],
    [(await shop.buyer()).http, ''],
  ]
  const unknown = `/api/vendor-papers/${randomUUID()}/pdf`
  for (const [reader, query] of refused)
    for (const path of [file, unknown, '/api/vendor-papers']) {
      const answer = await reader.get(path + query)
      expect([answer.status, answer.body.code]).toEqual([404, 'PAPER_NOT_FOUND'])
    }
  for (const path of ['/api/config', '/sitemap.xml', '/robots.txt', '/', '/organization', `/quotes/${key}`]) {
    const { text } = await shop.client().get(path)
    expect(text.includes(id) || text.includes('Certificate of insurance'), path).toBe(false)
  }
})

it('given a file that is no whole and harmless PDF, or none for a new paper, then it is refused with a sentence, and a paper is replaced, changed and removed with its file', async () => {
  const id = randomUUID()
  const asked = { id, kind: 'tax-form', title: 'W-9' }
  for (const [bytes, said] of [
    [Buffer.from('PK\u0003\u0004 a document'), 'The file must be a PDF.'],
    [Buffer.from('%PDF-1.7 cut'), 'The PDF is not whole: it must end with %%EOF. Save or download it again.'],
    [pdf('/JavaScript (app.alert)'), 'The PDF must not have JavaScript (/JavaScript). Save it without.'],
    [Buffer.alloc(0), 'The file must be a PDF.'],
  ] as const) {
    const answer = await save(asked, bytes)
    expect([answer.status, answer.body.message]).toEqual([400, said])
  }
  expect((await save(asked, Buffer.alloc(10_000_001, pdf('big')))).status).toBe(413)
  expect((await save({ ...asked, title: ' ' }, pdf('W-9'))).body.fields).toMatchObject([{ path: 'title' }])

  expect((await save(asked, pdf('first'))).status).toBe(200)
  const read = async () => (await manager.http.get(`/api/vendor-papers/${id}/pdf`)).text
  expect((await save(asked, pdf('second'))).status).toBe(200)
  expect(await read()).toBe(pdf('second').toString())
  expect((await save({ ...asked, title: 'W-9 of 2027' }, pdf('second'))).status).toBe(200)
  expect((await offered(manager.http)).map(({ title }) => title)).toContain('W-9 of 2027')
  const folder = `${shop.site.container.get(Config).dataDir.path}/documents/vendor-papers`
  const files = () => readdirSync(folder).filter((name) => name.startsWith(id))
  expect(files()).toHaveLength(1)
  expect((await owner.send('DELETE', `/api/finance/vendor-papers/${id}`)).status).toBe(200)
  expect((await owner.get(`/api/vendor-papers/${id}/pdf`)).status).toBe(404)
  expect((await owner.send('DELETE', `/api/finance/vendor-papers/${id}`)).status).toBe(404)
  expect(files()).toEqual([])
  expect((await owner.get('/api/audit')).text).toContain('Removed a vendor paper')
})

it('given an invoice order of a company, then its mail names the papers with a link to the organization', async () => {
  await added('Letter of our bank', undefined, 'bank-letter')
  const order = { orderId: randomUUID(), organizationId, productId, seats: 2, method: 'invoice' }
  const placed = await manager.http.post('/api/company-orders', order)
  expect(placed.status, placed.text).toBe(200)
  const mail = await eventually(async () => {
    const { mails } = (await shop.client().get(`/api/dev/mail?to=${manager.email}`)).body
    return mails.find(({ subject }: { subject: string }) => subject.startsWith('Invoice '))
  }, 20)
  expect(mail.text).toMatch(
    new RegExp(`For your procurement: .*bank letter.* ${shop.url}/organization#papers`),
  )
})

it('given a paper that expires, then staff is told once 30 days before, Today has it from then on, and after its last day companies do not get it', async () => {
  const report = shop.site.container.get(FinanceReport)
  // The schedule may send a report at the same time: a repeat has the same id, by which mail servers know it.
  const told = async (): Promise<string[]> => {
    const mails: { text: string; subject: string; messageId: string }[] = (
      await shop.client().get('/api/dev/mail')
    ).body.mails
    const found = mails.filter(({ text }) => text.includes('Bond of 2027'))
    return [...new Map(found.map(({ messageId, subject }) => [messageId, subject])).values()]
  }
  const waiting = async (): Promise<number> =>
    (await owner.get('/api/admin/today')).body.areas
      .flatMap(({ items }: { items: { title: string; count: number }[] }) => items)
      .find(({ title }: { title: string }) => title === 'Papers to replace')?.count ?? 0
  const nextMorning = async (days: number): Promise<void> => {
    await shop.advance(days * dayMs)
    owner = await shop.staff()
    await report.send()
  }
  await report.send()
  const id = await added('Bond of 2027', dayIn(33))
  const before = await waiting()
  await nextMorning(1)
  await nextMorning(1)
  expect(await told()).toEqual([])
  expect(await waiting()).toBe(before)
  // The morning on which the report is not made, because the site is down, is made up for.
  await nextMorning(2)
  expect(await told()).toHaveLength(1)
  expect((await told())[0]).toContain('1 paper expires')
  expect(await waiting()).toBe(before + 1)
  await nextMorning(1)
  expect(await told()).toHaveLength(1)
  manager.http.setCookie('session', await shop.sessionOf(manager))
  expect((await offered(manager.http)).map((paper) => paper.id)).toContain(id)
  await nextMorning(29)
  manager.http.setCookie('session', await shop.sessionOf(manager))
  expect((await listed()).find((paper) => paper.id === id)?.state).toBe('expired')
  expect((await offered(manager.http)).map((paper) => paper.id)).not.toContain(id)
  expect((await manager.http.get(`/api/vendor-papers/${id}/pdf`)).status).toBe(404)
  expect((await owner.get(`/api/vendor-papers/${id}/pdf`)).status).toBe(200)
  expect(await told()).toHaveLength(1)
  expect(await waiting()).toBe(before + 1)
}, 60_000)
