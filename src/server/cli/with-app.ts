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
import type { DatabaseAddresses } from '../run-migrations.ts'

/**
 * Runs `work` in the composed app on the configured database, then closes it; no port is opened and no job runs meanwhile.
 * @param work `ownerUrl` returns the database's address with the owner's role; it throws CannotStart when that is unknown.
 * @param options `payments`: the work calls Stripe, or the payment lab of the running site, which is required or optional.
 *   `migrates`: migrations that wait are run first. Without it they end the command: one that reads must not change the schema.
 * @throws CannotStart
 */
export async function withApp<T>(
  work: (app: ComposedApp, ownerUrl: () => string) => Promise<T>,
  { payments, migrates = false }: { payments?: 'needed' | 'wanted'; migrates?: boolean } = {},
): Promise<T> {
  const config = readConfig()
  // The generated secret is stored there.
  if (config.env === 'development') await demandDataDir(config.dataDir.path)
  if (payments !== undefined) await findPaymentLab(config, payments === 'needed')
  const { addresses, stop } = await openConfiguredDatabase(config)
  try {
    const app = await composeApp({
      config,
      logger: createLogger('warn'),
      clock: new OffsetClock(),
      database: migrates ? addresses : withoutOwner(addresses),
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

/** What the site composes without: then nothing can be migrated. */
const withoutOwner = ({ adminUrl: _, ...others }: DatabaseAddresses): DatabaseAddresses => others

function demandOwner(adminUrl: string | undefined): string {
  if (adminUrl !== undefined) return adminUrl
  throw new CannotStart('DATABASE_ADMIN_URL is missing: this command works as the owner of the tables')
}

/** Sets the address of the running site's lab, where neither Stripe nor a lab is configured. */
async function findPaymentLab({ stripe, dataDir }: Config, isNeeded: boolean): Promise<void> {
  if (stripe.kind !== 'lab' || stripe.url !== undefined) return
  stripe.url = await new LabClaim(dataDir.path).address()
  if (stripe.url !== undefined || !isNeeded) return
  throw new CannotStart(
    `No payment lab runs on ${dataDir.path}: start the site (npm start) and try again, or set PAYMENT_LAB_URL`,
  )
}

interface Report {
  ok: boolean
  /** For people. */
  lines: string[]
  /** The same for programs, printed as one line of JSON with `--json`. */
  json: unknown
}

/**
 * Prints the report of `work` and sets the exit code: 0 for no fault, 1 for a difference or fault, 2 when the work failed.
 * Of an expected error only the message is printed.
 * @param work `progress`: whether a progress bar may be shown.
 */
export async function report(work: (options: { progress: boolean }) => Promise<Report>): Promise<void> {
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
