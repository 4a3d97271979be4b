import { beforeAll, describe, expect, test } from 'vitest'
import { LogRestores } from '../../../src/modules/commerce/finance/log/log-restores.ts'
import { Staff } from '../../../src/server/services.ts'
import { admin } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { openAuditedShop } from '../support/audited-shop.ts'

const audited = given(openAuditedShop)
/** The last position of the backup, and heads that were mailed before it and after it, in what will be lost. */
let base: number
let earlier: string
let lost: string
let staffId: string

const tables = ['es.events', 'es.head', 'commerce_order', 'commerce_invoice', 'commerce_signed_head']
const kept = (table: string): string => `backup_${table.replace('.', '_')}`
const onceMore = ['commerce_book_entry', 'commerce_book_mark']

beforeAll(async () => {
  const { shop, staff, superuser } = audited
  earlier = audited.line
  staffId = (await shop.site.container.get(Staff).member(admin.username))?.id ?? ''
  await staff.get('/api/finance/books')
  const backedUp = [...tables, ...onceMore]
  for (const table of backedUp) await superuser.query(`create table ${kept(table)} as select * from ${table}`)
  base = (await audited.online()).head.position
  // The day that is lost. Nothing was paid: a number that was printed would be missing until it is taken over.
  await shop.checkout(await shop.buyer())
  lost = (await staff.post('/api/finance/signed-heads')).body.line
  for (const table of backedUp) {
    await superuser.query(`delete from ${table}`)
    await superuser.query(`insert into ${table} select * from ${kept(table)}`)
  }
})

const asked = (line: string) => audited.online(`?head=${encodeURIComponent(line)}`)
const args = (line: string) => ['--head', line, '--key', audited.publicKey]

describe('given a database that was restored from a backup', () => {
  test('when nobody has said so, then a head of the lost part is reported as a lost tail, online and offline', async () => {
    expect(await asked(lost)).toMatchObject({ ok: false, keptHead: { found: 'gone' } })
    expect(await asked(earlier)).toMatchObject({ ok: true, keptHead: { found: 'here' } })
    const file = await audited.offline(await audited.exported(), args(lost))
    expect(file).toMatchObject({
      code: 1,
      firstBreak: { reason: expect.stringContaining('the tail is gone') },
    })
  })

  test('when it was said so, then the head is reported as lost by the restore, with its place and time, and earlier heads must still match', async () => {
    const { shop } = audited
    await expect(shop.site.container.get(LogRestores).mark(staffId, 'ask anna@example.com')).rejects.toThrow(
      'mail address',
    )
    const mark = await shop.site.container.get(LogRestores).mark(staffId, 'disk lost, backup of Saturday')
    expect(mark).toMatchObject({ position: base + 1, data: { lastPosition: base } })
    // Trade goes on beyond the position of the lost head.
    for (let n = 0; n < 3; n += 1) await shop.paidOrder()
    await shop.inbox.idle()
    const found = await asked(lost)
    expect(found).toMatchObject({
      ok: true,
      keptHead: {
        found: 'restored',
        words: expect.stringContaining(`restored here, at position ${base + 1}`),
      },
      restores: [
        {
          position: base + 1,
          lastPosition: base,
          by: admin.username,
          reason: 'disk lost, backup of Saturday',
        },
      ],
    })
    expect(await asked(earlier)).toMatchObject({ ok: true, keptHead: { found: 'here' } })
    const text = await audited.exported()
    const said = await audited.offlineSaid(text, args(lost))
    expect(said).toMatchObject({
      code: 2,
      out: expect.stringContaining(`restored here, at position ${base + 1}`),
    })
    expect(said.out).not.toMatch(/rewritten|tail is gone|is part of this log/)
    expect(await audited.offline(text, args(earlier))).toMatchObject({ code: 0, keptHead: { found: 'here' } })
  })

  test('when a head is signed after the mark, or precedes it, then the mark excuses nothing', async () => {
    const { body } = await audited.staff.post('/api/finance/signed-heads')
    expect(body.ok, body.reason).toBe(true)
    const position = Number(body.line.split(' ')[1])
    await audited.superuser.query(`create table honest as select * from es.events`)
    for (const [line, at] of [
      [body.line, position],
      [earlier, Number(earlier.split(' ')[1])],
    ] as const) {
      await audited.superuser.query(`update es.events set hash = sha256(hash) where position = $1`, [at])
      expect((await asked(line)).keptHead).toMatchObject({ found: 'rewritten' })
      expect((await asked(line)).ok).toBe(false)
      await audited.superuser.query('delete from es.events')
      await audited.superuser.query('insert into es.events select * from honest')
    }
    expect((await asked('veralead-head 1')).code).toBe('HEAD_NOT_READ')
    expect((await asked(lost.replace(/ \d+ /, ' 1 '))).code).toBe('HEAD_NOT_SIGNED')
  })
})
