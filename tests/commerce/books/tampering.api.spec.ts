import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonical, genesis } from '#platform/event-log/chain.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { SignedHeads } from '../../../src/modules/commerce/finance/verification/signed-heads.ts'
import { hashLink } from '../../platform/event-log/chain-link.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { type Buyer, openShop, type Shop } from '../support/shop.ts'

interface Verdict {
  ok: boolean
  events: number
  whole: boolean
  links: number
  firstBreak: { position: number; reason: string } | null
}

let shop: Shop
let staff: HttpClient
let superuser: Client
let folder: string
let verifier: string
let line: string
let publicKey: string
let events: number
let buyer: Buyer

beforeAll(async () => {
  shop = await openShop()
  staff = await shop.staff()
  buyer = (await shop.paidOrder()).buyer
  for (let n = 0; n < 3; n += 1) await shop.paidOrder()
  await staff.post('/api/finance/books/fees')
  await shop.inbox.idle()
  line = (await staff.post('/api/finance/signed-heads')).body.line
  publicKey = shop.site.container.get(SignedHeads).publicKey
  events = (await shop.site.container.get(EventLog).head()).position
  folder = await mkdtemp(join(tmpdir(), 'veralead-verify-'))
  // The file as an auditor gets it, alone in a folder of its own.
  verifier = join(folder, 'verify-log.mjs')
  await writeFile(verifier, (await staff.get('/api/finance/verify-log.mjs')).text)
  superuser = new Client({ connectionString: shop.database.superUrl, options: '-c timezone=UTC' })
  await superuser.connect()
  await superuser.query('set session_replication_role = replica')
  await superuser.query('create table untouched as select * from es.events')
  await superuser.query('create table untouched_head as select * from es.head')
})
afterAll(async () => {
  await superuser?.end()
  await shop?.stop()
  if (folder) await rm(folder, { recursive: true })
})

async function restore(): Promise<void> {
  await superuser.query('begin')
  await superuser.query('delete from es.events')
  await superuser.query('insert into es.events select * from untouched')
  await superuser.query('update es.head set (position, hash) = (select position, hash from untouched_head)')
  // A check makes the books first, of whatever the log holds.
  await superuser.query('delete from commerce_book_entry')
  await superuser.query('update commerce_book_mark set position = 0')
  await superuser.query('commit')
}
beforeEach(restore)

/** The exported file through the downloaded verifier, in a process of its own. */
async function offline(
  text: string,
  args: string[] = ['--head', line, '--key', publicKey],
): Promise<Verdict> {
  const file = join(folder, 'events.jsonl')
  await writeFile(file, text)
  return promisify(execFile)(process.execPath, [verifier, file, '--json', ...args], { env: {} }).then(
    ({ stdout }) => JSON.parse(stdout),
    (failure: { code: number; stdout: string; stderr: string }) => {
      if (failure.code !== 1) throw new Error(failure.stderr)
      return JSON.parse(failure.stdout)
    },
  )
}
const exported = async () => (await staff.get('/api/finance/events.jsonl')).text
const online = async () => (await staff.get('/api/finance/integrity')).body

