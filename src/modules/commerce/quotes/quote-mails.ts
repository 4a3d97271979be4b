import { z } from 'zod'
import type { Customers } from '#modules/identity/index.ts'
import { dayInWords } from '#modules/leadership/index.ts'
import type { Config } from '#platform/config/config.ts'
import { price } from '#platform/kernel/money.ts'
import { organizationInMail } from '#platform/mail/greeting.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { toAccount } from '#platform/mail/mailer.ts'
import { day } from '../domain/document-names.ts'
import { seatsOf, totalOf } from '../domain/order-lines.ts'
import { placesSentence, quoteName } from '../domain/quote.ts'
import { renderPdf } from '../invoices/pdf.ts'
import type { QuoteReader, ReadQuote } from './quote-reader.ts'
import { quoteContent } from './quote-views.ts'
import { quoteMail } from './quotes.ts'

/** Staff has opened the private cohort that a quote asks for. */
export const quoteCohortMail = defineMail({
  queue: 'commerce.quote-cohort-mail',
  data: z.object({ quoteId: z.uuid() }),
  async compose({ data: { quoteId } }, { reader, customers, config }: QuoteMailParts) {
    const read = await reader.byId(quoteId)
    if (read === null || read.startsOn === null || read.status === 'expired') return null
    const owner = await customers.get(read.terms.ownerId)
    if (owner === null || !owner.isEmailVerified) return null
    const starts = dayInWords(read.startsOn)
    const isAccepted = read.status === 'accepted'
    return {
      ...toAccount(owner),
      subject: `Your own cohort is open: ${starts}`,
      key: `quote-cohort-${quoteId}`,
      preheader: 'For your organization only.',
      paragraphs: [
        `The cohort that you asked for with ${quoteName(read.terms.number)} is open. It starts on ${starts}, and nobody else can book it.`,
        isAccepted
          ? 'Your seats have their places in it. You can invite people as soon as the order is paid.'
          : 'Accept the quote to book its places.',
      ],
      button: isAccepted
        ? { label: 'See your seats', url: `${config.publicUrl}/organization` }
        : { label: 'Open the quote', url: `${config.publicUrl}/quotes/${read.person.token}` },
    }
  },
})

interface QuoteMailParts {
  reader: QuoteReader
  customers: Customers
  config: Config
}

/**
 * The link of a quote goes to the verified address of the account that asked for it, and to no other address. Not needed once
 * the quote was accepted or has ended, nor for an account that was erased.
 */
export const quoteLink = defineMail({
  ...quoteMail,
  async compose({ data: { quoteId } }, { reader, customers, config }: QuoteMailParts) {
    const read = await reader.byId(quoteId)
    if (read === null || read.status !== 'open') return null
    const { terms, person } = read
    const owner = await customers.get(terms.ownerId)
    if (owner === null || !owner.isEmailVerified) return null
    const name = quoteName(terms.number)
    const url = `${config.publicUrl}/quotes/${person.token}`
    const { seats, total, until, rows } = wordsOf(read)
    const content = await renderPdf(quoteContent(read, url))
    return {
      ...toAccount(owner),
      subject: `Your quote ${name}: ${seats}, ${total}`,
      key: `quote-${quoteId}`,
      attachments: [{ filename: `${name}.pdf`, content, contentType: 'application/pdf' }],
      preheader: `Valid until ${until}.`,
      heading: `Your quote ${name}`,
      paragraphs: [
        `Here is the quote you asked for. The price is fixed until ${until}. ${placesSentence(terms)}`,
        'Anyone with the link below can read, print and accept the quote without an account, so you can forward it to whoever approves it.',
      ],
      rows,
      button: { label: 'Open the quote', url },
    }
  },
})

/** Asks the person who signs to accept a quote; not needed once it was accepted or has ended. */
export const forwardMail = defineMail({
  queue: 'commerce.quote-forward-mail',
  data: z.object({ quoteId: z.uuid(), email: z.string(), by: z.string() }),
  async compose({ id, data: { quoteId, email, by } }, { reader, config }: QuoteMailParts) {
    const read = await reader.byId(quoteId)
    if (read === null || read.status !== 'open') return null
    const { seats, total, until, rows } = wordsOf(read)
    const name = quoteName(read.terms.number)
    return {
      to: email,
      subject: `Quote ${name} needs your approval: ${seats}, ${total}`,
      key: `quote-forward-${id}`,
      reason: { form: 'quote-forward', sender: { name: quoteId, most: mostForwards, within: 'day' } },
      preheader: `Valid until ${until}.`,
      heading: `Quote ${name} needs your approval`,
      paragraphs: [
        `${organizationInMail(by, config.brandName)} asks you to accept this quote. The price is fixed until ${until}. You can read, print and accept it on the page below, without an account.`,
        'If you were not expecting this email, you can ignore it: nothing is ordered until the quote is accepted.',
      ],
      rows,
      button: { label: 'Open the quote', url: `${config.publicUrl}/quotes/${read.person.token}` },
    }
  },
})

/** Of one quote within a day. */
const mostForwards = 5

function wordsOf({ terms }: ReadQuote) {
  const count = seatsOf(terms.lines)
  const total = price(totalOf(terms.lines), terms.currency)
  const until = day(new Date(terms.validUntil))
  const rows = [
    { label: 'Seats', value: String(count) },
    { label: 'Total', value: total },
    { label: 'Valid until', value: until },
  ]
  return { seats: count === 1 ? '1 seat' : `${count} seats`, total, until, rows }
}
