import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CostReports } from '#modules/leadership/index.ts'
import type { Challenge } from '#platform/challenge/turnstile.ts'
import { csvLine } from '#platform/export/csv.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'
import { changeLead, downloadWhitepaper, exportLeads, leadPerson, listLeads, submitLead } from './contract.ts'
import type { Lead } from './lead.ts'
import type { LeadAudit, Reader } from './lead-audit.ts'
import type { LeadInbox } from './lead-inbox.ts'
import { whitepaperLink, whitepaperPath } from './lead-mails.ts'
import type { LeadPersons } from './lead-persons.ts'
import type { Leads } from './leads.ts'
import type { Whitepaper } from './whitepaper.ts'

const challengeSentences = {
  missing: 'Please complete the security verification.',
  failed: 'Security verification failed. Please try again.',
  expired: 'Security verification expired. Please try again.',
}

const view = (lead: Lead, withContacts: boolean) => ({
  id: lead.id,
  name: lead.name,
  email: withContacts ? lead.email : null,
  phone: withContacts ? lead.phone : null,
  company: lead.company,
  message: lead.message,
  leadType: lead.leadType,
  status: lead.status,
  quarantineReason: lead.quarantineReason ?? null,
  source: lead.source ?? null,
  notes: lead.notes,
  createdAt: lead.createdAt.toISOString(),
})

const readerOf = ({ actor, address }: { actor: { username: string }; address: string }): Reader => ({
  by: actor.username,
  address,
})

export interface LeadRoutes {
  leads: Leads
  inbox: LeadInbox
  persons: LeadPersons
  audit: LeadAudit
  challenge: Challenge
  signer: LinkSigner
  clock: Clock
  reports: CostReports
  whitepaper: Whitepaper
}

export function mountLeadRoutes(
  api: ApiRouter,
  { leads, inbox, persons, audit, challenge, signer, clock, reports, whitepaper }: LeadRoutes,
): void {
  api.serve(submitLead, async ({ body }, call) => {
    const report = body.report && reports.read(body.report)
    const verdict = await challenge.verify(body.turnstileToken, call.address)
    if (verdict !== 'passed') throw new AppError('invalid', 'CHALLENGE_FAILED', challengeSentences[verdict])
    await leads.submit({ ...body, report }, call.address)
    const wantsPaper = body.lead_type === 'whitepaper_download'
    if (wantsPaper) whitepaper.prepare()
    return {
      success: true as const,
      message: 'Thank you for partnering with us to kick start an authentic journey!',
      ...(wantsPaper && { downloadUrl: whitepaperLink(signer, clock) }),
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
    call.res
      .type('application/pdf')
      .set('content-disposition', 'inline; filename="the-hidden-roi-of-real-leadership.pdf"')
      .send(await whitepaper.pdf())
    return undefined
  })

  api.serve(listLeads, async ({ query: { page, ...filter } }, call) => {
    const withContacts = call.actor.role !== 'viewer'
    await audit.read(readerOf(call), withContacts ? 'The inbox' : 'The inbox without addresses')
    const [found, counts] = await Promise.all([inbox.page(filter, page, withContacts), inbox.counts()])
    return {
      success: true as const,
      leads: found.leads.map((lead) => view(lead, withContacts)),
      total: found.total,
      counts,
    }
  })

  api.serve(leadPerson, async ({ params }, call) => {
    await audit.read(readerOf(call), `The person behind lead ${params.id}`)
    const lead = await leads.get(params.id)
    const { leads: others, customerSince, orders } = await persons.behind(lead)
    return {
      success: true as const,
      lead: view(lead, call.actor.role !== 'viewer'),
      leads: others.map(({ id, leadType, status, createdAt }) => ({
        id,
        leadType,
        status,
        createdAt: createdAt.toISOString(),
      })),
      customerSince: customerSince?.toISOString() ?? null,
      orders: orders.map((order) => ({ ...order, createdAt: order.createdAt.toISOString() })),
    }
  })

  api.serve(exportLeads, async ({ query: { bom, ...filter } }, call) => {
    await audit.exported(readerOf(call), filter)
    call.res.type('text/csv').set('content-disposition', 'attachment; filename="leads.csv"')
    async function* lines() {
      yield bom === 'true' ? '\ufeff' : ''
      yield csvLine([
        'id',
        'created_at',
        'type',
        'status',
        'name',
        'email',
        'phone',
        'company',
        'message',
        'source',
        'notes',
      ])
      for await (const lead of inbox.export(filter)) {
        yield csvLine([
          lead.id,
          lead.createdAt.toISOString(),
          lead.leadType,
          lead.status,
          lead.name,
          lead.email,
          lead.phone,
          lead.company,
          lead.message,
          lead.source,
          lead.notes,
        ])
      }
    }
    await pipeline(Readable.from(lines()), call.res)
    return undefined
  })

  api.serve(changeLead, async ({ params, body }, call) => ({
    success: true as const,
    lead: view(await leads.change(params.id, body, readerOf(call)), true),
  }))
}
