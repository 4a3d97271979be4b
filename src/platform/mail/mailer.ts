import type { Config } from '../config/config.ts'
import { contactLines, contactOf } from '../settings/contact-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { greeting } from './greeting.ts'
import { type MailContent, mailLayout } from './layout.ts'
import type { MailBudgets, MailResult, TypedAddress } from './mail-budgets.ts'

/** A mail as it is passed to a server. */
export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try to send one mail, so that the receiver recognises a repeat: becomes the Message-ID. */
  key: string
  /** Mail programs offer to unsubscribe by one POST to it (RFC 8058). */
  unsubscribeUrl?: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
}

/**
 * Why a mail may go to its address:
 * - `confirmed`: the owner of the address has confirmed it, by a code or a link that was mailed to it;
 * - `staff`: the address is configured, or set by staff;
 * - `follow-up`: the only further mail of its kind after one that a budget has counted;
 * - otherwise a visitor typed the address, and a budget counts the mails to it.
 */
export type MailReason = 'confirmed' | 'staff' | 'follow-up' | TypedAddress

/** One mail. The brand is added, and for readers who are not staff a greeting and the lines about contact. */
export interface Mail
  extends Omit<OutgoingMail, 'text' | 'html'>,
    Omit<MailContent, 'brand' | 'heading' | 'footer'> {
  reason: MailReason
  /** The reader's first name; the greeting has none where it is not known. */
  name?: string
  /** The subject where it is absent. */
  heading?: string
  /** Small print, above the lines about contact. */
  footer?: readonly string[]
}

/** The reader of a mail who has an account, and so has confirmed its address. */
export const toAccount = ({ email, firstName }: { email: string; firstName: string }) =>
  ({ to: email, name: firstName, reason: 'confirmed' }) as const

/** Passes a mail to a server, or to the development mailbox. Rejects when it was not accepted. */
export abstract class MailTransport {
  abstract send(mail: OutgoingMail): Promise<void>

  /** Resolves when a mail would be accepted now; sends none. @throws Error with the reason otherwise. */
  async check(): Promise<void> {}
}

/** Puts mails in the layout of the product and sends them; to an address that a visitor typed only within the limits of its budget. */
export class Mailer {
  readonly #transport: MailTransport
  readonly #budgets: Pick<MailBudgets, 'grant'>
  readonly #config: Pick<Config, 'brandName' | 'supportEmail'>
  readonly #settings: Pick<Settings, 'read'>

  constructor(
    transport: MailTransport,
    budgets: Pick<MailBudgets, 'grant'>,
    config: Pick<Config, 'brandName' | 'supportEmail'>,
    settings: Pick<Settings, 'read'>,
  ) {
    this.#transport = transport
    this.#budgets = budgets
    this.#config = config
    this.#settings = settings
  }

  /** @throws the transport's error when the mail was not accepted; another try is then not counted again */
  async send(mail: Mail): Promise<MailResult> {
    const { reason, name = '', subject, heading = subject, paragraphs, footer = [] } = mail
    if (typeof reason === 'object') {
      const granted = await this.#budgets.grant(mail, reason)
      if (granted !== 'sent') return granted
    }
    const content = { ...mail, heading, footer, brand: this.#config.brandName }
    if (reason !== 'staff') {
      content.paragraphs = [greeting(name), ...paragraphs]
      content.footer = [...footer, ...contactLines(await contactOf(this.#settings, this.#config))]
    }
    await this.#transport.send({ ...mail, ...mailLayout(content) })
    return 'sent'
  }

  /** Resolves when a mail would be accepted now; sends none. @throws Error with the reason otherwise. */
  check(): Promise<void> {
    return this.#transport.check()
  }
}
