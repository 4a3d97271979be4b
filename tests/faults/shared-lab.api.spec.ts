import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { LabClaim } from '#platform/config/lab-claim.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'

const labOf = (app: SpawnedApp): string => /payment lab at (\S+)/.exec(app.output())?.[1] ?? 'none'

async function stripe(lab: string, path: string, form?: Record<string, string>) {
  const answer = await fetch(`${lab}${path}`, {
    headers: { authorization: `Bearer ${paymentLabKeys.secretKey}` },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  })
  return (await answer.json()) as { id: string }
}

function reconcile(dataDir: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const file = join(import.meta.dirname, '../../src/server/cli/reconcile.ts')
    const child = spawn(process.execPath, [file], {
      env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('exit', (code) => resolve({ code, output }))
  })
}

describe('the payment lab of one DATA_DIR', () => {
  const folders: string[] = []
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  it('given two sites, then both use one lab, no payment is lost, and the command finds it while it runs', {
    timeout: 240_000,
  }, async () => {
    const first = await spawnApp()
    folders.push(first.dataDir)
    const second = await spawnApp({ dataDir: first.dataDir })
    expect(labOf(second)).toBe(labOf(first))
    const intent = { amount: '100', currency: 'usd' }
    const made = [
      await stripe(labOf(first), '/v1/payment_intents', intent),
      await stripe(labOf(second), '/v1/payment_intents', intent),
    ]
    expect(await reconcile(first.dataDir)).toMatchObject({ code: 0 })
    await second.stop()
    await first.stop()

    const nothing = await reconcile(first.dataDir)
    expect(nothing.code).toBe(2)
    expect(nothing.output.trim().split('\n')).toEqual([expect.stringContaining('No payment lab runs on')])

    const again = await spawnApp({ dataDir: first.dataDir })
    for (const { id } of made)
      expect(await stripe(labOf(again), `/v1/payment_intents/${id}`)).toMatchObject({ id })
    await again.stop()
  })

  it('given what a killed process left, then the next start takes the lab over', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'veralead-claim-'))
    folders.push(folder)
    const gone = spawn(process.execPath, ['-e', ''])
    await new Promise((resolve) => gone.once('exit', resolve))
    await writeFile(join(folder, 'payment-lab.address'), `${gone.pid} http://127.0.0.1:9\n`)
    const claim = new LabClaim(folder)
    expect(await claim.address()).toBeUndefined()
    expect(await claim.take()).toBeUndefined()
    expect(await readFile(join(folder, 'payment-lab.address'), 'utf8')).toBe(`${process.pid} \n`)
    await claim.release()
    expect(await claim.address()).toBeUndefined()
  })
})
