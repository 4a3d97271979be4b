import type { Customers } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import { JobHandlers, type JobOf, type JobRegistry } from '#platform/jobs/jobs.ts'
import { price } from '#platform/kernel/money.ts'
import { greeting } from '#platform/mail/greeting.ts'
import { mailLayout } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { contactLines } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { renderPdf } from '../documents/pdf.ts'
import { day } from '../domain/document-names.ts'
import { seatsOf, totalOf } from '../domain/order-lines.ts'
import { quoteName } from '../domain/quote.ts'
import { quoteMail } from './quote-mail-job.ts'
import type { QuoteReader } from './quote-reader.ts'
import { quoteContent } from './quote-views.ts'

interface QuoteMailParts {
  reader: QuoteReader
  customers: Customers
  mailer: Mailer
  config: Config
  settings: Settings
}

/** The link of a quote goes to the verified address of the account that asked for it, and to nobody else. */
export class QuoteMails extends JobHandlers {
  readonly #parts: QuoteMailParts

  constructor(parts: QuoteMailParts) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(quoteMail, (job) => this.#deliver(job))
  }

  /** Nothing once the quote was accepted or has ended, and for an account that was erased. */
  async #deliver({ data: { quoteId } }: JobOf<typeof quoteMail>): Promise<void> {
    const { reader, customers, mailer, config, settings } = this.#parts
    const read = await reader.byId(quoteId)
    if (read === null || read.status !== 'open') return
    const { terms, person } = read
    const owner = await customers.get(terms.ownerId)
    if (owner === null || !owner.isEmailVerified) return
    const name = quoteName(terms.number)
    const url = `${config.publicUrl}/quotes/${person.token}`
    const count = seatsOf(terms.lines)
    const seats = count === 1 ? '1 seat' : `${count} seats`
    const total = price(totalOf(terms.lines), terms.currency)
    const until = day(new Date(terms.validUntil))
    await mailer.send({
      to: owner.email,
      subject: `Your quote ${name}: ${seats}, ${total}`,
      key: `quote-${quoteId}`,
      reason: 'confirmed',
      attachments: [
        {
          filename: `${name}.pdf`,
          content: await renderPdf(quoteContent(read, url)),
          contentType: 'application/pdf',
        },
      ],
      ...mailLayout({
        preheader: `Valid until ${until}.`,
        heading: `Your quote ${name}`,
        paragraphs: [
          greeting(owner.firstName),
          `This is the quote that you asked for. Its price is fixed until ${until}. It holds no places: they are taken when it is accepted, as far as the date has so many left then.`,
          'Whoever has the link below can read, print and accept it, without an account. So you can pass it on to whoever decides.',
        ],
        rows: [
          { label: 'Seats', value: String(count) },
          { label: 'Total', value: total },
          { label: 'Valid until', value: until },
        ],
        button: { label: 'Open the quote', url },
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
  }
}
