export type DocumentKind = 'invoice' | 'receipt' | 'credit note' | 'debit note'

/** The requested document; a note is identified by its printed number. */
export type DocumentRequest =
  | { kind: 'invoice' | 'receipt' }
  | { kind: 'credit note' | 'debit note'; number: string }

/** The answer of the download calls, including refusals. */
export interface DocumentAnswer {
  success?: boolean | undefined
  document?:
    | { downloadUrl?: string | undefined; hostedUrl?: string | undefined; filename?: string | undefined }
    | undefined
  message?: string | undefined
  email?: { sent?: boolean | undefined } | undefined
  code?: string | undefined
  orderStatus?: string | undefined
  error?: string | undefined
}

/** The message for a download that was refused. */
export function refusalText(kind: DocumentKind, answer: DocumentAnswer): string {
  if (answer.code === 'ORDER_NOT_COMPLETED') {
    return `Cannot generate ${kind}: ${answer.error ?? 'the order is not completed'}`
  }
  if (answer.code === 'RECEIPT_NOT_AVAILABLE') {
    return 'Receipt not available. This may be due to the payment method used.'
  }
  return answer.error || `Failed to generate ${kind}. Please try again.`
}

/** The message for an answer without a link. */
export function missingLinkText(kind: DocumentKind): string {
  return `${capital(kind)} URL not available. Please contact support.`
}

/** The message if the server could not be reached. */
export function unreachableText(kind: DocumentKind): string {
  return `Failed to generate ${kind}. Please check your connection and try again.`
}

/** The message of a success, with the result of the e-mail. */
export function readyText(kind: DocumentKind, answer: DocumentAnswer): string {
  const base = (answer.message || `${capital(kind)} ready`).trim()
  if (answer.email?.sent === true) {
    return `${/[.!?]$/.test(base) ? base : `${base}.`} Check your email for both documents`
  }
  if (answer.email?.sent === false) return `${base.replace(/\.$/, '')} (Email delivery failed)`
  return base
}

/** The message if the browser blocked the document's window. */
export function blockedText(kind: DocumentKind, saved: boolean): string {
  const result = saved ? `, so the ${kind} was saved as a file instead.` : '. Use this link:'
  return `Your browser blocked the new window${result}`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
