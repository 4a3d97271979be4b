import { readConfig } from '#platform/config/read-config.ts'
import { sessionSecretOf } from '#platform/config/session-secret.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { createLogger } from '#platform/telemetry/create-logger.ts'
import { type ComposedHouse, composeHouse } from '../app.ts'
import { openConfiguredDatabase } from '../configured-database.ts'

/** Runs `work` in the composed house on the configured database, then closes it; nothing listens or runs meanwhile. */
export async function withHouse<T>(work: (house: ComposedHouse, adminUrl: string) => Promise<T>): Promise<T> {
  const config = readConfig()
  const { addresses, stop } = await openConfiguredDatabase(config)
  try {
    const house = await composeHouse({
      config,
      logger: createLogger('warn'),
      clock: new OffsetClock(),
      database: addresses,
      sessionSecret: await sessionSecretOf(config),
    })
    try {
      return await work(house, addresses.adminUrl)
    } finally {
      await house.close()
    }
  } finally {
    await stop()
  }
}

/** Prints what `work` says and ends with its exit code; a failure is told in one line where it explains itself. */
export async function report(work: () => Promise<{ lines: string[]; ok: boolean }>): Promise<void> {
  try {
    const { lines, ok } = await work()
    for (const line of lines) console.log(line)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    const known = error instanceof Error && ['ConfigError', 'AppError', 'CannotStart'].includes(error.name)
    console.error(known ? error.message : error)
    process.exitCode = 2
  }
}
