import type { OutgoingMail } from './mailer.ts'

/** One bare address, which cannot start a second header, a second recipient or a display name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not pass
const bareAddress = /^[^\s\u0000-\u001f\u007f<>()[\],;:"\\@]+@[^\s\u0000-\u001f\u007f<>()[\],;:"\\@]+$/

export class MailRefused extends Error {}

export interface Envelope {
  to: string
  subject: string
  /** `<…@host>`, always the same for one key. */
  messageId: string
}

/**
 * The headers of a mail, made safe: a recipient that is not one bare address is refused, and line breaks and other control
 * characters in the subject become spaces.
 */
export function envelopeOf(mail: OutgoingMail, host: string): Envelope {
  if (!bareAddress.test(mail.to))
    throw new MailRefused('An email goes to exactly one address; this one is malformed')
  return {
    to: mail.to,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: see above
    subject: mail.subject.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim(),
    messageId: `<${mail.key.replace(/[^A-Za-z0-9._-]+/g, '.')}@${host}>`,
  }
}
