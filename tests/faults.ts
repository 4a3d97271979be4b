/** `npm run test:faults`: every test that docs/proof.md names, and nothing else. `-- --long` runs the heavy figures whole. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readArguments } from '../src/platform/kernel/arguments.ts'
import { namedTests } from './support/proof.ts'

const { values } = readArguments(
  `Runs every test that docs/proof.md names, and nothing else.

  npm run test:faults
  npm run test:faults -- --long     the heavy figures whole`,
  { long: { type: 'boolean' } },
)
const root = join(import.meta.dirname, '..')
const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', ...namedTests()], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
    ...(values.long ? { LONG: '1' } : {}),
  },
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
