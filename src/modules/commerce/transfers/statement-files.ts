import { AppError } from '#platform/kernel/error.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { accountOf, bankAccountSettings } from './bank-account.ts'
import { readCamt } from './camt.ts'
import { type Statement, StatementFault } from './statement.ts'

/** Files of the seller's bank, read as statements of the account in the settings. */
export class StatementFiles {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /**
   * The account in the settings, as statements name it.
   * @throws AppError conflict `BANK_ACCOUNT_UNSET`
   */
  async account(): Promise<string> {
    const account = accountOf(await this.#settings.read(bankAccountSettings))
    if (account !== null) return account
    throw new AppError('conflict', 'BANK_ACCOUNT_UNSET', 'Enter the bank account in the settings first')
  }

  /** @throws AppError invalid `STATEMENT_UNREADABLE`, `STATEMENT_OTHER_ACCOUNT`; conflict `BANK_ACCOUNT_UNSET`. */
  async camt(bytes: Uint8Array): Promise<Statement[]> {
    const account = await this.account()
    const statements = readable(() => readCamt(bytes))
    const other = statements.find((statement) => statement.account.toUpperCase() !== account)
    if (other === undefined) return statements
    throw new AppError(
      'invalid',
      'STATEMENT_OTHER_ACCOUNT',
      `The statement is of the account ${other.account.slice(0, 40)}, and the one in the settings is ${account}`,
    )
  }
}

/** @throws AppError invalid `STATEMENT_UNREADABLE` for a `StatementFault` */
export function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    throw new AppError('invalid', 'STATEMENT_UNREADABLE', `The file cannot be read. ${error.message}`)
  }
}
