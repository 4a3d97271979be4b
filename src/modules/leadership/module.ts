import { ContainerModule } from 'inversify'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { singleton } from '#platform/kernel/singleton.ts'
import { CredentialKeys } from './credentials/credential-keys.ts'
import { bindCredentials } from './credentials/module.ts'
import { CostReports } from './index.ts'
import { PdfCostReports } from './pdf-cost-reports.ts'
import { bindProgram } from './program/module.ts'
import { ResearchFactor, ResearchSourceRow } from './research-source.ts'
import { ResearchSources } from './research-sources.ts'
import { mountLeadershipRoutes } from './routes.ts'
import { SourceEdits } from './source-edits.ts'

export { CredentialKeys }

export const leadershipEntities = [ResearchSourceRow, ResearchFactor]

export const leadershipModule = new ContainerModule(({ bind }) => {
  singleton(bind, ResearchSources, Database)
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
  singleton(bind, SourceEdits, Database, Clock, AuditLog)
  bindRoutes(bind, mountLeadershipRoutes, ResearchSources, SourceEdits, CostReports)
  bindProgram(bind)
  bindCredentials(bind)
})
