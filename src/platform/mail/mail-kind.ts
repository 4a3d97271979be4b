import type { z } from 'zod'
import type { JobData, JobKind } from '../jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, type RunningJob } from '../jobs/jobs.ts'
import { type Bind, type Dependencies, singletonBy } from '../kernel/singleton.ts'
import type { MailResult } from './mail-budgets.ts'
import { type Mail, Mailer } from './mailer.ts'

/** A kind of mail: the job that a transaction stores for it, and its content as of when it is sent. */
export interface MailKind<Data extends JobData, Parts> {
  job: JobKind<Data>
  /** Null, or an empty list, when nobody needs the mail any more. */
  compose(job: RunningJob<z.output<Data>>, parts: Parts): Promise<Mail | readonly Mail[] | null>
  /** Done after the mails were sent, with what became of each. Repeated with the job. */
  after?(job: RunningJob<z.output<Data>>, parts: Parts, results: readonly MailResult[]): Promise<void>
}

/** Describes a kind of mail; the types of `compose` follow from the job. */
export const defineMail = <Data extends JobData, Parts>(kind: MailKind<Data, Parts>): MailKind<Data, Parts> =>
  kind

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
      registry.handle(kind.job, async (job) => {
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
