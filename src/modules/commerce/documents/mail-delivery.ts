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

/** What a mail says by what is true when it is sent; or why it is not needed any more. */
export type Composed = Omit<BuyerMail, 'key'> | { notNeeded: string }
export type Composers = Record<MailKind, (mail: OrderMail) => Promise<Composed>>

/**
 * Sends every mail that an order owes. The ledger follows each step. A mail whose mark lies outside the database was
 * sent before, also when the database has forgotten so.
 */
export class MailDelivery extends JobHandlers {
  readonly #ledger: MailLedger
  readonly #marks: SentMails
  readonly #mailer: BuyerMailer
  readonly #copies: BillingCopies
  readonly #clock: Clock
  readonly #logger: Log['logger']
  readonly #composers: Composers

  constructor(parts: {
    ledger: MailLedger
    marks: SentMails
    mailer: BuyerMailer
    copies: BillingCopies
    clock: Clock
    log: Log
    composers: Composers
  }) {
    super()
    this.#ledger = parts.ledger
    this.#marks = parts.marks
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
      // The database may be what is in trouble: the job is repeated, whatever the ledger says.
      await this.#ledger.failed(mail, troubleOf(error), job.lastTry).catch(() => undefined)
      throw error
    }
  }

  async #wasSent(mail: OrderMail): Promise<boolean> {
    const sentAt = await this.#marks.sentAt(keyOf(mail))
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
    if ((composed.documents ?? []).length > 0) await this.#copies.owe(mail, to.email)
    await this.#mailer.send(to, { ...composed, key })
    const sentAt = this.#clock.now()
    try {
      await this.#marks.mark(key, sentAt)
    } catch (err) {
      this.#logger.warn({ err, mail: key }, 'a mail was sent without its mark outside the database')
    }
    await this.#ledger.sent(mail, sentAt)
  }

  async #copy(mail: OrderMail): Promise<void> {
    const composed = await this.#composers[mail.kind](mail)
    if (!('notNeeded' in composed)) await this.#copies.send(mail, composed)
  }
}
