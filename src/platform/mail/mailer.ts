export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Fixed per owed mail, so that a repeat can be recognised by the receiver: becomes the Message-ID. */
  key: string
  /** Mail programs offer to end such mails by one POST to it (RFC 8058). */
  unsubscribeUrl?: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
}

/** Hands a mail to SMTP, or to the development mailbox. Rejects when it was not accepted. */
export abstract class Mailer {
  abstract send(mail: Mail): Promise<void>

  /** Resolves where a mail would be taken now; sends none. @throws Error that says why not. */
  async check(): Promise<void> {}
}
