import { ContainerModule } from 'inversify'
import { Database } from '#platform/database/database.ts'
import { Routes } from '#platform/http/routes.ts'
import { ResearchFactor, ResearchSourceRow } from './research-source.ts'
import { ResearchSources } from './research-sources.ts'
import { mountLeadershipRoutes } from './routes.ts'

export const leadershipEntities = [ResearchSourceRow, ResearchFactor]

export const leadershipModule = new ContainerModule(({ bind }) => {
  bind(ResearchSources)
    .toResolvedValue((database) => new ResearchSources(database), [Database])
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (sources): Routes => ({ mount: (api) => mountLeadershipRoutes(api, sources) }),
      [ResearchSources],
    )
    .inSingletonScope()
})
