export type DocumentKind = 'invoice' | 'receipt' | 'credit note' | 'debit note'

/** What is asked for; a note goes by its printed number. */
export type WantedDocument =
  | { kind: 'invoice' | 'receipt' }
  | { kind: 'credit note' | 'debit note'; number: string }

/** What the download calls answer, good or bad. */
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

/** The sentence for a download that was refused. */
export function refusalText(kind: DocumentKind, answer: DocumentAnswer): string {
  if (answer.code === 'ORDER_NOT_COMPLETED') {
    return `Cannot generate ${kind}: ${answer.error ?? 'the order is not completed'}`
  }
  if (answer.code === 'RECEIPT_NOT_AVAILABLE') {
    return 'Receipt not available. This may be due to the payment method used.'
  }
  return answer.error || `Failed to generate ${kind}. Please try again.`
}

/** The sentence when the server answered without any link. */
export function missingLinkText(kind: DocumentKind): string {
  return `${capital(kind)} URL not available. Please contact support.`
}

/** The sentence when the server could not be reached. */
export function unreachableText(kind: DocumentKind): string {
  return `Failed to generate ${kind}. Please check your connection and try again.`
}

/** The sentence of a success, with what became of the e-mail. */
export function readyText(kind: DocumentKind, answer: DocumentAnswer): string {
  const base = (answer.message || `${capital(kind)} ready`).trim()
  if (answer.email?.sent === true) {
    return `${/[.!?]$/.test(base) ? base : `${base}.`} Check your email for both documents`
  }
  if (answer.email?.sent === false) return `${base.replace(/\.$/, '')} (Email delivery failed)`
  return base
}

/** What is added when the browser stopped the window that the document was to open in. */
export function blockedText(kind: DocumentKind, saved: boolean): string {
  const done = saved ? `, so the ${kind} was saved as a file instead.` : '. Use this link:'
  return `Your browser blocked the new window${done}`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
