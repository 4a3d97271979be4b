export interface Mail {
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

/** Passes a mail to SMTP, or to the development mailbox. Rejects when it was not accepted. */
export abstract class Mailer {
  abstract send(mail: Mail): Promise<void>

  /** Resolves when a mail would be accepted now; sends none. @throws Error with the reason otherwise. */
  async check(): Promise<void> {}
}
