import type { z } from 'zod'
import {
  defineJob,
  type JobData,
  type JobDefinition,
  type JobKind,
  triesOverDays,
} from '../jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, type RunningJob } from '../jobs/jobs.ts'
import { type Bind, type Dependencies, singletonBy } from '../kernel/singleton.ts'
import type { MailResult } from './mail-budgets.ts'
import { type Mail, Mailer } from './mailer.ts'

/** A kind of mail: the job that a transaction stores for it, and its content as of when it is sent. */
interface MailDefinition<Data extends JobData, Parts> extends JobDefinition<Data> {
  /** Null, or an empty list, when nobody needs the mail any more. */
  compose(job: RunningJob<z.output<Data>>, parts: Parts): Promise<Mail | readonly Mail[] | null>
  /** Done after the mails were sent, with what became of each. Repeated with the job. */
  after?(job: RunningJob<z.output<Data>>, parts: Parts, results: readonly MailResult[]): Promise<void>
}

export type MailKind<Data extends JobData, Parts> = MailDefinition<Data, Parts> & JobKind<Data>

/** Describes a kind of mail. It is tried for days unless its definition says otherwise: its loss would not be noticed. */
export function defineMail<Data extends JobData, Parts>(
  definition: MailDefinition<Data, Parts>,
): MailKind<Data, Parts> {
  return { ...definition, ...defineJob<Data>({ retryLimit: triesOverDays, ...definition }) }
}

/** Does the jobs of kinds of mail. */
export class MailJobs<Parts> extends JobHandlers {
  readonly #mailer: Mailer
  readonly #kinds: readonly MailKind<JobData, Parts>[]
  readonly #parts: Parts

  constructor(mailer: Mailer, kinds: readonly MailKind<JobData, Parts>[], parts: Parts) {
    super()
    this.#mailer = mailer
    this.#kinds = kinds
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    for (const kind of this.#kinds)
      registry.handle(kind, async (job) => {
        const composed = await kind.compose(job, this.#parts)
        const results: MailResult[] = []
        for (const mail of [composed ?? []].flat()) results.push(await this.#mailer.send(mail))
        await kind.after?.(job, this.#parts, results)
      })
  }
}

/** Binds kinds of mail to the parts from which they are composed. */
export function bindMailKinds<Parts>(
  bind: Bind,
  kinds: readonly MailKind<JobData, Parts>[],
  ...parts: Dependencies<[Parts]>
): void {
  singletonBy(
    bind,
    JobHandlers,
    (mailer: Mailer, made: Parts) => new MailJobs(mailer, kinds, made),
    Mailer,
    ...parts,
  )
}
