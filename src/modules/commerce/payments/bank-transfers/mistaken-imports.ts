import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { type Author, byOf } from '../../orders/author.ts'
import { transferTables } from './tables.ts'
import type { Transfers } from './transfers.ts'
import type { UnmatchedEntries } from './unmatched-entries.ts'

/** Imports of statements that should not have been made: of another account, or read wrongly. */
export class MistakenImports {
  readonly #database: Database
  readonly #transfers: Transfers
  readonly #unmatched: UnmatchedEntries

  constructor(database: Database, transfers: Transfers, unmatched: UnmatchedEntries) {
    this.#database = database
    this.#transfers = transfers
    this.#unmatched = unmatched
  }

  /**
   * Takes every transfer of an import out of all sums, and settles its entries that need review. A transfer of which a part
   * is applied or was returned stays; a repeat takes it out once that is undone.
   * @returns how many were taken out, and how many stay
   * @throws AppError not-found `IMPORT_NOT_FOUND`
   */
  async takeBack(
    importId: string,
    reason: string,
    author: Author,
  ): Promise<{ mistaken: number; kept: number }> {
    const recorded = await transferTables(this.#database.sql)
      .selectFrom('commerce_transfer')
      .select(['id', 'voidedAt'])
      .where('importId', '=', importId)
      .orderBy('id')
      .execute()
    if (recorded.length === 0)
      throw new AppError('not-found', 'IMPORT_NOT_FOUND', 'No transfer was recorded by this import')
    let kept = 0
    const open = recorded.filter(({ voidedAt }) => voidedAt === null)
    for (const { id } of open) if (!(await this.#takenOut(id, reason, author))) kept += 1
    await this.#unmatched.settleImport(importId, byOf(author))
    return { mistaken: open.length - kept, kept }
  }

  async #takenOut(id: string, reason: string, author: Author): Promise<boolean> {
    try {
      await this.#transfers.void(id, true, reason, author)
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'TRANSFER_USED') return false
      throw error
    }
  }
}
