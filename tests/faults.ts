/** `npm run test:faults`: every test that docs/proof.md names, and nothing else. `-- --long` runs the heavy figures whole. */
import { readArguments } from '../src/platform/kernel/arguments.ts'
import { namedTests } from './support/proof.ts'
import { takeRunFolder } from './support/run-folder.ts'
import { runProgram } from './support/run-program.ts'

const { values } = readArguments(
  `Runs every test that docs/proof.md names, and nothing else.

  npm run test:faults
  npm run test:faults -- --long     the heavy figures whole`,
  { long: { type: 'boolean' } },
)
takeRunFolder()
process.exitCode = await runProgram('vitest', ['run', ...namedTests()], {
  ...process.env,
  ...(values.long ? { LONG: '1' } : {}),
})
