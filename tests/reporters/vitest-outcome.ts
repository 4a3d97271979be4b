import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { failure, write } from './outcome.ts'

/** Vitest's own JSON report does not say why a set-up failed. */
export default class VitestOutcome implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const parts = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const failures = [
      ...parts.flatMap((part) => part.errors().map((error) => failure(nameOf(part), error))),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => failure(nameOf(test), test.result().errors?.[0])),
      ...unhandled.map((error) => failure('outside of all tests', error)),
    ]
    write('test-results/vitest.json', { passed: count('passed'), skipped: count('skipped'), failures })
  }
}

function nameOf(part: TestModule | { module: TestModule; fullName: string }): string {
  return 'fullName' in part ? `${part.module.relativeModuleId} > ${part.fullName}` : part.relativeModuleId
}
