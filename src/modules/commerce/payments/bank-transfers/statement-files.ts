import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { threadOf } from '#platform/kernel/project-files.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Products } from '../../orders/products.ts'
import { accountOf, bankAccountSettings } from './bank-account.ts'
import { CsvChoice } from './contract-csv-mapping.ts'
import { type CsvLook, missingOf } from './csv-statement.ts'
import { type Reading, type ReadingOrder, readStatement } from './read-statement.ts'
import type { BankStatement, Unread } from './statement.ts'
import { transferTables } from './tables.ts'

/** Bytes that are read in a few milliseconds: starting a thread takes longer. */
const small = 50_000
/** Choices that are remembered for an account: banks have several kinds of files. */
const mostChoices = 5

/** Files of the seller's bank, read as statements of the account in the settings. */
export class StatementFiles {
  static readonly needs = {
    settings: Settings,
    database: Database,
    clock: Clock,
    products: Products,
  }
  readonly #parts: Given<typeof StatementFiles.needs>
  /** One large file at a time. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: Given<typeof StatementFiles.needs>) {
    this.#parts = parts
  }

  /** @throws AppError invalid `STATEMENT_UNREADABLE`, `STATEMENT_OTHER_ACCOUNT`; conflict `BANK_ACCOUNT_UNSET`. */
  async camt(bytes: Uint8Array): Promise<BankStatement[]> {
    const account = await this.#account()
    const reading = await this.#read({ as: 'camt', bytes, account, choice: CsvChoice.parse({}) })
    const statements = 'statements' in reading ? reading.statements : []
    const own = statements.filter((each) => each.account === account)
    const others = statements.filter((each) => each.account !== account)
    if (own.length === 0)
      throw new AppError(
        'invalid',
        'STATEMENT_OTHER_ACCOUNT',
        `The statement is of the account ${others[0]?.account.slice(0, 40)}, and the one in the settings is ${account}`,
      )
    own[0]?.unread.unshift(...others.map(skipped))
    return own
  }

  /**
   * A table of the bank, as it is read with what is chosen.
   * @param chosen null: what was chosen for the last file of the account that had the same columns, else nothing
   * @throws AppError invalid `STATEMENT_UNREADABLE`; conflict `BANK_ACCOUNT_UNSET`
   */
  async look(bytes: Uint8Array, chosen: CsvChoice | null): Promise<CsvLook & { remembered: boolean }> {
    const account = await this.#account()
    const look = async (choice: CsvChoice): Promise<CsvLook> => {
      const reading = await this.#read({ as: 'look', bytes, account, choice })
      if ('look' in reading) return reading.look
      throw new Error('The reading has no look')
    }
    if (chosen !== null) return { ...(await look(chosen)), remembered: false }
    for (const { names, choice } of await this.#remembered(account)) {
      const shown = await look(choice)
      if (shown.columns.join('\n') === names) return { ...shown, remembered: true }
    }
    const currency = await this.#currency()
    return {
      ...(await look(CsvChoice.parse(currency === null ? {} : { currency }))),
      remembered: false,
    }
  }

  /**
   * @param remembers whether files of the account with the same columns are read so from now on
   * @throws AppError invalid `STATEMENT_UNREADABLE`, `STATEMENT_CHOICE`; conflict `BANK_ACCOUNT_UNSET`.
   */
  async csv(bytes: Uint8Array, choice: CsvChoice, remembers: boolean): Promise<BankStatement[]> {
    const account = await this.#account()
    const missing = missingOf(choice)
    if (missing.length > 0)
      throw new AppError('invalid', 'STATEMENT_CHOICE', `To be chosen: ${missing.join(' ')}`)
    const reading = await this.#read({ as: 'csv', bytes, account, choice })
    if (remembers) await this.#remember(bytes, account, choice)
    return 'statements' in reading ? reading.statements : []
  }

  async #account(): Promise<string> {
    const account = accountOf(await this.#parts.settings.read(bankAccountSettings))
    if (account !== null) return account
    throw new AppError('conflict', 'BANK_ACCOUNT_UNSET', 'Enter the bank account in the settings first')
  }

  /** That of the bank account, else the one in which everything is sold; null when there are several. */
  async #currency(): Promise<string | null> {
    const { currency } = await this.#parts.settings.read(bankAccountSettings)
    if (currency !== '') return currency.toLowerCase()
    const sold = new Set((await this.#parts.products.all()).map((product) => product.currency))
    return sold.size === 1 ? [...sold][0]! : null
  }

  /** The newest first. */
  async #remembered(account: string): Promise<{ names: string; choice: CsvChoice }[]> {
    const rows = await transferTables(this.#parts.database.sql)
      .selectFrom('commerce_csv_choice')
      .select(['names', 'choice'])
      .where('account', '=', account)
      .orderBy('chosenAt', 'desc')
      .limit(mostChoices)
      .execute()
    return rows.flatMap(({ names, choice }) => {
      const known = CsvChoice.safeParse(choice)
      return known.success ? [{ names, choice: known.data }] : []
    })
  }

  /** Encoding and delimiter are those of one file. */
  async #remember(bytes: Uint8Array, account: string, choice: CsvChoice): Promise<void> {
    const { encoding: _, delimiter: __, ...kept } = choice
    const { columns } = await this.look(bytes, choice)
    const values = { choice: JSON.stringify(kept) as never, chosenAt: this.#parts.clock.now() }
    await transferTables(this.#parts.database.sql)
      .insertInto('commerce_csv_choice')
      .values({ account, names: columns.join('\n'), ...values })
      .onConflict((conflict) => conflict.columns(['account', 'names']).doUpdateSet(values))
      .execute()
  }

  /** Large files are read in a thread, so that other requests do not wait for them. */
  async #read(order: ReadingOrder): Promise<Exclude<Reading, { fault: string }>> {
    const reading = order.bytes.length < small ? readStatement(order) : await this.#inThread(order)
    if (!('fault' in reading)) return reading
    const fields = reading.unread.map(({ place, message }) => ({ path: place, message }))
    const message = `The file cannot be read. ${reading.fault}`
    throw new AppError('invalid', 'STATEMENT_UNREADABLE', message, fields.length === 0 ? {} : { fields })
  }

  #inThread(order: ReadingOrder): Promise<Reading> {
    const read = this.#turn.then(async () => {
      const thread = new Worker(
        threadOf('src/modules/commerce/payments/bank-transfers/statement-thread.ts'),
        {
          workerData: order,
          execArgv: [],
        },
      )
      try {
        const [reading] = (await once(thread, 'message')) as [Reading]
        return reading
      } finally {
        await thread.terminate()
      }
    })
    this.#turn = read.catch(() => undefined)
    return read
  }
}

/** A statement of another account in the same file. */
function skipped({ account, entries, others, unread }: BankStatement): Unread {
  const count = entries.length + others + unread.length
  return {
    place: `Account ${account.slice(0, 40)}`,
    message: `not the account in the settings; ${count === 1 ? '1 entry is' : `${count} entries are`} not recorded.`,
  }
}
