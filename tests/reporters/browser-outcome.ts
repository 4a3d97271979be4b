import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter'
import { failure, write } from './outcome.ts'

/** A test that passed at its second try has passed: the list says that it was flaky. */
export default class BrowserOutcome implements Reporter {
  #suite: Suite | undefined
  readonly #errors: TestError[] = []

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  onError(error: TestError): void {
    this.#errors.push(error)
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? []
    const failures = [
      ...tests
        .filter((test) => test.outcome() === 'unexpected')
        .map((test) => {
          const { file, line } = test.location
          return failure(`${relative('.', file)}:${line} > ${test.title}`, test.results.at(-1)?.error)
        }),
      ...this.#errors.map((error) => failure('outside of all journeys', error)),
    ]
    write('test-results/browser.json', {
      passed: tests.filter((test) => test.ok() && test.outcome() !== 'skipped').length,
      skipped: tests.filter((test) => test.outcome() === 'skipped').length,
      failures,
    })
  }
}
