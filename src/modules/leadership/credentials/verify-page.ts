import { escapeHtml } from '#platform/mail/layout.ts'
import type { CheckResult, CheckStep, CheckVerdict } from './check-document.ts'
import { dayOf, icon, type PublicPage, type Tone } from './public-page.ts'

/** The check of the credentials of a file or an address, or the problem why there is nothing to check. Null without input. */
export type Checked = { found: Found[] } | { problem: string } | null

export interface Found {
  result: CheckResult
  from: string
  /**
   * What is around the credential: a picture or PDF that differs from the one that this site makes, text that is not this
   * site's, or the presentation of a wallet.
   */
  around?: 'altered' | 'foreign' | 'presentation'
}

/** The page with the form, below the result of a check. */
export function verifyPageOf(checked: Checked): PublicPage {
  const failed = checked !== null && 'problem' in checked
  return {
    status: failed ? 400 : 200,
    title: 'Check a credential',
    description:
      'Check any certificate or badge of ours: upload the file or enter its address, and see each step.',
    path: '/credentials/verify',
    isIndexed: checked === null,
    body: `${checked === null ? '' : 'problem' in checked ? problemBanner(checked.problem) : outcomes(checked.found)}
${checked === null || failed ? '<h1>Check a credential</h1>' : '<h2>Check another one</h2>'}<p class="lead">Choose the file you were given, or enter its address. You see each step of the check, and we store nothing.</p>
<div class="card"><form aria-label="Check a file" method="post" enctype="multipart/form-data" action="/credentials/verify"><label for="file">File</label><input id="file" name="file" type="file" required aria-describedby="file-help"><p class="help" id="file-help">Certificate (PDF), badge (PNG or SVG), credential (JSON) or bundle, up to 2 MB.</p><button>Check the file</button></form></div>
<div class="card"><form aria-label="Check an address" method="get" action="/credentials/verify"><label for="of">Or its address or number</label><input id="of" name="of" required maxlength="400" autocomplete="off" spellcheck="false" aria-describedby="of-help"><p class="help" id="of-help">It stands on the certificate, under the square code.</p><button>Check the address</button></form></div>
<h2>Check it without us</h2><p>The credential is an <a href="https://www.imsglobal.org/spec/ob/v3p0">Open Badge 3.0</a> and a <a href="https://www.w3.org/TR/vc-data-model-2.0/">verifiable credential of the W3C</a>. Any verifier that knows <code>eddsa-rdfc-2022</code> signatures can check it, for example <a href="https://verifierplus.org/">VerifierPlus</a> of the Digital Credentials Consortium, which may add that it does not know us by name. It reads our public keys at <a href="/.well-known/did.json">/.well-known/did.json</a>.</p>
<p>Keep the bundle from the page of a credential: it has the credential, our public keys and the status lists of that day, so that the signature can be checked even if this site is gone.</p>`,
  }
}

const problemBanner = (problem: string): string =>
  `<p class="state bad" role="alert">${icon('bad')}<span><strong class="bad">Nothing to check</strong>${escapeHtml(problem)}</span></p>`

const verdicts: Record<CheckVerdict, { label: string; message: string; tone: Tone }> = {
  valid: { label: 'Valid', message: 'It is genuine, unchanged and valid today.', tone: 'good' },
  expired: { label: 'Expired', message: 'It is genuine, but it has expired.', tone: 'warn' },
  suspended: {
    label: 'Suspended',
    message: 'It is genuine, but does not count at the moment.',
    tone: 'warn',
  },
  withdrawn: { label: 'Withdrawn', message: 'We issued it and have since withdrawn it.', tone: 'bad' },
  erased: { label: 'Withdrawn', message: 'We issued it and have since withdrawn it.', tone: 'bad' },
  replaced: { label: 'Replaced', message: 'A newer copy was issued: ask for that one.', tone: 'warn' },
  changed: { label: 'Not genuine', message: 'This is not what we issued. Do not rely on it.', tone: 'bad' },
  foreign: {
    label: 'Not ours',
    message: 'We did not issue it. Only its issuer can say whether it is valid.',
    tone: 'bad',
  },
  unreadable: {
    label: 'Not a credential',
    message: 'This file has no credential that we can read.',
    tone: 'bad',
  },
}

const questions: Record<CheckStep['name'], string> = {
  form: 'Is it a credential?',
  issuer: 'Who issued it?',
  signature: 'Was anything changed?',
  dates: 'Is it within its dates?',
  register: 'Was it withdrawn?',
}

/** Verdicts for which an altered file around the credential is reported. */
const genuine: readonly CheckVerdict[] = ['valid', 'expired', 'suspended', 'replaced']

const alteredOf = (name: string): (typeof verdicts)[CheckVerdict] => ({
  label: 'Altered file',
  message: `Only the credential inside is genuine, not what you see: it is for ${escapeHtml(name)}. Its page has the file as we made it.`,
  tone: 'bad',
})

const foreignParts: (typeof verdicts)[CheckVerdict] = {
  label: 'Altered file',
  message: 'The credential inside is genuine, the rest of the file is not ours.',
  tone: 'bad',
}

function outcomes(found: readonly Found[]): string {
  const [only] = found
  if (only !== undefined && found.length === 1) return outcome(only, '<h1>The check, step by step</h1>')
  const each = found.map((one, at) => {
    const name = one.result.about === null ? '' : `: ${escapeHtml(one.result.about.name)}`
    return `<h2>Credential ${at + 1} of ${found.length}${name}</h2>${outcome(one, '')}`
  })
  return `<h1>${found.length} credentials in one file</h1>${each.join('')}`
}

function outcome({ result, from, around }: Found, heading: string): string {
  const { about, verdict } = result
  const isInside = about !== null && genuine.includes(verdict)
  const { label, message, tone } =
    isInside && around === 'altered'
      ? alteredOf(about.name)
      : isInside && around === 'foreign'
        ? foreignParts
        : verdicts[verdict]
  const source = around === 'presentation' ? `the credential inside a presentation, in ${from}` : from
  const details =
    about === null
      ? ''
      : `<dl><div><dt>Name</dt><dd>${escapeHtml(about.name)}</dd></div><div><dt>What for</dt><dd>${escapeHtml(about.program)}</dd></div><div><dt>Awarded on</dt><dd>${dayOf(about.validFrom)}</dd></div><div><dt>Valid until</dt><dd>${dayOf(about.validUntil)}</dd></div></dl><p><a href="${escapeHtml(pathOf(about.id))}">The page of this credential</a></p>`
  const steps = result.steps.map((step) => {
    const ok = step.ok ? 'good' : 'bad'
    return `<li class="${ok}">${icon(ok)}<span><b>${questions[step.name]}</b><span>${escapeHtml(step.message)}</span></span></li>`
  })
  return `<p class="state ${tone}" role="status">${icon(tone)}<span><strong class="${tone}">${label}</strong>${message}<small>Checked: ${escapeHtml(source)}</small></span></p>
${heading}<ol class="steps">${steps.join('')}</ol>${details}`
}

/** The path of a signed address, so that the link leads to this site. */
const pathOf = (address: string): string => `/credentials/${address.slice(address.lastIndexOf('/') + 1)}`
