import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The test files that the tables of docs/proof.md name, in their order. */
export function namedTests(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/proof.md'), 'utf8')
  return [...page.matchAll(/^\|.*\| `(tests\/[^`]+\.spec\.ts)` \|$/gm)].map(([, path]) => path!)
}
