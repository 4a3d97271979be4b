import { escapeHtml } from '#platform/mail/layout.ts'
import type { CredentialContent, CredentialView } from './credential-view.ts'
import { dayOf, icon, momentOf, type PublicPage, type Tone } from './public-page.ts'

/** The page of a credential; null: the page of an unknown id. @param now the time of the check */
export function credentialPage(view: CredentialView | null, now: Date): PublicPage {
  if (view === null) return unknownPage
  if (view.document === null || view.state === 'erased') return erasedPage(view)
  const { document, id } = view
  const path = `/credentials/${id}`
  const [name, program] = [document.name, document.program].map(escapeHtml)
  const body = `<div class="two"><div>${stateBanner(view, now)}
<h1>${name}</h1><p class="lead">${view.state === 'valid' ? 'holds' : 'was awarded'} the ${program}, issued by ${escapeHtml(document.issuer.name)}.</p>
<dl><div><dt>Awarded on</dt><dd>${dayOf(view.awardedAt)}</dd></div><div><dt>Valid until</dt><dd>${dayOf(view.validUntil)}</dd></div><div><dt>Cohort</dt><dd>${dayOf(document.startsOn)} to ${dayOf(document.endsOn)}</dd></div><div><dt>Number</dt><dd>${id}</dd></div></dl>
<h2>What it took</h2>${workDone(document)}
<h2>Check it yourself</h2><p>You do not have to take our word for it: <a href="/credentials/verify?of=${id}">see each step of the check</a>, and the <a href="${path}/bundle.json">bundle</a> has all that another verifier needs, also without us.</p>
</div><aside aria-label="Files">${hasFiles(view) ? badge : ''}${downloads(view, path)}</aside></div>`
  return {
    status: 200,
    title: `${document.name}: ${document.program}`,
    description: `${stateLabels[view.state].label}. Awarded on ${dayOf(view.awardedAt)} by ${document.issuer.name}. Anyone can check it on this page.`,
    path,
    isIndexed: view.isPublic && view.state === 'valid',
    body,
  }
}

/** Whether badge and certificate are available: not for a withdrawn or suspended credential. */
export const hasFiles = ({ state }: CredentialView): boolean => state === 'valid' || state === 'expired'

const badge =
  '<img class="badge" src="/assets/art/badge.svg" width="272" height="272" alt="Badge: Authentic Leader, certified">'

function downloads(view: CredentialView, path: string): string {
  const files = [
    ...(hasFiles(view)
      ? [
          ['.pdf', 'Certificate', 'PDF, A4, to print'],
          ['.png', 'Badge as a picture', 'PNG, with the credential inside'],
          ['.svg', 'Badge as a drawing', 'SVG, with the credential inside'],
        ]
      : []),
    ['.json', 'The signed credential', 'Open Badges 3.0, JSON'],
    ['/bundle.json', 'Bundle for checking', 'Credential, keys and status lists of today'],
  ]
  return `<ul class="links">${files.map(([suffix, label, description]) => `<li><a href="${path}${suffix}">${label}</a><small>${description}</small></li>`).join('')}</ul>`
}

function workDone({ done }: CredentialContent): string {
  const lines = [
    `${done.assignmentsAccepted} of 12 weekly assignments handed in and accepted by a coach`,
    ...(done.coachingSessions === 0
      ? []
      : [
          done.coachingSessions === 1
            ? '1 private coaching session'
            : `${done.coachingSessions} private coaching sessions`,
        ]),
    'A final account of one change at work, accepted',
    `Live labs in ${done.weeksAttended} of 12 weeks`,
  ]
  return `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
}

type State = CredentialView['state']

export const stateLabels: Record<State, { label: string; tone: Tone }> = {
  valid: { label: 'Valid', tone: 'good' },
  expired: { label: 'Expired', tone: 'warn' },
  suspended: { label: 'Suspended', tone: 'warn' },
  withdrawn: { label: 'Withdrawn', tone: 'bad' },
  erased: { label: 'Withdrawn', tone: 'bad' },
}

function stateBanner(view: CredentialView, now: Date): string {
  const { label, tone } = stateLabels[view.state]
  return `<p class="state ${tone}" role="status">${icon(tone)}<span><strong class="${tone}">${label}</strong>${escapeHtml(stateSentence(view))}<small>Checked on ${momentOf(now)}</small></span></p>`
}

function stateSentence(view: CredentialView): string {
  const since = dayOf(view.changedAt)
  switch (view.state) {
    case 'valid':
      return `It is valid today, and until ${dayOf(view.validUntil)} unless it is withdrawn.`
    case 'expired':
      return `It was valid until ${dayOf(view.validUntil)} and has not been renewed.`
    case 'suspended':
      return `It has not counted since ${since}, until this is resolved. ${causeSentence(view)}`
    case 'withdrawn':
    case 'erased':
      return `It was withdrawn on ${since} and does not count any more. ${causeSentence(view)}`
  }
}

function causeSentence({ cause, reason, state }: CredentialView): string {
  if (cause === 'refunded') return 'Reason: the fee was refunded.'
  if (cause === 'dispute')
    return state === 'suspended'
      ? 'Reason: the payment is in dispute.'
      : 'Reason: the payment was taken back.'
  if (cause === 'unpaid') return 'Reason: the payment was taken back, and the order is not paid.'
  return cause === 'person' && reason !== '' ? `Reason: ${reason}` : ''
}

const unknownPage: PublicPage = {
  status: 404,
  title: 'No such credential',
  description: 'There is no credential at this address.',
  path: '/credentials/verify',
  isIndexed: false,
  body: `<p class="state bad">${icon('bad')}<span><strong class="bad">Not found</strong>We have issued no credential with this number.</span></p>
<h1>There is no credential at this address</h1><p class="lead">A letter may be missing, and capital letters matter. If you were shown a certificate with this number, do not rely on it until you have checked.</p>
<p><a class="button" href="/credentials/verify">Check the file or another address</a></p>`,
}

function erasedPage({ id, changedAt }: CredentialView): PublicPage {
  return {
    status: 410,
    title: 'This credential is gone',
    description: 'This credential was withdrawn and its data was deleted.',
    path: `/credentials/${id}`,
    isIndexed: false,
    body: `<p class="state bad">${icon('bad')}<span><strong class="bad">Withdrawn</strong>It was withdrawn on ${dayOf(changedAt)} and does not count any more.</span></p>
<h1>This credential is gone</h1><p class="lead">The holder asked us to delete their data, so we no longer keep a name.</p>`,
  }
}
