import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'

const root = join(import.meta.dirname, '../../..')

/** Runs a file of the product, with its arguments, until it ends: what it printed and its exit code. */
export async function runToEnd(
  command: string,
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'veralead-run-'))
  const child = spawn(process.execPath, command.split(' '), {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', PORT: String(await freePort()), DATA_DIR: dataDir, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  await rm(dataDir, { recursive: true, force: true })
  return { code, output }
}
