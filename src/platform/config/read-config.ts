import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import type { Config } from './config.ts'
import { parseConfig } from './parse-config.ts'

/**
 * The configuration of this process: its environment, completed by a `.env` file in the current directory when there
 * is one. What the environment sets, the file does not change.
 * @throws ConfigError
 */
export function readConfig(): Config {
  const file = resolve('.env')
  if (existsSync(file)) loadEnvFile(file)
  return parseConfig(process.env)
}
