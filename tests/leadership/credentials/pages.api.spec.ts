import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { DocumentCheck } from '../../../src/modules/leadership/credentials/check-document.ts'
import { isOurFile } from '../../../src/modules/leadership/credentials/credential-files.ts'
import { CredentialKeys } from '../../../src/modules/leadership/credentials/credential-keys.ts'
import { CredentialRegister } from '../../../src/modules/leadership/credentials/credential-register.ts'
import { OwnHosts } from '../../../src/modules/leadership/credentials/did.ts'
import { unbake } from '../../../src/modules/leadership/credentials/unbaking.ts'
import { openShop } from '../../commerce/support/shop.ts'
import { given } from '../../support/given.ts'
import { finish, openCohort, type Paid } from './finished.ts'

const name = 'Renée O’Neill-Łuczak'
/** What one flight of packets to a new visitor carries, with the headers of the answer. */
const firstFlight = 14_000

const shop = given(openShop)
let renee: Paid
let id = ''
let json = ''
let refused: unknown
const owner = given(() => shop.staff())
beforeAll(async () => {
  renee = await shop.paidOrder()
  const cohortId = await openCohort(shop, owner, [renee])
  await finish(shop, cohortId, renee.orderId)
  await shop.sql.query("update identity_customer set first_name = 'ꦗꦮ', last_name = '山田' where id = $1", [
    renee.buyer.id,
  ])
  refused = (await owner.post('/api/admin/credentials', { orderIds: [renee.orderId] })).body.refused
  await choose({ name })
  const { body } = await owner.post('/api/admin/credentials', { orderIds: [renee.orderId] })
  id = body.awarded[0].id
  json = await (await fetch(address(id), { headers: { accept: 'application/json' } })).text()
})

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
    `<title>Veralead - ${name}: Authentic Leader Certification</title>`,
    '<aside aria-label="Files">',
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
})

it('given what wallets, editors and forgers make of a credential, then the check reads it, or says what is wrong', async () => {
  const presentation = (...held: object[]) => ({
    type: ['VerifiablePresentation'],
    verifiableCredential: held,
  })
  const credential = JSON.parse(json)
  const bundle = (await bytesOf(`${id}/bundle.json`)).toString()
  for (const read of [
    JSON.stringify(presentation(credential)),
    JSON.stringify({ type: 'VerifiablePresentation', verifiableCredential: credential }),
    `[${json}]`,
    JSON.stringify({ credential }),
    Buffer.from(`\ufeff${json}`, 'utf16le'),
    Buffer.from(json, 'utf16le'),
    Buffer.from(`\ufeff${json}`, 'utf16le').swap16(),
  ])
    expect(await checked(read), String(read).slice(0, 40)).toBe('Valid')
  const two = await checkOf(JSON.stringify(presentation(credential, { ...credential, name: 'Forged' })))
  expect(two).toContain('2 credentials in one file')
  expect(two).toContain(`Credential 1 of 2: ${name}`)
  expect(two.match(/<strong class="\w+">[^<]+/g)).toEqual([
    '<strong class="good">Valid',
    '<strong class="bad">Not genuine',
  ])
  for (const forged of [
    json.replace('{', '{"credentialSubject":{"name":"Mallory"},'),
    json.replace('{', '{"id":"https://example.org/credentials/1",'),
    json.replace('{', '{"\\u0069d":"https://example.org/credentials/1",'),
    bundle.replace('{', '{"credential":{"name":"Mallory"},'),
  ]) {
    expect(await checked(forged), forged.slice(0, 60)).toBe('Not genuine')
    expect(await checkOf(forged)).toContain('Names are repeated in it')
  }
  for (const wrapped of [
    JSON.stringify({ name: 'Certificate of Mallory', credential }),
    bundle.replace('"didDocument":', '"holder":"Mallory","didDocument":'),
    bundle.replace('"publicKeyMultibase":"z', '"publicKeyMultibase":"zz'),
    bundle.replace('"encodedList":"u', '"encodedList":"uA'),
  ]) {
    expect(await checked(wrapped), wrapped.slice(0, 60)).toBe('Altered file')
    expect(await checkOf(wrapped)).toContain(
      'The credential inside is genuine, the rest of the file is not ours.',
    )
  }
  const jwt = `data:application/vc+jwt,e30.e30.e30`
  const enveloped = { type: 'EnvelopedVerifiableCredential', id: jwt }
  for (const [given, said] of [
    [JSON.stringify(presentation(enveloped)), 'a credential as a JWT'],
    ['eyJhbGciOiJFUzI1NiJ9.e30.c2ln', 'a credential as a JWT'],
    [`My certificate:\n${json}`, 'There is text before the credential'],
    [JSON.stringify(presentation(...Array.from({ length: 11 }, () => credential))), 'It has 11 credentials'],
  ])
    expect(await checkOf(given!, 400), said).toContain(said)
})

