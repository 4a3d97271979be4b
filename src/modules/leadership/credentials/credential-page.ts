import type { Response } from 'express'
import { sendNotePage } from '#platform/http/note-page.ts'
import { dayInWords } from '../domain/cohort-plan.ts'
import type { CredentialView } from './credential-view.ts'

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const stateWords: Record<CredentialView['state'], string> = {
  valid: 'This credential is valid.',
  expired: 'This credential has expired.',
  suspended: 'This credential is suspended at the moment.',
  withdrawn: 'This credential is withdrawn.',
  erased: 'This credential is withdrawn, and what was kept of the person is deleted.',
}

/** The page of a credential as it stands at this moment; null for an id that was never given. */
export function sendCredentialPage(res: Response, view: CredentialView | null): void {
  if (view === null) {
    sendNotePage(res, 'No credential', '<p>There is no credential at this address.</p>', 404)
    return
  }
  const { document, awardedAt, validUntil, reason, state } = view
  const day = (at: Date): string => dayInWords(at.toISOString().slice(0, 10))
  const facts =
    document === null
      ? ''
      : `<p>${escaped(document.name)}, ${escaped(document.program)}.</p><p>Awarded on ${day(awardedAt)}, valid until ${day(validUntil)}.</p>`
  const why = reason === '' ? '' : `<p>${escaped(reason)}</p>`
  const words = `<p>${stateWords[state]}</p>${facts}${why}`
  sendNotePage(res, document?.program ?? 'Credential', words, document === null ? 410 : 200)
}
