import { ContainerModule } from 'inversify'
import { PublishedSources } from '#modules/content/index.ts'
import { Config } from '#platform/config/config.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { singleton } from '#platform/kernel/singleton.ts'
import { PdfCostReports } from './calculator/pdf-cost-reports.ts'
import { ResearchSources } from './calculator/research-sources.ts'
import { bindProgram } from './cohorts/module.ts'
import { CredentialKeys } from './credentials/credential-keys.ts'
import { bindCredentials } from './credentials/module.ts'
import { CostReports } from './index.ts'
import { bindReports } from './reports/module.ts'
import { mountLeadershipRoutes } from './routes.ts'

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
  bindReports(bind)
})
