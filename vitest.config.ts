import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { takeRunFolder } from './tests/support/run-folder.ts'

takeRunFolder()

/** Tests that start processes and wait for them: begun last, one of them would run on alone after all others. */
const waiting = /\/tests\/(?:faults|simulation|world)\//

/** Every second file is a waiting one while there are any, so that others compute beside it. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const long = sorted.filter(({ moduleId }) => waiting.test(moduleId))
    const others = sorted.filter((file) => !long.includes(file))
    return [
      ...others.flatMap((file, place) => [...long.slice(place, place + 1), file]),
      ...long.slice(others.length),
    ]
  }
}

const long = process.env.LONG === '1'
const common = {
  setupFiles: ['tests/support/seed.ts', 'tests/support/put-back.ts'],
  // Loading the product anew for each file took half of the processor's time. So a file puts back what it changes of the
  // process, and one that replaces a module, or keeps something in one, resets the modules first.
  isolate: false,
  // As the product does: see docs/decisions/062.
  execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
  testTimeout: long ? 600_000 : 120_000,
  hookTimeout: 120_000,
  // A busy machine needs longer than the second that `expect.poll` waits by itself.
  expect: { poll: { timeout: 10_000 } },
  // See docs/decisions/012.
  retry: process.env.CI === 'true' ? 1 : 0,
}

export default defineConfig({
  test: {
    reporters: ['default', './tests/reporters/vitest-outcome.ts'],
    // For two cores: with two workers they were idle for 30 % of the time.
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.spec.ts'],
          exclude: ['tests/**/*.{int,api,rules}.spec.ts'],
          ...common,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/**/*.int.spec.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          ...common,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/**/*.api.spec.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          ...common,
        },
      },
      { test: { name: 'rules', include: ['tests/architecture/*.rules.spec.ts'], ...common } },
    ],
  },
})
