import { SMTPServer } from 'smtp-server'
import { freePort } from '../../support/free-port.ts'

export interface ReceivedMail {
  to: string
  subject: string
  messageId: string
  text: string
}

/** An SMTP server that can be down. While it is down, nothing listens on its port. */
export class MailServer {
  readonly port: number
  readonly received: ReceivedMail[] = []
  #server: SMTPServer | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async reserve(): Promise<MailServer> {
    return new MailServer(await freePort())
  }

  get env(): Record<string, string> {
    return { SMTP_URL: `smtp://127.0.0.1:${this.port}`, MAIL_FROM: 'shop@example.com' }
  }

  async up(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        stream.on('end', () => {
          const to = session.envelope.rcptTo[0]?.address ?? ''
          this.received.push({
            to,
            subject: headerOf(text, 'Subject'),
            messageId: headerOf(text, 'Message-ID'),
            text,
          })
          done()
        })
      },
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
  }

  async down(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server !== undefined) await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  subjectsTo(to: string): string[] {
    return this.received.filter((mail) => mail.to === to).map(({ subject }) => subject)
  }
}

function headerOf(text: string, name: string): string {
  const unfolded = text.slice(0, text.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  const line = unfolded.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}: `))
  return line?.slice(name.length + 2).trim() ?? ''
}