function keyThatBegins(first: string): { raw: string; sign: (text: string) => string } {
  for (;;) {
    const { publicKey: own, privateKey } = generateKeyPairSync('ed25519')
    const raw = own.export({ format: 'jwk' }).x ?? ''
    if (raw.startsWith(first))
      return { raw, sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url') }
  }
}

/** Rewrites everything from a changed event on, with hashes that fit, and the head: what only a kept head reveals. */
async function rewriteTail(from: number): Promise<void> {
  let prevHash = genesis
  for await (const event of shop.site.container.get(EventLog).scan()) {
    const data = event.position === from ? { ...event.data, forged: true } : event.data
    const dataDigest = canonical(data).digest
    const metadataDigest = canonical(event.metadata).digest
    const hash = hashLink(prevHash, { ...event, data, dataDigest, metadataDigest })
    await superuser.query(
      `update es.events set data = $2, data_digest = decode($3, 'hex'), prev_hash = decode($4, 'hex'), hash = decode($5, 'hex')
       where position = $1`,
      [event.position, JSON.stringify(data), dataDigest, prevHash, hash],
    )
    prevHash = hash
  }
  await superuser.query("update es.head set hash = decode($1, 'hex')", [prevHash])
}

describe('E-6: what the owner of the database may try', () => {
  test('given an untouched log, when it is checked online and offline, then both prove all of it', async () => {
    expect(await online()).toMatchObject({ ok: true, events, firstBreak: null })
    expect(await offline(await exported())).toMatchObject({
      ok: true,
      whole: true,
      events,
      links: events,
      firstBreak: null,
      keptHead: { signed: 'holds' },
    })
  })

  const sql =
    (...statements: string[]) =>
    async () => {
      for (const statement of statements) await superuser.query(statement)
    }
  test.each<[string, () => Promise<void>, () => number, RegExp]>([
    [
      'a value changed',
      sql(`update es.events set data = data || '{"unitPrice": 1}' where position = 1`),
      () => 1,
      /data does not match its digest/,
    ],
    [
      'an event deleted inside',
      sql('delete from es.events where position = 5'),
      () => 5,
      /position 5 is missing/,
    ],
    ['the tail deleted', sql(`delete from es.events where position > 6`), () => 7, /the log holds 6/],
    [
      'two events swapped',
      sql(
        'update es.events set position = -1 where position = 3',
        'update es.events set position = 3 where position = 4',
        'update es.events set position = 4 where position = -1',
      ),
      () => 3,
      /should have version|does not name the hash/,
    ],
    [
      'one event inserted',
      sql(
        `insert into es.events select position + 1, stream_id, version + 1, gen_random_uuid(), type, schema_version, data,
           data_digest, metadata, metadata_digest, correlation_id, source, 'forged', occurred_at, recorded_at, hash, sha256(hash)
         from es.events order by position desc limit 1`,
        'update es.head set (position, hash) = (select position, hash from es.events order by position desc limit 1)',
      ),
      () => events + 1,
      /hash does not follow/,
    ],
    // The signing is an event itself, behind the head that it signs.
    ['the whole tail rewritten', () => rewriteTail(2), () => events - 1, /rewritten up to here/],
    [
      'the tail deleted and the head set back',
      sql(
        'delete from es.events where position > 6',
        'update es.head set (position, hash) = (select position, hash from es.events where position = 6)',
      ),
      () => 7,
      /the tail is gone/,
    ],
  ])(
    'given %s, when the log is checked, then the server and the offline verifier both name the place and the reason',
    async (_, tamper, position, reason) => {
      await tamper()
      const server = await online()
      expect(server).toMatchObject({ ok: false, firstBreak: { position: position() } })
      expect(server.firstBreak.reason).toMatch(reason)
      const file = await offline(await exported())
      expect(file).toMatchObject({ ok: false, firstBreak: { position: position() } })
      expect(file.firstBreak?.reason).toMatch(reason)
    },
  )

  test('given no kept head, when the whole tail was rewritten, then nothing is found: the head outside is what finds it', async () => {
    await rewriteTail(2)
    expect((await offline(await exported(), [])).ok).toBe(true)
  })

  test('given a file cut short, edited or of a period, when it is checked offline, then the first two are named and the third is proved as far as it goes', async () => {
    const text = await exported()
    const lines = text.trimEnd().split('\n')
    expect(await offline(lines.slice(0, -3).join('\n'))).toMatchObject({
      ok: false,
      firstBreak: { reason: 'the file has no last line: it was cut short' },
    })
    expect(await offline(text.replace('"amount": 250000', '"amount": 250001'))).toMatchObject({ ok: false })
    expect(await offline(text.replace('{"position":4', '{"position": '))).toMatchObject({
      ok: false,
      firstBreak: { reason: expect.stringContaining('is not JSON') },
    })
    const today = shop.clock.now().toISOString().slice(0, 10)
    const part = (await staff.get(`/api/finance/events.jsonl?from=${today}`)).text
    expect(await offline(part, [])).toMatchObject({ ok: true, whole: false, events, links: events })
    await expect(offline(text, ['--head', line.replace(/ \d+ /, ' 1 '), '--key', publicKey])).rejects.toThrow(
      'the signature does not hold',
    )
    await expect(offline('{"format":"veralead-event-log","version":3}\n')).rejects.toThrow('versions 1 and 2')
  })

  test('given a public key that begins with a dash, as one in 64 does, when the line is checked offline, then the key is taken as it is', async () => {
    const { raw, sign } = keyThatBegins('-')
    const signed = line.split(' ').slice(0, 4).join(' ')
    const own = `${signed} ${sign(signed)}`
    const proved = { ok: true, events, keptHead: { signed: 'holds' } }
    expect(await offline(await exported(), ['--head', own, '--key', raw])).toMatchObject(proved)
    expect(await offline(await exported(), [`--key=${raw}`, '--head', own])).toMatchObject(proved)
    await expect(offline(await exported(), ['--head', own, '--key'])).rejects.toThrow('--key: must be')
  })

  test('D-4: given a buyer who is erased, when the log is checked online and offline, then the chain holds and nothing in the file names them', async () => {
    const person = { userId: buyer.id, email: buyer.email }
    await shop.sql.query('delete from identity_customer where id = $1', [buyer.id])
    for (const part of shop.site.container.getAll(PersonalData)) await part.erase(person)
    expect((await online()).ok).toBe(true)
    const text = await exported()
    expect((await offline(text)).ok).toBe(true)
    expect(text).not.toContain(buyer.email)
    expect(text).not.toContain('Lovelace')
    const { body } = await staff.get('/api/finance/books')
    expect(body.sums).toMatchObject([{ received: '10000.00' }])
  })
})
