import type { Config } from '#platform/config/config.ts'
import { LabClaim } from '#platform/config/lab-claim.ts'
import { readConfig } from '#platform/config/read-config.ts'
import { sessionSecretOf } from '#platform/config/session-secret.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { demandDataDir } from '#platform/kernel/writable-folder.ts'
import { createLogger } from '#platform/telemetry/create-logger.ts'
import { type ComposedApp, composeApp } from '../app.ts'
import { openConfiguredDatabase } from '../configured-database.ts'

/**
 * Runs `work` in the composed app on the configured database, then closes it; nothing listens or runs meanwhile.
 * @param work `ownerUrl` answers the database's address as the owner's role, and throws CannotStart where it is not known.
 * @param options `payments`: the work asks Stripe, or the payment lab that the running site has started, which must run or may.
 * @throws CannotStart
 */
export async function withApp<T>(
  work: (app: ComposedApp, ownerUrl: () => string) => Promise<T>,
  { payments }: { payments?: 'needed' | 'wanted' } = {},
): Promise<T> {
  const config = readConfig()
  // The generated secret is kept there.
  if (config.env === 'development') await demandDataDir(config.dataDir.path)
  if (payments !== undefined) await findPaymentLab(config, payments === 'needed')
  const { addresses, stop } = await openConfiguredDatabase(config)
  try {
    const app = await composeApp({
      config,
      logger: createLogger('warn'),
      clock: new OffsetClock(),
      database: addresses,
      sessionSecret: await sessionSecretOf(config),
    })
    try {
      return await work(app, () => demandOwner(addresses.adminUrl))
    } finally {
      await app.close()
    }
  } finally {
    await stop()
  }
}

function demandOwner(adminUrl: string | undefined): string {
  if (adminUrl !== undefined) return adminUrl
  throw new CannotStart('DATABASE_ADMIN_URL is missing: this command works as the owner of the tables')
}

/** The lab of the running site, where neither Stripe nor a lab is configured. */
async function findPaymentLab({ stripe, dataDir }: Config, isNeeded: boolean): Promise<void> {
  if (stripe.kind !== 'lab' || stripe.url !== undefined) return
  stripe.url = await new LabClaim(dataDir.path).address()
  if (stripe.url !== undefined || !isNeeded) return
  throw new CannotStart(
    `No payment lab runs on ${dataDir.path}: start the site (npm start) and try again, or set PAYMENT_LAB_URL`,
  )
}

interface Said {
  ok: boolean
  /** For people. */
  lines: string[]
  /** The same for programs, printed as one line of JSON with `--json`. */
  json: unknown
}

/**
 * Prints what `work` says and ends with its exit code: 0 all is well, 1 something differs or is broken, 2 it could
 * not be done. A failure is told in one line where it explains itself.
 * @param work told whether a bar may be drawn.
 */
export async function report(work: (told: { progress: boolean }) => Promise<Said>): Promise<void> {
  const asJson = process.argv.includes('--json')
  try {
    const { lines, ok, json } = await work({ progress: !asJson })
    for (const line of asJson ? [JSON.stringify(json)] : lines) console.log(line)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    const known =
      error instanceof Error &&
      (['ConfigError', 'AppError', 'CannotStart'].includes(error.name) || 'code' in error)
    if (asJson)
      console.log(JSON.stringify({ ok: false, error: error instanceof Error ? error.message : error }))
    console.error(known ? error.message : error)
    process.exitCode = 2
  }
}
