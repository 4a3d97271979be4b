/** One connection or one transaction that runs parameterised statements; never text with values pasted in. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>
}

/** A parameterised statement, not run yet. */
export interface Statement {
  text: string
  values: readonly unknown[]
}
