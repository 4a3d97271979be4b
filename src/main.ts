import 'reflect-metadata'
import { join } from 'node:path'
import { ConfigError } from '#platform/config/config-error.ts'
import { readArguments } from '#platform/kernel/arguments.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { start } from './server/start.ts'

const { values } = readArguments(
  `Starts the site with the settings of the environment and of .env (.env.example explains each); a signal ends it.

  npm start
  npm run dev     with hot reload of the client`,
  { dev: { type: 'boolean' } },
)
try {
  await start({ root: join(import.meta.dirname, '..'), live: values.dev === true })
} catch (error) {
  // A wrong setting is told in its own words; anything else with its stack.
  console.error(error instanceof ConfigError || error instanceof CannotStart ? error.message : error)
  process.exit(1)
}
