import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sessionSecret, type TestApp } from '../../support/app.ts'

const root = join(import.meta.dirname, '../../..')

export interface Ran {
  code: number
  out: string
  err: string
}

/** One command as npm starts it, on the database and lab of the running product; files are written in `folder`. */
export function cli(app: TestApp, folder: string, name: string, ...args: string[]): Promise<Ran> {
  // The product's own: signatures of orders at Stripe are made with it.
  return cliUnder(sessionSecret, app, folder, name, ...args)
}

/** The same under other secrets than the running product has. */
export async function cliUnder(
  secrets: string,
  app: TestApp,
  folder: string,
  name: string,
  ...args: string[]
): Promise<Ran> {
  const script = join(root, 'src/server/cli', `${name}.ts`)
  const asNpm = ['--import', join(root, 'bin/prepare.mjs'), script]
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: app.database.url,
    DATABASE_ADMIN_URL: app.database.adminUrl,
    PAYMENT_LAB_URL: app.labUrl,
    DATA_DIR: folder,
    SESSION_SECRET: secrets,
  }
  return promisify(execFile)(process.execPath, [...asNpm, ...args], { env, cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (failure: { code: number; stdout: string; stderr: string }) => ({
      code: failure.code,
      out: failure.stdout,
      err: failure.stderr,
    }),
  )
}
