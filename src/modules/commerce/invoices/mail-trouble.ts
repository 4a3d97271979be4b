import { AppError } from '#platform/kernel/error.ts'
import { MailRefused } from '#platform/mail/envelope.ts'

const unreachable = ['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ENOTFOUND']
const mostCharacters = 200

/** Why a mail could not be sent, as a sentence for finance. It names no address: the ledger outlives its buyers. */
export function troubleOf(error: unknown): string {
  if (error instanceof AppError) return sentence(`The email could not be put together: ${error.message}`)
  if (error instanceof MailRefused) return 'The address of the buyer is malformed.'
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string }
  if (code === 'EAUTH') return sentence(`The mail server refused our login: ${message}`)
  if (responseCode !== undefined) return sentence(`The mail server refused the email: ${message}`)
  if (/certificate/i.test(message ?? ''))
    return sentence(`The certificate of the mail server does not hold: ${message}`)
  if (code !== undefined && unreachable.includes(code)) return 'The mail server does not answer.'
  if (code === 'EPROTOCOL') return 'The mail server gives answers that make no sense.'
  return sentence(`The email could not be sent: ${message ?? String(error)}`)
}

function sentence(text: string): string {
  const nameless = text
    .replaceAll(/[^\s<>"]+@[^\s<>"]+/g, '(address)')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const short = nameless.length > mostCharacters ? `${nameless.slice(0, mostCharacters)}...` : nameless
  return /[.!?]$/.test(short) ? short : `${short}.`
}
