import { ContainerModule } from 'inversify'
import { PublishedSources } from '#modules/content/index.ts'
import { Config } from '#platform/config/config.ts'
import { type ApiRouter, bindRoutes } from '#platform/http/routes.ts'
import { sendPdf } from '#platform/http/send-pdf.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { singleton } from '#platform/kernel/singleton.ts'
import { calculate, downloadReport, listFactorSources, listSources, sourceFactors } from './contract.ts'
import { CredentialKeys } from './credentials/credential-keys.ts'
import { bindCredentials } from './credentials/module.ts'
import { calculateCost } from './domain/formula.ts'
import { CostReports } from './index.ts'
import { PdfCostReports } from './pdf-cost-reports.ts'
import { bindProgram } from './program/module.ts'
import { ResearchSources } from './research-sources.ts'

export { CredentialKeys }

export const leadershipModule = new ContainerModule(({ bind }) => {
  singleton(bind, ResearchSources, PublishedSources)
  bind(CostReports)
    .toResolvedValue(
      (sources, clock, config): CostReports =>
        new PdfCostReports(sources, clock, {
          brand: config.brandName,
          address: `${new URL(config.publicUrl).host}/leadership-cost-calculator`,
        }),
      [ResearchSources, Clock, Config],
    )
    .inSingletonScope()
  bindRoutes(bind, mountLeadershipRoutes, ResearchSources, CostReports)
  bindProgram(bind)
  bindCredentials(bind)
})

function mountLeadershipRoutes(api: ApiRouter, sources: ResearchSources, reports: CostReports): void {
  api.serve(listSources, async () => ({ sources: sources.list() }))
  api.serve(listFactorSources, async ({ params }) => ({ sources: sources.list(params.factorKey) }))
  api.serve(sourceFactors, async ({ params }) => sources.factors(params.sourceName))
  api.serve(calculate, async ({ body }) => calculateCost(body.userInputs))
  api.serve(downloadReport, async ({ body }, { res }) => {
    const { content } = await reports.pdf(body)
    return sendPdf(res, { bytes: content, filename: 'leadership-cost.pdf', disposition: 'attachment' })
  })
}
