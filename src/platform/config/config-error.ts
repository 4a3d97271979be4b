import type { VariableName } from './variables.ts'

export interface ConfigProblem {
  variable: VariableName
  /** The fault and the expected form; never the value. */
  reason: string
}

/** The environment has wrong variables. The message names every wrong variable and contains no value. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ variable, reason }) => `  ${variable} ${reason}`)
    super(`The configuration cannot be used:\n${lines.join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}
