import { readFile } from 'node:fs/promises'
import type { UploadedPaper } from '#modules/content/index.ts'
import type { CostReports } from '#modules/leadership/index.ts'
import { type Challenge, challengeSentences } from '#platform/challenge/turnstile.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { fileOf } from '#platform/kernel/project-files.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'
import { downloadWhitepaper, submitLead } from './contract.ts'
import { whitepaperLink, whitepaperPath } from './lead-mails.ts'
import type { Leads } from './leads.ts'

/** Made by `scripts/whitepaper.ts`. */
const shippedPaper = fileOf('src/modules/leads/the-hidden-roi-of-real-leadership.pdf')

export interface LeadRoutes {
  leads: Leads
  challenge: Challenge
  signer: LinkSigner
  clock: Clock
  reports: CostReports
  paper: UploadedPaper
}

/** The visitors' endpoints. */
export function mountLeadRoutes(
  api: ApiRouter,
  { leads, challenge, signer, clock, reports, paper }: LeadRoutes,
): void {
  api.serve(submitLead, async ({ body }, call) => {
    const report = body.report && reports.read(body.report)
    const verdict = await challenge.verify(body.turnstileToken, call.address)
    if (verdict !== 'passed') throw new AppError('invalid', 'CHALLENGE_FAILED', challengeSentences[verdict])
    await leads.submit({ ...body, report }, call.address)
    const wantsWhitepaper = body.lead_type === 'whitepaper_download'
    return {
      message: 'Thank you for partnering with us to kick start an authentic journey!',
      ...(wantsWhitepaper && { downloadUrl: whitepaperLink(signer, clock) }),
    }
  })

  api.serve(downloadWhitepaper, async ({ query }, call) => {
    if (signer.verify(whitepaperPath, query)?.document !== 'whitepaper') {
      throw new AppError(
        'forbidden',
        'LINK_EXPIRED',
        'This link has expired. Ask for the whitepaper again to get a new one.',
      )
    }
    const { title, pdf } = await paper.current()
    call.res
      .type('application/pdf')
      .set('content-disposition', `inline; filename="${fileNameOf(title)}.pdf"`)
      .send(pdf ?? (await readFile(shippedPaper)))
    return undefined
  })
}

/** The title as a file's name: ASCII letters in lower case, digits and dashes. */
export function fileNameOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'whitepaper'
}
