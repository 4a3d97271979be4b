/** What a check reads: one unchanging view of the tables. */
export interface CheckSource {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}
