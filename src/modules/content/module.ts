import { ContainerModule } from 'inversify'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { ConfigToken } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Routes } from '#platform/http/routes.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { Documents } from '#platform/storage/documents.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { baseTemplate } from './base-template/index.ts'
import { ContentChannel, ContentVersion } from './content-version.ts'
import { Contents } from './contents.ts'
import { mountPublishRoutes } from './publish-routes.ts'
import { PublishSchedule } from './publish-schedule.ts'
import { Publishing } from './publishing.ts'
import { mountContentRoutes } from './routes.ts'
import { Tree } from './sections/tree.ts'
import { ServedContent } from './served-content.ts'
import { mountUploadRoutes } from './upload-routes.ts'
import { Uploads } from './uploads.ts'

export const contentEntities = [ContentVersion, ContentChannel]
export { ServedContent }

export const contentModule = new ContainerModule(({ bind }) => {
  bind(Contents)
    .toResolvedValue(
      (database, clock, audit) => new Contents(database, clock, audit, Tree.parse(baseTemplate)),
      [Database, Clock, AuditLog],
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
      (contents, { config }, telemetry, clock) => new Publishing(contents, config, telemetry, clock),
      [Contents, ConfigToken, Telemetry, Clock],
    )
    .inSingletonScope()
  bind(PublishSchedule)
    .toResolvedValue(
      (contents, publishing, database, jobs, clock, audit) =>
        new PublishSchedule(contents, publishing, database, jobs, clock, audit),
      [Contents, Publishing, Database, Jobs, Clock, AuditLog],
    )
    .inSingletonScope()
  bind(Lifecycle).toService(PublishSchedule)
  bind(Uploads)
    .toResolvedValue(
      (documents, database, clock, audit) => new Uploads(documents, database, clock, audit),
      [Documents, Database, Clock, AuditLog],
    )
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (contents, served, publishing, schedule, uploads): Routes => ({
        mount: (api) => {
          mountContentRoutes(api, contents, served, publishing)
          mountPublishRoutes(api, contents, publishing, schedule)
          mountUploadRoutes(api, uploads)
        },
      }),
      [Contents, ServedContent, Publishing, PublishSchedule, Uploads],
    )
    .inSingletonScope()
})
