import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unbake } from '../../../src/modules/leadership/credentials/unbaking.ts'
import { openShop, type Shop } from '../../commerce/support/shop.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { finish, openCohort, type Paid } from './finished.ts'

const name = 'Renée O’Neill-Łuczak'
/** What one flight of packets to a new visitor carries, with the headers of the answer. */
const firstFlight = 14_000

let shop: Shop
let owner: HttpClient
let renee: Paid
let id = ''
let json = ''
let refused: unknown
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.staff()
  renee = await shop.paidOrder()
  const cohortId = await openCohort(shop, owner, [renee])
  await finish(shop, cohortId, renee.orderId)
  await shop.sql.query("update identity_customer set first_name = '太郎', last_name = '山田' where id = $1", [
    renee.buyer.id,
  ])
  refused = (await owner.post('/api/admin/credentials', { orderIds: [renee.orderId] })).body.refused
  await choose({ name })
  const { body } = await owner.post('/api/admin/credentials', { orderIds: [renee.orderId] })
  id = body.awarded[0].id
  json = await (await fetch(address(id), { headers: { accept: 'application/json' } })).text()
})
afterAll(() => shop?.stop())

const address = (path: string): string => `${shop.url}/credentials/${path}`
const choose = (body: object) => renee.buyer.http.put(`/api/program/${renee.orderId}/certificate`, body)

async function text(path: string, status = 200): Promise<string> {
  const answer = await fetch(path === '' ? `${shop.url}/credentials` : address(path), {
    headers: { accept: 'text/html' },
  })
  expect(answer.status, path).toBe(status)
  return answer.text()
}

/** The outcome that the page of the check states for a file. */
async function checked(file: Buffer | string, status = 200): Promise<string> {
  return /<strong class="\w+">([^<]+)<\/strong>/.exec(await checkOf(file, status))?.[1] ?? ''
}

async function checkOf(file: Buffer | string, status = 200): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'brought')
  const answer = await fetch(address('verify'), { method: 'POST', body: form })
  expect(answer.status).toBe(status)
  return answer.text()
}

const bytesOf = async (path: string): Promise<Buffer> => {
  const answer = await fetch(address(path))
  expect(answer.status, path).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** Bytes on the wire, headers included. */
function wire(path: string): Promise<{ bytes: number; html: string }> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip, br' }
    const read = async (answer: IncomingMessage): Promise<void> => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      const bytes = body.length + answer.rawHeaders.join('    ').length
      resolve({ bytes, html: brotliDecompressSync(body).toString() })
    }
    request(`${shop.url}${path}`, { headers }, (answer) => void read(answer).catch(reject)).end()
  })
}

