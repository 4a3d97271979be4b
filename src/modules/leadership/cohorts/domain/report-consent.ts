/** The version of `reportConsentText` below. A new text needs a new version, and is asked for again. */
export const reportConsentVersion = '2026-11-27'

/** What a participant agrees to. @param organization whose seat the participant has */
export const reportConsentText = (organization: string): string =>
  `${organization === '' ? 'My organization' : organization} may see how many labs I attended, how many of my assignments were accepted, and my certificate, in a report that it may show to others.`

/** An agreement: to the version above, declined (`''`), or never asked for, or asked for with an older text. */
export const isShared = (consent: string | null | undefined): boolean => consent === reportConsentVersion
export const isDeclined = (consent: string | null | undefined): boolean => consent === ''

/** For the participant: what was answered to the text of now; null before an answer. */
export function answerOf(consent: string | null): boolean | null {
  if (isDeclined(consent)) return false
  return isShared(consent) ? true : null
}
