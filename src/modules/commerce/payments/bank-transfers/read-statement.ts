import { readCamt } from './camt.ts'
import type { CsvChoice } from './contract-csv-mapping.ts'
import { type CsvLook, lookAtCsv, readCsv } from './csv-statement.ts'
import { type BankStatement, StatementFault, type Unread } from './statement.ts'

/** A file of the bank, and what is to be read of it. */
export interface ReadingOrder {
  as: 'camt' | 'csv' | 'look'
  bytes: Uint8Array
  account: string
  /** How a table is read; ignored for camt.053. */
  choice: CsvChoice
}

export type Reading =
  | { statements: BankStatement[] }
  | { look: CsvLook }
  | { fault: string; unread: readonly Unread[] }

/** Reads a file; a `StatementFault` is part of the answer, because it may cross the border of a thread. */
export function readStatement({ as, bytes, account, choice }: ReadingOrder): Reading {
  try {
    if (as === 'camt') return { statements: readCamt(bytes) }
    if (as === 'csv') return { statements: [readCsv(bytes, choice, account)] }
    return { look: lookAtCsv(bytes, choice, account) }
  } catch (error) {
    if (error instanceof StatementFault) return { fault: error.message, unread: error.unread }
    throw error
  }
}
