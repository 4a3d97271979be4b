import 'reflect-metadata'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ConfigError } from '#platform/config/config-error.ts'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old: start with "npm start", which brings its own, or use Node 24.`,
  )
  process.exit(1)
}

// From the second start on, the modules come already compiled.
enableCompileCache?.()
const [{ start }, { CannotStart }] = await Promise.all([
  import('./start.ts'),
  import('./configured-database.ts'),
])
try {
  await start({ root: join(import.meta.dirname, '..'), live: process.argv.includes('--dev') })
} catch (error) {
  // A wrong setting is told in its own words; anything else with its stack.
  console.error(error instanceof ConfigError || error instanceof CannotStart ? error.message : error)
  process.exit(1)
}
