import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { awaitedTransfer } from '../../domain/bank-payments.ts'
import { nextDue } from '../../domain/dues.ts'
import type { Order } from '../../domain/order.ts'
import { openAmount, received } from '../../domain/payments.ts'
import { printedReference } from '../../domain/transfer-reference.ts'
import { accountOf, type BankAccount, bankAccountSettings } from './bank-account.ts'
import { transferTables } from './tables.ts'

/** How an order is paid by bank transfer, as it is printed. */
export interface TransferDetails {
  /** The account, line by line; the reference is not among them. */
  rows: { label: string; value: string }[]
  /** In groups of four. */
  reference: string
  /** Minor units that are still to be paid. */
  open: { amount: number; currency: string }
  /** Until when the next part is to be paid (ISO 8601, UTC); null when no date is set. */
  dueAt: string | null
}

/** Printed while the payment lab replaces Stripe and no account is set. Stripe's own test numbers. */
const labAccount: BankAccount = {
  holder: '',
  iban: '',
  bic: '',
  accountNumber: '000123456789',
  routingNumber: '110000000',
  currency: '',
  bank: 'Payment lab: no money moves',
}

/** What companies are told about paying by bank transfer. */
export class TransferInstructions {
  readonly #database: Database
  readonly #settings: Settings
  readonly #config: Pick<Config, 'brandName' | 'stripe'>

  constructor(database: Database, settings: Settings, config: Pick<Config, 'brandName' | 'stripe'>) {
    this.#database = database
    this.#settings = settings
    this.#config = config
  }

  /** Null when no bank account is set, for an order that is cancelled or paid, and for one without an invoice to pay. */
  async of(order: Order): Promise<TransferDetails | null> {
    const open = openAmount(order)
    if (order.placed === null || order.cancelled !== null || order.invoiceRequested === null || open === 0)
      return null
    const rest = {
      open: { amount: open, currency: order.placed.currency },
      dueAt: nextDue(order, received(order))?.dueAt ?? null,
    }
    const atStripe = await this.#atStripe(order)
    if (atStripe !== null) return { ...atStripe, ...rest }
    const account = await this.#account()
    if (account === null) return null
    const rows = [
      { label: 'Account holder', value: account.holder || this.#config.brandName },
      {
        label: 'IBAN',
        value: account.iban
          .replaceAll(' ', '')
          .toUpperCase()
          .replace(/(.{4})(?=.)/g, '$1 '),
      },
      { label: 'BIC', value: account.bic },
      { label: 'Account number', value: account.accountNumber },
      { label: 'Routing number', value: account.routingNumber },
      { label: 'Bank', value: account.bank },
    ].filter(({ value }) => value !== '')
    return {
      rows,
      reference: printedReference(order.id),
      ...rest,
    }
  }

  /** Whether an invoice can say where its money is to be sent. */
  async hasAccount(): Promise<boolean> {
    return (await this.#account()) !== null
  }

  /** The account and the reference of the payment at Stripe that waits for the money; null when none does. */
  async #atStripe(order: Order): Promise<Pick<TransferDetails, 'rows' | 'reference'> | null> {
    const awaited = awaitedTransfer(order)
    if (awaited === null) return null
    const row = await transferTables(this.#database.sql)
      .selectFrom('commerce_bank_payment')
      .select(['rows', 'reference'])
      .where('intentId', '=', awaited.intentId)
      .executeTakeFirst()
    return row === undefined || row.rows.length === 0 ? null : row
  }

  async #account(): Promise<BankAccount | null> {
    const account = await this.#settings.read(bankAccountSettings)
    if (accountOf(account) !== null) return account
    return this.#config.stripe.kind === 'lab' ? labAccount : null
  }
}