it('given a credential, then its page says whose it is, what was done, and that it holds at this moment, without a script, in one flight', async () => {
  const { bytes, html } = await wire(`/credentials/${id}`)
  expect(bytes).toBeLessThan(firstFlight)
  for (const words of [
    name,
    '<strong class="good">Valid</strong>',
    'Checked on',
    '10 of 12 weekly assignments',
  ])
    expect(html).toContain(words)
  expect(html).not.toMatch(/<script|style="|\son\w+=/)
  const { headers } = await fetch(address(id), { headers: { accept: 'text/html' } })
  expect(headers.get('x-robots-tag')).toBe('noindex')
  const policy = headers.get('content-security-policy')
  expect(policy).toMatch(/default-src 'none'; style-src 'sha256-/)
  // What checks the page for search engines may read robots.txt from there.
  expect(policy).toContain("connect-src 'self'")
  expect(await text('AAAAAAAAAAAAAAAAAAAAAA', 404)).toContain('There is no credential at this address')
})

it('given its files, then each has the signed credential inside, the same bytes every time, and passes the check; a changed one fails', async () => {
  for (const kind of ['pdf', 'png', 'svg', 'json']) {
    const file = await bytesOf(`${id}.${kind}`)
    expect(unbake(file)).toEqual({ kind, document: json })
    expect((await bytesOf(`${id}.${kind}`)).equals(file), kind).toBe(true)
    expect(await checked(file), kind).toBe('Valid')
    const changed = Buffer.from(
      file.toString('latin1').replace('"validUntil":"20', '"validUntil":"21'),
      'latin1',
    )
    expect(await checked(changed), kind).toBe('Not genuine')
    if (kind === 'json') continue
    // What is seen changed, and the credential inside did not.
    const seen = { pdf: ' TJ', png: 'IDAT', svg: '</svg>' }[kind]!
    const at = file.indexOf(seen) + (kind === 'png' ? 20 : 0)
    const forged = Buffer.concat([file.subarray(0, at - 3), Buffer.from('   '), file.subarray(at)])
    expect(unbake(forged)?.document, kind).toBe(json)
    const html = await checkOf(forged)
    expect(html, kind).toContain('<strong class="bad">Altered file</strong>')
    expect(html, kind).toContain(`not what you see: it is for ${name}.`)
  }
  const { headers } = await fetch(address(`${id}.png`))
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await checked(await bytesOf(`${id}/bundle.json`))).toBe('Valid')
  expect(
    await checked(await (await fetch(address(id), { headers: { accept: 'application/vc+jwt' } })).text()),
  ).toBe('Valid')
})

it('given a name that the certificate cannot show, then nothing is awarded before the holder chose another, and says so at the field', async () => {
  expect(refused).toEqual([{ orderId: renee.orderId, code: 'NAME_NOT_PRINTABLE' }])
  const { status, body } = await choose({ name: '山田 太郎' })
  expect(status).toBe(400)
  expect(body.fields[0].message).toMatch(/The certificate cannot show 山 田 太 郎\. Please write/)
})

it('given anything else, then the check says what to bring', async () => {
  expect(await checked('GIF89a', 400)).toBe('Nothing to check')
  expect(await checked('', 400)).toBe('Nothing to check')
  expect(await checked('{"a":1}')).toBe('Not ours')
  expect(await checked('{"a":')).toBe('Not a credential')
  expect((await fetch(address('verify'), { method: 'POST', body: 'x'.repeat(100) })).status).toBe(400)
  expect((await fetch(address('verify'), { method: 'POST', body: 'x'.repeat(2_100_000) })).status).toBe(413)
  const foreign = (host: string) =>
    text(`verify?of=${encodeURIComponent(`${host}/credentials/${id}.pdf`)}`, 400)
  for (const host of [
    'example.org',
    'https://example.org',
    `https://example.org/?${shop.url}`,
    `${shop.url}@example.org`,
  ])
    expect(await foreign(host), host).toContain('This address is not ours')
  const { host } = new URL(shop.url)
  for (const of of [
    id,
    `${shop.url}/credentials/${id}`,
    `${host}/credentials/${id}.pdf`,
    `/credentials/${id}`,
  ])
    expect(await text(`verify?of=${encodeURIComponent(of)}`)).toContain(
      'The register of this site has it as valid.',
    )
  expect(await text('verify?of=%3Cb%3E', 400)).not.toContain('<b>')
})

it('given a holder who agrees, then the directory lists the credential, by name, and not before', async () => {
  expect(await text('')).toContain('Nobody is listed yet.')
  await choose({ isPublic: true })
  expect((await wire('/credentials')).html).toContain(`<a href="/credentials/${id}">${name}</a>`)
  expect(await text('?q=o%E2%80%99neill')).toContain('One valid credential for “o’neill”')
  expect(await text('?q=%3Cb%3E')).toContain('Nobody with “&lt;b&gt;” in the name')
  expect((await fetch(address(id))).headers.get('x-robots-tag')).toBeNull()
})

it('given a withdrawn credential, then page, check, directory and files say so at once', async () => {
  const reason = 'The final account was not <own> work.'
  const answer = await owner.post(`/api/admin/credentials/${id}/withdraw`, { reason })
  expect(answer.status, answer.text).toBe(200)
  const page = await text(id)
  expect(page).toContain('<strong class="bad">Withdrawn</strong>')
  expect(page).toContain('Reason: The final account was not &lt;own&gt; work.')
  expect(page).not.toMatch(/\.pdf"|badge\.svg/)
  expect(await text(`${id}.pdf`, 403)).toContain('Withdrawn')
  expect(await checked(json)).toBe('Withdrawn')
  expect(await text('')).toContain('Nobody is listed yet.')
})
