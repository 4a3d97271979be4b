import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { EventLog } from '#platform/event-log/event-log.ts'
import { SignedHeads } from '../../../src/modules/commerce/finance/verification/signed-heads.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { type Buyer, openShop, type Shop } from './shop.ts'

/** What the offline verifier says with `--json`, and its exit code. */
export interface OfflineVerdict {
  code: number
  ok: boolean
  events: number
  outside: number
  whole: boolean
  links: number
  first: number | null
  firstBreak: { position: number; reason: string } | null
  keptHead: { position: number; signed: string; found: string } | null
  file: { version: number; signed: string }
  unproved: string[]
}

/** A shop with four paid orders, their fees and a signed head, and the means of an auditor and of a forger. */
export interface AuditedShop {
  shop: Shop
  staff: HttpClient
  /** Triggers do not fire on it. */
  superuser: Client
  /** The kept line of the signed head, the key that checks it, and its position. */
  line: string
  publicKey: string
  signedAt: number
  /** Events of the log at the beginning. */
  events: number
  buyer: Buyer
  /** The downloaded verifier on a text, in a process of its own, with the kept head and key by default. */
  offline(text: string, args?: string[]): Promise<OfflineVerdict>
  /** The same as a person sees it: what is printed and the exit code. */
  offlineSaid(text: string, args?: string[]): Promise<{ code: number; out: string; err: string }>
  exported(query?: string): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: the body of an answer, as HttpClient has it
  online(query?: string): Promise<any>
  stop(): Promise<void>
}

export async function openAuditedShop(): Promise<AuditedShop> {
  const shop = await openShop()
  const staff = await shop.staff()
  const { buyer } = await shop.paidOrder()
  for (let n = 0; n < 3; n += 1) await shop.paidOrder()
  await staff.post('/api/finance/books/fees')
  await shop.inbox.idle()
  const { line } = (await staff.post('/api/finance/signed-heads')).body
  const publicKey = shop.site.container.get(SignedHeads).publicKey
  const events = (await shop.site.container.get(EventLog).head()).position
  const folder = await mkdtemp(join(tmpdir(), 'veralead-verify-'))
  // The file as an auditor gets it, alone in a folder of its own.
  const verifier = join(folder, 'verify-log.mjs')
  await writeFile(verifier, (await staff.get('/api/finance/verify-log.mjs')).text)
  const superuser = new Client({ connectionString: shop.database.superUrl, options: '-c timezone=UTC' })
  await superuser.connect()
  await superuser.query('set session_replication_role = replica')
  const kept = ['--head', line, '--key', publicKey]

  const run = async (text: string, args: string[]) => {
    const file = join(folder, 'events.jsonl')
    await writeFile(file, text)
    return promisify(execFile)(process.execPath, [verifier, file, ...args], { env: {} }).then(
      ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
      (failure: { code: number; stdout: string; stderr: string }) => ({
        code: failure.code,
        out: failure.stdout,
        err: failure.stderr,
      }),
    )
  }
  return {
    shop,
    staff,
    superuser,
    line,
    publicKey,
    signedAt: Number(line.split(' ')[1]),
    events,
    buyer,
    offline: async (text, args = kept) => {
      const { code, out, err } = await run(text, ['--json', ...args])
      if (out === '') throw new Error(err)
      return { code, ...JSON.parse(out) }
    },
    offlineSaid: (text, args = kept) => run(text, args),
    exported: async (query = '') => (await staff.get(`/api/finance/events.jsonl${query}`)).text,
    online: async (query = '') => (await staff.get(`/api/finance/integrity${query}`)).body,
    stop: async () => {
      await superuser.end()
      await shop.stop()
      await rm(folder, { recursive: true })
    },
  }
}
