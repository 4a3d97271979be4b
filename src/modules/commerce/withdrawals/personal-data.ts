import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { withdrawalTables } from './tables.ts'

/** What people stated when they withdrew, or asked for a refund. Times, amounts and the order stay. */
export class WithdrawalPersonalData extends PersonalData {
  readonly name = 'withdrawals'
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override export({ email }: Person): Promise<unknown> {
    return withdrawalTables(this.#database.sql)
      .selectFrom('commerce_withdrawal')
      .select(['receivedAt', 'refundCase', 'name', 'orderNumber', 'email', 'state', 'decision', 'answer'])
      .where('email', '=', email)
      .orderBy('receivedAt')
      .execute()
  }

  override async erase({ email }: Person): Promise<void> {
    await withdrawalTables(this.#database.sql)
      .updateTable('commerce_withdrawal')
      .set({ name: '', orderNumber: '', email: '', answer: '' })
      .where('email', '=', email)
      .execute()
  }
}
