import type { CohortDates, OrderPrograms, Places } from '#modules/leadership/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { OpenCheckouts } from '../checkout/open-checkouts.ts'
import type { Order } from '../domain/order.ts'
import type { MailKind } from '../finance/mails/contract-mail-kinds.ts'
import type { Loaded } from '../orders/loaded.ts'
import type { MailLedger } from '../orders/mail-ledger.ts'
import type { VendorPapers } from '../vendor-pack/vendor-papers.ts'
import type { OrderDocuments, StoredDocument } from './order-documents.ts'

/** What the mails of orders are composed from. */
export interface OrderMailParts {
  documents: OrderDocuments
  ledger: MailLedger
  database: Database
  settings: Settings
  open: OpenCheckouts
  places: Places
  dates: CohortDates
  programs: OrderPrograms
  papers: VendorPapers
  config: Config
}

/** The order of a mail, as it is when the mail is sent, and what else the mail is composed from. */
export interface MailedOrder extends OrderMailParts, Loaded {
  placed: NonNullable<Order['placed']>
  /** Which refund, note or payment try it is about; empty where an order has one mail of the kind at most. */
  subject: string
}

/** The content of a mail; its key and reader are added when it is sent. */
export interface MailContent extends Omit<Mail, 'to' | 'name' | 'key' | 'reason'> {
  documents?: readonly StoredDocument[]
}

/** The content, or why the mail is not needed any more. */
export type Composed = MailContent | { notNeeded: string }
export type Composers<Kind extends MailKind> = Record<
  Kind,
  (mailed: MailedOrder) => Composed | Promise<Composed>
>

/** The button to the page of the order; that of a company's order has its seats. */
export const openPage = ({ order, placed, config }: MailedOrder, name: 'order' | 'enrollment') => ({
  label: `Open your ${name}`,
  url: `${config.publicUrl}/${placed.organizationId === null ? 'certification/enrollment' : 'organization/orders'}/${order.id}`,
})

/** The line of a mail with the link to the participant's own page. */
export const programRow = ({ order, config }: MailedOrder) => ({
  label: 'Your program',
  value: 'Sessions, calendar and material',
  url: `${config.publicUrl}/program?order=${order.id}`,
})
