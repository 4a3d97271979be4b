import type { VariableName } from './variables.ts'

export interface ConfigProblem {
  variable: VariableName
  /** What is wrong and what is expected; never the value. */
  reason: string
}

/** The environment cannot be started with. The message names every wrong variable and prints no value. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ variable, reason }) => `  ${variable} ${reason}`)
    super(`The configuration cannot be used:\n${lines.join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}
