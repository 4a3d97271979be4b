import type { Transporter } from 'nodemailer'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { envelopeOf } from './envelope.ts'
import { MailTransport, type OutgoingMail } from './mailer.ts'

const connectMs = 10_000
const silenceMs = 20_000

/** Passes mails to the SMTP server of `SMTP_URL`. Rejects when the server did not accept, so that the job is retried. */
export class SmtpMailer extends MailTransport {
  readonly #url: string
  readonly #requireTls: boolean
  #transport: Transporter | undefined
  readonly #from: string
  readonly #host: string
  readonly #telemetry: Telemetry

  constructor(
    smtp: { url: string; from: string; requireTls: boolean },
    publicUrl: string,
    telemetry: Telemetry,
  ) {
    super()
    this.#from = smtp.from
    this.#host = new URL(publicUrl).hostname
    this.#telemetry = telemetry
    this.#url = smtp.url
    this.#requireTls = smtp.requireTls
  }

  override async send(mail: OutgoingMail): Promise<void> {
    const { to, subject, messageId } = envelopeOf(mail, this.#host)
    const transport = await this.#open()
    await this.#telemetry.time('external', 'smtp send', async () => {
      try {
        await transport.sendMail({
          from: this.#from,
          to: { name: '', address: to },
          subject,
          messageId,
          text: mail.text,
          html: mail.html,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(mail.unsubscribeUrl === undefined
              ? {}
              : {
                  'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }),
          },
          ...(mail.attachments === undefined ? {} : { attachments: mail.attachments }),
        })
      } catch (cause) {
        throw this.#explained(cause)
      }
    })
  }

  /** Connects and signs in. */
  override async check(): Promise<void> {
    const transport = await this.#open()
    try {
      await transport.verify()
    } catch (cause) {
      throw this.#explained(cause)
    }
  }

  #explained(cause: unknown): unknown {
    if (!this.#requireTls || !/upgrading connection with STARTTLS/.test(String(cause))) return cause
    return new Error(
      'SMTP_URL: the server offers no TLS, so nothing was sent. Use smtps://, or add ?requireTLS=false where the network in between is private',
      { cause },
    )
  }

  /** The library is loaded with the first mail, which saves its memory until then. */
  async #open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    this.#transport ??= createTransport({
      url: this.#url,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(this.#requireTls ? { requireTLS: true } : {}),
    })
    return this.#transport
  }
}
