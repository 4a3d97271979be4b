import { createHash } from 'node:crypto'
import { escapeHtml } from '#platform/mail/layout.ts'
import { leadFields, messageMax } from './rules.ts'

const style = `
:root{color-scheme:light dark;--paper:#FAF7F2;--raised:#fff;--ink:#292929;--soft:#5F5A54;--deep:#A8520F;--on:#fff;--edge:#8A8178;--bad:#A3301C}
@media(prefers-color-scheme:dark){:root{--paper:#1C1A18;--raised:#262320;--ink:#F4EFE7;--soft:#B8B0A6;--deep:#E09A5E;--on:#1C1208;--edge:#857C72;--bad:#F09A85}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 'Instrument Sans',system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:clamp(2rem,8vw,6rem) 1.25rem}
h1{margin:0 0 1rem;font:480 clamp(2rem,6vw,3rem)/1.1 Newsreader,Georgia,serif;letter-spacing:-.018em;text-wrap:balance}
a{color:var(--deep)}
.brand{margin:0 0 2.5rem;font:560 1.4rem/1 Newsreader,Georgia,serif}
.brand a{color:inherit;text-decoration:none}
.problems{margin:0 0 2rem;padding:1rem 1rem 1rem 2.25rem;border:1px solid var(--bad);border-radius:4px}
.problems a{color:inherit}
label{display:block;margin:1.5rem 0 .35rem;font-weight:600}
input,textarea{display:block;width:100%;min-height:3rem;padding:.6rem .8rem;border:1px solid var(--edge);border-radius:4px;background:var(--raised);color:inherit;font:inherit}
[aria-invalid]{border-color:var(--bad)}
.error{margin:.35rem 0 0;color:var(--bad)}
.trap{position:absolute;left:-200vw}
button{min-height:3.5rem;margin-top:2rem;padding:.9rem 1.9rem;border:0;border-radius:4px;background:var(--deep);color:var(--on);font:600 1.0625rem/1.25 inherit}
:focus-visible{outline:2px solid var(--deep);outline-offset:2px}
`

/** The Content-Security-Policy of both pages: the style by its hash, and forms to this site only. */
export const formPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

export interface FormPageOptions {
  brandName: string
  supportEmail: string
}

/** The typed values and their errors: one sentence for a field, and sentences about no field. */
export interface RefusedForm {
  typed: Readonly<Record<string, string>>
  problems: Readonly<Record<string, string>>
  general: readonly string[]
}

/** The form with the typed values and their errors. */
export function refusedFormPage({ typed, problems, general }: RefusedForm, options: FormPageOptions): string {
  const summary = [
    ...general.map((sentence) => `<li>${escapeHtml(sentence)}</li>`),
    ...leadFields.flatMap(({ name }) =>
      problems[name] ? [`<li><a href="#${name}">${escapeHtml(problems[name])}</a></li>`] : [],
    ),
  ]
  const fields = leadFields.map((field) => {
    const { name, label } = field
    const problem = problems[name]
    const errorAttributes = problem ? ` aria-invalid="true" aria-describedby="${name}-error"` : ''
    const value = escapeHtml(typed[name] ?? '')
    const control =
      'multiline' in field
        ? // The browser drops the first line break of a text area.
          `<textarea id="${name}" name="${name}" maxlength="${messageMax}" rows="5"${errorAttributes}>\n${value}</textarea>`
        : `<input id="${name}" name="${name}" type="${'type' in field ? field.type : 'text'}" autocomplete="${field.autocomplete}" required${errorAttributes} value="${value}">`
    const error = problem ? `<p class="error" id="${name}-error">${escapeHtml(problem)}</p>` : ''
    return `<label for="${name}">${label}${'multiline' in field ? ' (optional)' : ''}</label>${control}${error}`
  })
  return page(
    'Please check the form',
    `<ul class="problems">${summary.join('')}</ul>
<form action="/api/leads/form" method="post" novalidate>${fields.join('\n')}
<p class="trap" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" tabindex="-1" autocomplete="off"></p>
<button>Send it again</button></form>
${contactLine(options)}`,
    options,
  )
}

/** The page of thanks for a stored lead. */
export function storedFormPage(options: FormPageOptions): string {
  return page(
    'Thank you for partnering with us to kick start an authentic journey!',
    `<p>We have your details and answer by email.</p>
<p><a href="/">Back to the start</a> or <a href="/certification/program-details">read about the certification</a>.</p>
${contactLine(options)}`,
    options,
  )
}

function contactLine({ supportEmail }: FormPageOptions): string {
  const address = escapeHtml(supportEmail)
  return `<p>You can also write to <a href="mailto:${address}">${address}</a>.</p>`
}

function page(heading: string, body: string, { brandName }: FormPageOptions): string {
  const brand = escapeHtml(brandName)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${brand} - ${escapeHtml(heading)}</title><style>${style}</style></head>
<body><main><p class="brand"><a href="/">${brand}</a></p>
<h1>${escapeHtml(heading)}</h1>
${body}</main></body></html>
`
}
