/** The database of a check: every query reads the same snapshot of the tables. */
export interface CheckSource {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}
