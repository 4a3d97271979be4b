import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Buyer } from '../faults/support/buyer.ts'
import { admin } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { HttpClient } from '../support/http-client.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { follow, recipes, whyNot } from './recipes.ts'

const server = process.env.TEST_DATABASE_URL ?? ''
const reason = await whyNot(server)
const stamp = `${Date.now().toString(36)}_${process.pid}_${randomBytes(4).toString('hex')}`
const names = [`veralead_test_${stamp}a`, `veralead_test_${stamp}b`, `veralead_test_${stamp}c`]
// The roles belong to the whole server, which other tests use as well.
const password = 'veralead-test'

/** The address of a database in a role of the product, or as the server's superuser. */
function address(database: string, role?: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  if (role !== undefined) {
    url.username = role
    url.password = password
  }
  return url.href
}

/** A person who buys, and what the order is called then. */
async function paidOrder(app: SpawnedApp): Promise<{ orderId: string; http: HttpClient }> {
  const buyer = new Buyer({ url: () => app.url })
  await buyer.signUp()
  const { orderId, intentId } = await buyer.checkout()
  const lab = /payment lab at (\S+)/.exec(app.output())?.[1]
  await fetch(`${lab}/lab/objects/${intentId}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  await buyer.comeBack(intentId)
  return { orderId, http: await signedIn(app) }
}

async function signedIn(app: SpawnedApp, password = admin.password): Promise<HttpClient> {
  const http = new HttpClient(app.url)
  const answer = await http.post('/api/auth/login', { ...admin, password, credentials: 'include' })
  if (answer.status !== 200) throw new Error(`The sign-in answered ${answer.status}: ${answer.text}`)
  return http
}

if (reason !== undefined) console.log(`The recipes of docs/operations.md are not run here: ${reason}`)

describe.skipIf(reason !== undefined)('docs/operations.md, word for word', { timeout: 300_000 }, () => {
  const found = recipes()
  const [roles = ''] = found.get('Database roles') ?? []
  const [newPassword = ''] = found.get('Members of staff') ?? []
  const [prove = ''] = found.get('Proving the books') ?? []
  const [migrate = ''] = found.get('Migrating as a step of its own') ?? []
  const [backup = '', restore = '', mark = '', look = '', record = ''] = found.get('Backup and restore') ?? []
  let folder: string
  let template: TestDatabase
  let app: SpawnedApp | undefined
  let env: Record<string, string>

  beforeAll(async () => {
    // Makes the two roles under the lock that keeps tests from changing them at once.
    template = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'veralead-recipes-'))
    await chmod(folder, 0o755)
    const { hostname, port, username, password: superPassword } = new URL(server)
    env = {
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: superPassword,
      OWNER_PASSWORD: password,
      APP_PASSWORD: password,
      BACKUP: folder,
      DATA_DIR: join(folder, 'data'),
      USERNAME: admin.username,
      REASON: 'disk lost on Sunday, backup of Saturday',
    }
  })
  afterAll(async () => {
    await app?.stop()
    const client = new Client({ connectionString: address('postgres') })
    await client.connect()
    for (const name of names) await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
    await template.drop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Follows a block and answers what its lines said; each must end with its code, 0 when none is given. */
  async function done(block: string, ...codes: number[]): Promise<string[]> {
    expect(block).not.toBe('')
    const said = await follow(block, env)
    for (const [at, { code, output }] of said.entries()) expect(code, output).toBe(codes[at] ?? 0)
    return said.map(({ output }) => output)
  }

  /** Lets the site and the commands use this database. */
  function use(database: string): void {
    env.DATABASE = database
    env.DATABASE_URL = address(database, 'veralead_app')
    env.DATABASE_ADMIN_URL = address(database, 'veralead_owner')
  }

  const start = async (): Promise<SpawnedApp> =>
    spawnApp({
      dataDir: env.DATA_DIR!,
      env: { DATABASE_URL: env.DATABASE_URL!, DATABASE_ADMIN_URL: env.DATABASE_ADMIN_URL! },
    })

  it('given a server of its own, a backup and a lost day, then every recipe from the roles to the proof does what it says', async () => {
    use(names[0]!)
    await done(roles)
    await done(migrate)
    app = await spawnApp({ dataDir: env.DATA_DIR!, env: { DATABASE_URL: env.DATABASE_URL! } })
    const first = await paidOrder(app)
    env.ORDER = first.orderId
    const [, , shown] = await done(prove)
    expect(shown).toContain('InvoiceIssued')
    await done(backup)

    const [drilled] = await done(found.get('Restore drill')?.[0] ?? '')
    expect(drilled).toMatch(
      /The chain is intact\.[\s\S]*1 stored documents are as issued[\s\S]*Restored and proved in \d+ s\./,
    )
    expect((await done('psql --list --tuples-only')).join()).not.toContain('veralead_drill')

    const lost = await paidOrder(app)
    const { body: head } = await lost.http.post('/api/finance/signed-heads')
    env.LAST_HEAD = head.line
    env.PUBLIC_KEY = (await lost.http.get('/api/finance/signed-heads')).body.publicKey
    await app.stop()

    use(names[1]!)
    await done(roles)
    await done(restore)
    await done(mark)
    app = await start()
    // 2 is "not proved": the head is not part of this log any more.
    const [verified, , offline] = await done(look, 0, 0, 2)
    expect(verified).toContain('the database was restored here')
    expect(offline).toContain('restored here')
    const [recorded, proved] = await done(record)
    expect(recorded).toContain(lost.orderId.slice(-8))
    expect(proved).toContain('The chain is intact.')

    const [said = ''] = await done(newPassword)
    const staff = await signedIn(app, /shown once: (\S+)/.exec(said)?.[1])
    for (const { orderId } of [first, lost]) {
      const { body } = await staff.get(`/api/finance/orders/${orderId}/events`)
      expect(body.events.map(({ type }: { type: string }) => type)).toContain('InvoiceIssued')
    }
    await app.stop()
    app = undefined
  })

  it('given a site that ran with one role, when it is moved to two, then it starts, and its orders are there', async () => {
    const moving = found.get('Database roles')?.[1] ?? ''
    use(names[2]!)
    await done(`createdb "$DATABASE"`)
    const superUrl = address(names[2]!)
    env.DATABASE_URL = superUrl
    env.DATABASE_ADMIN_URL = superUrl
    app = await start()
    const { orderId } = await paidOrder(app)
    await app.stop()

    await done(moving)
    use(names[2]!)
    app = await start()
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    const staff = await signedIn(app)
    expect((await staff.get(`/api/finance/orders/${orderId}/events`)).status).toBe(200)
    await paidOrder(app)
  })
})
