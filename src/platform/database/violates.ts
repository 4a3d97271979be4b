/** What PostgreSQL calls a duplicate, and a row that a check refuses. */
const refusals = ['23505', '23514']

/** True when `error`, or what caused it, is PostgreSQL's refusal of a row of `table` (or by its named constraint). */
export function violates(error: unknown, table: string, constraint?: string): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    const { code, table: where, constraint: what } = cause as Error & Record<string, unknown>
    if (
      refusals.includes(String(code)) &&
      where === table &&
      (constraint === undefined || what === constraint)
    )
      return true
  }
  return false
}
