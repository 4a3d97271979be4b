import type { ApiRouter } from '#platform/http/routes.ts'
import { sendPdf } from '#platform/http/send-pdf.ts'
import { calculateCost } from './calculator/domain/formula.ts'
import type { ResearchSources } from './calculator/research-sources.ts'
import { calculate, downloadReport, listFactorSources, listSources, sourceFactors } from './contract.ts'
import type { CostReports } from './index.ts'

export function mountLeadershipRoutes(api: ApiRouter, sources: ResearchSources, reports: CostReports): void {
  api.serve(listSources, async () => ({ sources: sources.list() }))
  api.serve(listFactorSources, async ({ params }) => ({ sources: sources.list(params.factorKey) }))
  api.serve(sourceFactors, async ({ params }) => sources.factors(params.sourceName))
  api.serve(calculate, async ({ body }) => calculateCost(body.userInputs))
  api.serve(downloadReport, async ({ body }, { res }) => {
    const { content } = await reports.pdf(body)
    return sendPdf(res, { bytes: content, filename: 'leadership-cost.pdf', disposition: 'attachment' })
  })
}