it('given a form with other parts than one file, then none of them is read', async () => {
  const send = async (parts: string[], type = 'multipart/form-data; boundary=b') => {
    const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
    const answer = await fetch(address('verify'), { method: 'POST', headers: { 'content-type': type }, body })
    return answer.status
  }
  const part = (head: string, content = json) => `${head}\r\n\r\n${content}`
  const file = 'Content-Disposition: form-data; name="file"; filename="a.json"'
  expect(await send([part(file)])).toBe(200)
  expect(await send([part(file)], 'multipart/form-data; boundary="b"')).toBe(200)
  expect(await send([part(`${file}${'\r\nX-A: b'.repeat(19)}`)])).toBe(200)
  for (const parts of [
    [part(file), part(file)],
    [part('Content-Disposition: form-data; name="other"')],
    [part(`${file}${'\r\nX-A: b'.repeat(20)}`)],
    [part(`${file}\r\nX-A: ${'b'.repeat(9_000)}`)],
    Array.from({ length: 5_000 }, () => part(file, 'x')),
    [],
  ])
    expect(await send(parts)).toBe(400)
  expect(await send([part(file)], 'multipart/form-data')).toBe(400)
})

it('given the address that the site had before, then what was issued there is ours; that of others is not', async () => {
  const { container } = shop.site
  const parts = [container.get(CredentialKeys), container.get(CredentialRegister), shop.clock] as const
  const checkAt = (url: string, former: string[]) => new DocumentCheck(...parts, new OwnHosts(url, former))
  const moved = checkAt('https://new.example', [shop.url])
  const { verdict, steps } = await moved.check(json)
  expect(verdict).toBe('valid')
  expect(steps[1]?.message).toContain('that is this site, at an address that it had before')
  const view = (await container.get(CredentialRegister).find(id))!
  const document = JSON.parse(json)
  const pdf = await bytesOf(`${id}.pdf`)
  for (const [now, isOurs] of [
    [{ ...view, address: `https://new.example/credentials/${id}` }, true],
    [{ ...view, awardedAt: new Date(0) }, false],
  ] as const)
    expect(await isOurFile(pdf, 'pdf', now, { document, text: json })).toBe(isOurs)
  expect(await checkAt('https://new.example', []).check(json)).toMatchObject({ verdict: 'foreign' })
  expect(await checkAt('http://localhost:4700', []).check(json)).toMatchObject({ verdict: 'valid' })
  const forged = json.replaceAll(new URL(shop.url).host.replace(':', '%3A'), 'other.example')
  expect(await checkAt('https://new.example', [shop.url]).check(forged)).toMatchObject({ verdict: 'foreign' })
})

it('given a name that the certificate cannot show, then nothing is awarded before the holder chose another, and says so at the field', async () => {
  expect(refused).toEqual([{ orderId: renee.orderId, code: 'NAME_NOT_PRINTABLE' }])
  const message =
    'Name has letters that documents cannot show: ꦗ ꦮ. Please write it without them, or in Latin letters.'
  for (const answer of [
    await choose({ name: '山田 ꦗꦮ' }),
    await owner.post(`/api/admin/credentials/${id}/reissue`, { name: '山田 ꦗꦮ' }),
  ]) {
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual([{ path: 'name', message }])
  }
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
  expect(await text('')).toContain('No one is listed yet.')
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
  expect(await text('')).toContain('No one is listed yet.')
})
