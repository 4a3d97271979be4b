import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { type MailKind, mailKinds } from '../domain/mail-kinds.ts'
import type { MailLedger } from '../orders/mail-ledger.ts'
import { keyOf, type MailJob, mailJobs, mailOf, type OrderMail } from '../orders/order-mail.ts'
import { type BillingCopies, billingCopy } from './billing-copies.ts'
import type { BuyerMail, BuyerMailer } from './buyer-mailer.ts'
import { troubleOf } from './mail-trouble.ts'
import type { SentMails } from './sent-mails.ts'

/** The contents of a mail, composed when it is sent; or why it is no longer needed. */
export type Composed = Omit<BuyerMail, 'key'> | { notNeeded: string }
export type Composers = Record<MailKind, (mail: OrderMail) => Promise<Composed>>

/**
 * Sends the mails of orders and updates their rows in the ledger. A mail that is recorded in `SentMails`, outside the
 * database, is not sent again, also when the database has lost that it was sent.
 */
export class MailDelivery extends JobHandlers {
  readonly #ledger: MailLedger
  readonly #sentMails: SentMails
  readonly #mailer: BuyerMailer
  readonly #copies: BillingCopies
  readonly #clock: Clock
  readonly #logger: Log['logger']
  readonly #composers: Composers

  constructor(parts: {
    ledger: MailLedger
    sentMails: SentMails
    mailer: BuyerMailer
    copies: BillingCopies
    clock: Clock
    log: Log
    composers: Composers
  }) {
    super()
    this.#ledger = parts.ledger
    this.#sentMails = parts.sentMails
    this.#mailer = parts.mailer
    this.#copies = parts.copies
    this.#clock = parts.clock
    this.#logger = parts.log.logger
    this.#composers = parts.composers
  }

  override registerJobs(registry: JobRegistry): void {
    for (const kind of mailKinds)
      registry.handle(mailJobs[kind], (job) => this.#deliver(mailOf(kind, job), job))
    registry.handle(billingCopy, ({ data }) => this.#copy(data))
  }

  async #deliver(mail: OrderMail, job: MailJob): Promise<void> {
    const taken = await this.#ledger.take(mail, job.data.round)
    if (taken === 'over') return
    try {
      if (!(await this.#wasSent(mail))) await this.#send(mail, taken === 'interrupted')
    } catch (error) {
      // Errors of the ledger are ignored: the database may be the cause of the failure, and the job is repeated anyway.
      await this.#ledger.failed(mail, troubleOf(error), job.lastTry).catch(() => undefined)
      throw error
    }
  }

  async #wasSent(mail: OrderMail): Promise<boolean> {
    const sentAt = await this.#sentMails.sentAt(keyOf(mail))
    if (sentAt === null) return false
    await this.#ledger.sent(mail, sentAt)
    return true
  }

  async #send(mail: OrderMail, interrupted: boolean): Promise<void> {
    const key = keyOf(mail)
    if (interrupted && (mail.kind === 'reminder' || mail.kind === 'payment-due'))
      return this.#ledger.notNeeded(mail, 'A try broke off and may have sent it. Nobody is reminded twice.')
    const to = await this.#mailer.recipientOf(mail.orderId)
    if (to === null)
      return this.#ledger.notNeeded(mail, 'There is no address: the account of the buyer is gone.')
    const composed = await this.#composers[mail.kind](mail)
    if ('notNeeded' in composed) return this.#ledger.notNeeded(mail, composed.notNeeded)
    if ((composed.documents ?? []).length > 0) await this.#copies.enqueue(mail, to.email)
    await this.#mailer.send(to, { ...composed, key })
    const sentAt = this.#clock.now()
    try {
      await this.#sentMails.mark(key, sentAt)
    } catch (err) {
      this.#logger.warn({ err, mail: key }, 'a mail was sent without its record outside the database')
    }
    await this.#ledger.sent(mail, sentAt)
  }

  async #copy(mail: OrderMail): Promise<void> {
    const composed = await this.#composers[mail.kind](mail)
    if (!('notNeeded' in composed)) await this.#copies.send(mail, composed)
  }
}
