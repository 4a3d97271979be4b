import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { accountOf, bankAccountSettings } from './bank-account.ts'
import { readCamt } from './camt.ts'
import { CsvMapping } from './contract-csv-mapping.ts'
import { type CsvLook, guess, shown } from './csv-guess.ts'
import { CsvFaults, readCsv } from './csv-statement.ts'
import { type Statement, StatementFault } from './statement.ts'
import { transferTables } from './tables.ts'

/** Files of the seller's bank, read as statements of the account in the settings. */
export class StatementFiles {
  readonly #settings: Settings
  readonly #database: Database
  readonly #clock: Clock

  constructor(settings: Settings, database: Database, clock: Clock) {
    this.#settings = settings
    this.#database = database
    this.#clock = clock
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

  /**
   * A table of the bank, with how it is probably read: as the last one of the account where that still fits, else by a guess.
   * @throws AppError invalid `STATEMENT_UNREADABLE`; conflict `BANK_ACCOUNT_UNSET`
   */
  async look(bytes: Uint8Array): Promise<CsvLook & { remembered: boolean }> {
    const account = await this.account()
    const row = await transferTables(this.#database.sql)
      .selectFrom('commerce_csv_mapping')
      .select('mapping')
      .where('account', '=', account)
      .executeTakeFirst()
    const known = CsvMapping.safeParse(row?.mapping)
    if (known.success && fits(bytes, known.data, account))
      return { ...shown(bytes, known.data), remembered: true }
    return { ...readable(() => guess(bytes)), remembered: false }
  }

  /** The same file as another mapping shows it. @throws as `look` */
  async lookAs(bytes: Uint8Array, mapping: CsvMapping): Promise<CsvLook & { remembered: boolean }> {
    await this.account()
    return { ...readable(() => shown(bytes, mapping)), remembered: false }
  }

  /** @throws AppError invalid `STATEMENT_UNREADABLE` naming each line and column; conflict `BANK_ACCOUNT_UNSET`. */
  async csv(bytes: Uint8Array, mapping: CsvMapping): Promise<Statement[]> {
    const account = await this.account()
    return [readable(() => readCsv(bytes, mapping, account))]
  }

  /** How the account's files are read from now on. */
  async remember(mapping: CsvMapping): Promise<void> {
    const values = { mapping: JSON.stringify(mapping) as never, chosen_at: this.#clock.now() }
    await transferTables(this.#database.sql)
      .insertInto('commerce_csv_mapping')
      .values({ account: await this.account(), ...values })
      .onConflict((conflict) => conflict.column('account').doUpdateSet(values))
      .execute()
  }
}

/** Whether every line of a file can be read so. */
function fits(bytes: Uint8Array, mapping: CsvMapping, account: string): boolean {
  try {
    const { entries, others } = readCsv(bytes, mapping, account)
    return entries.length + others > 0
  } catch (error) {
    if (error instanceof StatementFault) return false
    throw error
  }
}

/** @throws AppError invalid `STATEMENT_UNREADABLE` for a `StatementFault` */
export function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error
    const faults = error instanceof CsvFaults ? error.faults : []
    const fields = faults.map(({ line, column, message }) => ({ path: `Line ${line}, ${column}`, message }))
    const message = `The file cannot be read. ${error.message}`
    throw new AppError('invalid', 'STATEMENT_UNREADABLE', message, fields.length === 0 ? {} : { fields })
  }
}
