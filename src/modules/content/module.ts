import { ContainerModule } from 'inversify'
import { ConfigToken } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Routes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { baseTemplate } from './base-template/index.ts'
import { ContentChannel, ContentVersion } from './content-version.ts'
import { Contents } from './contents.ts'
import { Publishing } from './publishing.ts'
import { mountContentRoutes } from './routes.ts'
import { Tree } from './sections/tree.ts'
import { ServedContent } from './served-content.ts'

export const contentEntities = [ContentVersion, ContentChannel]
export { ServedContent }

export const contentModule = new ContainerModule(({ bind }) => {
  bind(Contents)
    .toResolvedValue(
      (database, clock) => new Contents(database, clock, Tree.parse(baseTemplate)),
      [Database, Clock],
    )
    .inSingletonScope()
  bind(ServedContent)
    .toResolvedValue(
      (contents, database, { config }) => new ServedContent(contents, database, config.env),
      [Contents, Database, ConfigToken],
    )
    .inSingletonScope()
  bind(Lifecycle).toService(ServedContent)
  bind(Publishing)
    .toResolvedValue(
      (contents, { config }, telemetry) => new Publishing(contents, config, telemetry),
      [Contents, ConfigToken, Telemetry],
    )
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (contents, served, publishing): Routes => ({
        mount: (api) => mountContentRoutes(api, contents, served, publishing),
      }),
      [Contents, ServedContent, Publishing],
    )
    .inSingletonScope()
})
