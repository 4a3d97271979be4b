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
 * - otherwise somebody typed the address, and a budget counts the mails to it.
 */
export type MailReason = 'confirmed' | 'staff' | 'follow-up' | TypedAddress

export interface Mail extends OutgoingMail {
  reason: MailReason
}

/** Passes a mail to a server, or to the development mailbox. Rejects when it was not accepted. */
export abstract class MailTransport {
  abstract send(mail: OutgoingMail): Promise<void>

  /** Resolves when a mail would be accepted now; sends none. @throws Error with the reason otherwise. */
  async check(): Promise<void> {}
}

/** Sends mails. A mail to an address that somebody typed is sent only within the limits of its budget. */
export class Mailer {
  readonly #transport: MailTransport
  readonly #budgets: Pick<MailBudgets, 'grant'>

  constructor(transport: MailTransport, budgets: Pick<MailBudgets, 'grant'>) {
    this.#transport = transport
    this.#budgets = budgets
  }

  /** @throws the transport's error when the mail was not accepted; another try is then not counted again */
  async send({ reason, ...mail }: Mail): Promise<MailResult> {
    if (typeof reason === 'object') {
      const granted = await this.#budgets.grant(mail, reason)
      if (granted !== 'sent') return granted
    }
    await this.#transport.send(mail)
    return 'sent'
  }

  /** Resolves when a mail would be accepted now; sends none. @throws Error with the reason otherwise. */
  check(): Promise<void> {
    return this.#transport.check()
  }
}
