import 'reflect-metadata'
import { join } from 'node:path'
import { ConfigError } from '#platform/config/config-error.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { keepTickObject } from '#platform/kernel/tick-object.ts'

await keepTickObject()
const { start } = await import('./server/start.ts')
try {
  await start({ root: join(import.meta.dirname, '..'), live: process.argv.includes('--dev') })
} catch (error) {
  // A wrong setting is told in its own words; anything else with its stack.
  console.error(error instanceof ConfigError || error instanceof CannotStart ? error.message : error)
  process.exit(1)
}
