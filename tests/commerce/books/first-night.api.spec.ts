import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { SignedHeads } from '../../../src/modules/commerce/finance/verification/signed-heads.ts'
import { given } from '../../support/given.ts'
import { openShop } from '../support/shop.ts'

describe('given a site without any event, when its first night signs the head at position 0', () => {
  const shop = given(openShop)
  let line: string

  const staff = given(() => shop.staff())
  beforeAll(async () => {
    line = (await staff.post('/api/finance/signed-heads')).body.line
  })

  test('then the next check finds the log whole, and that head in it', async () => {
    expect(line).toMatch(/^veralead-head 0 0{64} /)
    const { body } = await staff.get(`/api/finance/integrity?head=${encodeURIComponent(line)}`)
    expect(body).toMatchObject({ ok: true, keptHead: { position: 0, found: 'here' } })
    expect((await shop.site.container.get(SignedHeads).keep()).signed).toMatchObject({ position: 1 })
  })

  test('then the offline verifier finds that head in the exported log', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'veralead-first-night-'))
    try {
      const download = async (file: string): Promise<void> =>
        writeFile(join(folder, file), (await staff.get(`/api/finance/${file}`)).text)
      await Promise.all([download('verify-log.mjs'), download('events.jsonl')])
      const { publicKey } = shop.site.container.get(SignedHeads)
      const args = ['verify-log.mjs', 'events.jsonl', '--json', '--head', line, '--key', publicKey]
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
      expect(JSON.parse(stdout)).toMatchObject({ ok: true, keptHead: { position: 0, found: 'here' } })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
