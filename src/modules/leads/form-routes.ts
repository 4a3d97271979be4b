import type { Response } from 'express'
import type { Challenge } from '#platform/challenge/turnstile.ts'
import type { Config } from '#platform/config/config.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { supportEmail } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { LeadBody, submitLeadForm } from './contract.ts'
import { formPagePolicy, type RefusedForm, refusedFormPage, storedFormPage } from './form-page.ts'
import type { Leads } from './leads.ts'
import { leadFields } from './rules.ts'

export interface LeadFormRoutes {
  leads: Leads
  challenge: Challenge
  config: Config
  settings: Settings
}

const challengeNeedsScript =
  'We check that a person is writing, and that check needs JavaScript. Switch it on and send the form again, or write to us.'

/** The lead form of a browser without JavaScript: the same checks as `POST /api/leads`, answered with a page. */
export function mountLeadForm(api: ApiRouter, { leads, challenge, config, settings }: LeadFormRoutes): void {
  api.serve(submitLeadForm, async ({ body: typed }, call) => {
    const options = { brandName: config.brandName, supportEmail: await supportEmail(settings, config) }
    const refuse = (status: number, errors: Omit<RefusedForm, 'typed'>): undefined =>
      sendPage(call.res, status, refusedFormPage({ typed, ...errors }, options))

    const parsed = LeadBody.safeParse({
      ...Object.fromEntries(leadFields.map(({ name, sentAs }) => [sentAs, textOf(typed[name])])),
      lead_type: 'normal_lead',
      ...(typed.website ? { website: typed.website } : {}),
    })
    if (!parsed.success) {
      return refuse(
        400,
        errorsByField(parsed.error.issues.map(({ path, message }) => ({ path: String(path[0]), message }))),
      )
    }
    if ((await challenge.verify(undefined, call.address)) !== 'passed')
      return refuse(400, { problems: {}, general: [challengeNeedsScript] })
    try {
      const { report: _unused, ...lead } = parsed.data
      await leads.submit(lead, call.address)
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
      return refuse(400, errorsByField(error.detail.fields ?? [{ path: '', message: error.message }]))
    }
    return sendPage(call.res, 200, storedFormPage(options))
  })
}

/** A field's text with LF line breaks: a form sends CR LF. */
function textOf(typed: string | undefined): string {
  return (typed ?? '').replaceAll('\r\n', '\n')
}

/** The first error of each field of the form; errors of other paths are general. */
function errorsByField(errors: readonly { path: string; message: string }[]): Omit<RefusedForm, 'typed'> {
  const problems: Record<string, string> = {}
  const general: string[] = []
  for (const { path, message } of errors) {
    const field = leadFields.find(({ sentAs }) => sentAs === path)
    if (field) problems[field.name] ??= message
    else general.push(message)
  }
  return { problems, general }
}

function sendPage(res: Response, status: number, html: string): undefined {
  res.status(status).type('html').set('Content-Security-Policy', formPagePolicy).send(html)
}
