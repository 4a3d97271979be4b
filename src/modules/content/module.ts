import { ContainerModule } from 'inversify'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { WaitingWork } from '#platform/kernel/waiting-work.ts'
import { Documents } from '#platform/storage/documents.ts'
import { Log } from '#platform/telemetry/log.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { ChosenPaper, PaperCheck } from './chosen-paper.ts'
import { contentEntities } from './content-version.ts'
import { Contents } from './contents.ts'
import { PublishedSources, PublishedSyllabus, UploadedPaper } from './index.ts'
import { PublishCheck } from './publish-check.ts'
import { mountPublishRoutes } from './publish-routes.ts'
import { PublishSchedule } from './publish-schedule.ts'
import { Publishing } from './publishing.ts'
import { mountContentRoutes } from './routes.ts'
import { SampleCheck } from './sample-check.ts'
import { ServedContent, ServedSources, ServedSyllabus } from './served-content.ts'
import { mountUploadRoutes } from './upload-routes.ts'
import { Uploads } from './uploads.ts'
import { WaitingContent } from './waiting-content.ts'

export { contentEntities, PublishCheck, ServedContent }

export const contentModule = new ContainerModule(({ bind }) => {
  singleton(bind, Contents, Database, Clock, AuditLog, Documents, Config)
  bind(ServedContent)
    .toResolvedValue(
      (contents, database, config) => new ServedContent(contents, database, config.env),
      [Contents, Database, Config],
    )
    .inSingletonScope()
  bind(Lifecycle).toService(ServedContent)
  bind(Lifecycle)
    .toResolvedValue(
      (contents, log, config) => new SampleCheck(contents, log, config),
      [Contents, Log, Config],
    )
    .inSingletonScope()
  singleton(bind, PublishCheck, Contents, Database)
  singleton(bind, Publishing, Contents, Config, Telemetry, Clock, PublishCheck)
  singleton(bind, PublishSchedule, Contents, Publishing, Database, Jobs, Clock, AuditLog)
  bind(JobHandlers).toService(PublishSchedule)
  singletonAs(bind, WaitingWork, WaitingContent, PublishSchedule)
  singleton(bind, Uploads, Documents, Database, Clock, AuditLog)
  singletonAs(bind, PublishedSources, ServedSources, ServedContent)
  bind(PublishedSyllabus)
    .toResolvedValue(
      (served, config): PublishedSyllabus => new ServedSyllabus(served, config.brandName),
      [ServedContent, Config],
    )
    .inSingletonScope()
  singletonAs(bind, UploadedPaper, ChosenPaper, Contents, Documents, Config, Log)
  bind(Lifecycle)
    .toResolvedValue(
      (paper, log, config): Lifecycle => new PaperCheck(paper, log, config),
      [UploadedPaper, Log, Config],
    )
    .inSingletonScope()
  bindRoutes(bind, mountContentRoutes, Contents, ServedContent, Publishing)
  bindRoutes(bind, mountPublishRoutes, Contents, Publishing, PublishSchedule, PublishCheck)
  bindRoutes(bind, mountUploadRoutes, Uploads)
})
