import 'reflect-metadata'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { LabClaim } from '#platform/config/lab-claim.ts'
import { readConfig } from '#platform/config/read-config.ts'
import { sessionSecretOf } from '#platform/config/session-secret.ts'
import { readArguments } from '#platform/kernel/arguments.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { demandDataDir } from '#platform/kernel/writable-folder.ts'
import { Progress } from '../../src/server/cli/progress.ts'
import { openConfiguredDatabase } from '../../src/server/configured-database.ts'
import { closingLines } from './closing-lines.ts'
import { clear, isEmpty, withoutWaiting } from './fresh-database.ts'
import { makeWorld, yearOfBusiness } from './make-world.ts'
import { SteppedSite } from './stepped-site.ts'
import { day, hour } from './world.ts'

const usage = `Fills an empty database with a year of an invented business, which npm start then shows.

  npm run demo
  npm run demo -- --seed autumn            another business; the same seed makes the same one
  npm run demo -- --until 2026-11-22       the day on which the year ends (default: today)
  npm run demo -- --reset                  takes everything away that this database holds

Mails and certificates name the address of the site: set the PORT or PUBLIC_URL that npm start will have.`

const { values, refuse } = readArguments(usage, {
  seed: { type: 'string', default: 'demo' },
  until: { type: 'string' },
  reset: { type: 'boolean', default: false },
})
if (values.until !== undefined && Number.isNaN(Date.parse(`${values.until}T00:00:00Z`)))
  refuse('--until must be a date such as 2026-11-22')

try {
  for (const line of await run(readConfig())) console.log(line)
} catch (error) {
  const isKnown = error instanceof Error && ['ConfigError', 'CannotStart'].includes(error.name)
  console.error(isKnown ? error.message : error)
  process.exitCode = 1
}

async function run(config: Config): Promise<string[]> {
  refuseReal(config)
  await demandDataDir(config.dataDir.path)
  const claim = new LabClaim(config.dataDir.path)
  if ((await claim.address()) !== undefined) throw new CannotStart('The site is running: stop it first')
  const { addresses, described, stop } = await openConfiguredDatabase(config, console.log)
  try {
    const { adminUrl } = addresses
    if (adminUrl === undefined)
      throw new CannotStart('DATABASE_ADMIN_URL is missing: a demo works as the owner of the tables')
    if (values.reset) {
      await clear(adminUrl, config.dataDir.path)
      return [
        `Everything on ${described} is gone. npm run demo fills it again, npm start begins with nothing.`,
      ]
    }
    if (!(await isEmpty(adminUrl)))
      throw new CannotStart(
        `The database (${described}) is not empty, so nothing was changed. npm run demo -- --reset takes everything away that it holds.`,
      )
    return await fill(config, { ...addresses, adminUrl })
  } finally {
    await stop()
  }
}

/** Nothing here is for a shop that takes money. */
function refuseReal(config: Config): void {
  if (config.env === 'production')
    throw new CannotStart('APP_ENV is production: a demo is for development only')
  if (config.stripe.kind === 'stripe' || config.stripe.url !== undefined)
    throw new CannotStart(
      'STRIPE_SECRET_KEY or PAYMENT_LAB_URL is set: a demo brings a payment lab of its own, so leave both out',
    )
}

async function fill(config: Config, database: { url: string; adminUrl: string }): Promise<string[]> {
  const began = performance.now()
  const end = endOf(values.until)
  const progress = new Progress('Living through a year', true)
  const stepped = await SteppedSite.open({
    seed: values.seed,
    start: new Date(end - yearOfBusiness.days * day),
    config,
    database: {
      ...database,
      url: withoutWaiting(database.url),
      adminUrl: withoutWaiting(database.adminUrl),
    },
    sessionSecret: await sessionSecretOf(config),
    labStateFile: join(config.dataDir.path, 'payment-lab.json'),
  })
  // Ends between two steps, so that what the world has changed in the database is put back.
  let interrupted = false
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      interrupted = true
    })
  try {
    await makeWorld(stepped, values.seed, yearOfBusiness, (done, total) => {
      if (interrupted)
        throw new CannotStart(
          'Interrupted: the database holds a part of a year. npm run demo -- --reset takes it away.',
        )
      progress.update(done, total)
    })
  } finally {
    progress.end()
    await stepped.stop()
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  return closingLines({
    until: new Date(end),
    seed: values.seed,
    seconds,
    publicUrl: config.publicUrl,
    firstStaff: stepped.site.firstStaff,
  })
}

/** The end of the last whole hour, or the end of a day that is given. */
function endOf(until: string | undefined): number {
  if (until === undefined) return Math.floor(Date.now() / hour) * hour
  const parsed = Date.parse(`${until}T00:00:00Z`)
  return Math.min(parsed + day, Math.floor(Date.now() / hour) * hour)
}
