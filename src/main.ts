import 'reflect-metadata'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '#platform/config/config-error.ts'
import { readArguments } from '#platform/kernel/arguments.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { fileOf } from '#platform/kernel/project-files.ts'
import { start } from './server/start.ts'

const { values } = readArguments(
  `Starts the site with the settings of the environment and of .env (.env.example explains each); a signal ends it.

  npm start
  npm run dev     with hot reload of the client`,
  { dev: { type: 'boolean' } },
)
try {
  await start({ root: fileURLToPath(fileOf('.')), live: values.dev === true })
} catch (error) {
  // A wrong setting is printed as one sentence, any other error with its stack.
  console.error(error instanceof ConfigError || error instanceof CannotStart ? error.message : error)
  process.exit(1)
}
