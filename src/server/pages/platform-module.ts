import { ContainerModule } from 'inversify'
import type { Logger } from 'pino'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { PostgresAuditLog } from '#platform/audit/postgres-audit-log.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { InFlight } from '#platform/http/in-flight.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { contactSettings } from '#platform/settings/contact-settings.ts'
import { PostgresSettings } from '#platform/settings/postgres-settings.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { BackupMarks } from '#platform/storage/backup-marks.ts'
import { DiskDocuments } from '#platform/storage/disk-documents.ts'
import { Documents } from '#platform/storage/documents.ts'
import { HmacLinkSigner } from '#platform/storage/hmac-link-signer.ts'
import { LinkSigner } from '#platform/storage/link-signer.ts'
import { S3Documents } from '#platform/storage/s3-documents.ts'
import { ProcessLog } from '#platform/telemetry/create-logger.ts'
import { HistoryRecorder } from '#platform/telemetry/history-recorder.ts'
import { Log } from '#platform/telemetry/log.ts'
import { PostgresHistory } from '#platform/telemetry/postgres-history.ts'
import type { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { TelemetryHistory } from '#platform/telemetry/telemetry-history.ts'
import { socialSettings } from './public-config.ts'

/** Objects that are made before the container, because that takes time or arguments. */
export interface Foundations {
  config: Config
  database: Database
  telemetry: RingTelemetry
  logger: Logger
  clock: Clock
  ids: Ids
  sessionSecret: string
  /** The folder of documents when no object storage is configured. */
  documentsDir: string
  inFlight: () => number
}

/** Binds the platform's tokens, which every module uses. */
export function platformModule(made: Foundations): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(Config).toConstantValue(made.config)
    bind(Database).toConstantValue(made.database)
    bind(Telemetry).toConstantValue(made.telemetry)
    bind(Log).toConstantValue(new ProcessLog(made.logger))
    bind(Clock).toConstantValue(made.clock)
    bind(Ids).toConstantValue(made.ids)
    bind(Keys).toConstantValue(new DerivedKeys(made.sessionSecret))
    bind(InFlight).toConstantValue({ count: made.inFlight })
    singletonAs(bind, AuditLog, PostgresAuditLog, Database, Clock)
    singletonAs(bind, Settings, PostgresSettings, Database, AuditLog)
    bind(SettingForm).toConstantValue(contactSettings)
    bind(SettingForm).toConstantValue(socialSettings)
    bind(LinkSigner)
      .toResolvedValue(
        (keys, config, clock) => new HmacLinkSigner(keys, config.publicUrl, clock),
        [Keys, Config, Clock],
      )
      .inSingletonScope()
    const { documentsS3Url: s3Url } = made.config
    bind(Documents).toConstantValue(
      s3Url === undefined ? new DiskDocuments(made.documentsDir) : new S3Documents(s3Url),
    )
    singleton(bind, BackupMarks, Documents, Keys)
    bind(JobHandlers).toService(BackupMarks)
    const recorder = new HistoryRecorder(
      made.telemetry,
      made.database,
      made.clock,
      made.logger,
      made.config.release,
    )
    bind(HistoryRecorder).toConstantValue(recorder)
    bind(Lifecycle).toConstantValue(recorder)
    bind(TelemetryHistory).toConstantValue(new PostgresHistory(made.database))
  })
}
