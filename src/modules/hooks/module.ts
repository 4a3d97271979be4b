import { ContainerModule } from 'inversify'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { singletonAs } from '#platform/kernel/singleton.ts'
import { bindMailKinds } from '#platform/mail/mail-kind.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Settings } from '#platform/settings/settings.ts'
import { HookDeliveries, HookPersonalData } from './deliveries.ts'
import { HookEndpoints } from './endpoints.ts'
import { HookCalls } from './hook-calls.ts'
import { pausedMail } from './hook-mails.ts'
import { HookSecrets } from './hook-secrets.ts'
import { mountHookRoutes } from './routes.ts'

export const hooksModule = new ContainerModule(({ bind }) => {
  bindAll(bind, HookCalls, HookSecrets, HookDeliveries, HookEndpoints)
  bind(JobHandlers).toService(HookDeliveries)
  bindMailKinds(bind, [pausedMail], { database: Database, settings: Settings, config: Config })
  singletonAs(bind, PersonalData, HookPersonalData, Database)
  bindRoutes(bind, mountHookRoutes, HookEndpoints)
})
