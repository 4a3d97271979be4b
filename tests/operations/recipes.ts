import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

export const root = join(import.meta.dirname, '../..')

/** The blocks of commands in docs/operations.md, by the heading above them, in their order. */
export function recipes(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  let heading = ''
  let block: string[] | undefined
  for (const line of readFileSync(join(root, 'docs/operations.md'), 'utf8').split('\n')) {
    const text = line.trim()
    if (block !== undefined && text === '```') {
      found.set(heading, [...(found.get(heading) ?? []), block.join('\n')])
      block = undefined
    } else if (block !== undefined) block.push(text)
    else if (text === '```sh') block = []
    else if (text.startsWith('## ')) heading = text.slice(3)
  }
  return found
}

export interface Said {
  code: number
  output: string
}

/** Runs each line of a block by itself, as a person does who reads what it says. */
export async function follow(block: string, env: Record<string, string>): Promise<Said[]> {
  const said: Said[] = []
  for (const line of block.split('\n')) {
    const options = { cwd: root, env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: 1e8 }
    const ran = promisify(execFile)('sh', ['-eu', '-c', line], options)
    said.push(
      await ran.then(
        ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
        ({ code, stdout, stderr }) => ({ code, output: `${line}\n${stdout}${stderr}` }),
      ),
    )
  }
  return said
}

/** Why the recipes cannot be followed here: no client programs, or older ones than the server. */
export async function whyNot(superUrl: string): Promise<string | undefined> {
  const versions = ['psql', 'pg_dump', 'pg_restore', 'createdb'].map((program) => {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
    return status === 0 ? Number(/ (\d+)/.exec(stdout)?.[1]) : 0
  })
  const client = new Client({ connectionString: superUrl })
  await client.connect()
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as major`)
  await client.end()
  const oldest = Math.min(...versions)
  if (oldest === 0) return 'psql, pg_dump, pg_restore and createdb are not all installed'
  return oldest < rows[0].major
    ? `PostgreSQL's client programs are ${oldest}, the server is ${rows[0].major}`
    : undefined
}
