import { z } from 'zod'
import { currentWork } from '../telemetry/current-work.ts'

export interface QueueOptions {
  /** Tries after the first one; 10 unless told. Delay doubles from `retryDelaySeconds` (5 unless told) up to an hour. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** Lease: a job whose worker died is tried again after this many seconds; 60 unless told. */
  expireInSeconds?: number
  /** How many run side by side in this process; 2 unless told. */
  concurrency?: number
}

/** The schema of what a job carries. */
export type JobData = z.ZodType<object, object>

/** A kind of job: its queue, what it carries, and how it is repeated. */
export interface JobDefinition<Data extends JobData = JobData> extends QueueOptions {
  queue: string
  /** Ids and amounts; whatever is personal is read from its own table when the job runs. Parsed before each try. */
  data: Data
  /** Also runs by this cron expression (UTC), once per installation however many processes run; then without data. */
  schedule?: string
}

/** Work that a transaction owes: it is stored with the transaction and done at least once after it. */
export interface JobRequest {
  queue: string
  data: object
  /** Unique per queue: a second job with the same key is silently dropped, for ever. */
  key?: string
  /** Not before this moment (product clock). */
  startAfter?: Date
  /** Of the request or job that owes it, where a collector is told of both. */
  traceparent?: string
}

/** A definition, with which jobs of its kind are made. */
export interface JobKind<Data extends JobData> extends JobDefinition<Data> {
  request(data: z.input<Data>, when?: Pick<JobRequest, 'key' | 'startAfter'>): JobRequest
}

/**
 * A `retryLimit` that outlasts an outage: the first ten tries of a job take about two hours, each further one an hour,
 * so 130 of them take five days. For mails whose loss nobody would notice.
 */
export const triesOverDays = 130

function traced(): Pick<JobRequest, 'traceparent'> {
  const traceparent = currentWork()?.trace?.traceparent
  return traceparent === undefined ? {} : { traceparent }
}

/** What is stored of a job: its data, and by which trace it was owed. */
export const storedData = ({ data, traceparent }: JobRequest): object =>
  traceparent === undefined ? data : { ...data, traceparent }

/** The trace that a stored job belongs to. */
export function traceparentOf(stored: unknown): string | undefined {
  const { traceparent } = (stored ?? {}) as { traceparent?: unknown }
  return typeof traceparent === 'string' ? traceparent : undefined
}

const nothing = z.object({})

/** Defines a kind of job; one that only runs by its schedule carries no data. */
export function defineJob<Data extends JobData = typeof nothing>(
  definition: Omit<JobDefinition<Data>, 'data'> & { data?: Data },
): JobKind<Data> {
  const { queue } = definition
  const data = definition.data ?? (nothing as JobData as Data)
  return { ...definition, data, request: (input, when) => ({ queue, data: input, ...when, ...traced() }) }
}

/** What a job carries is not what its definition says. Another try would read the same: the job is given up at once. */
export class UnreadableJob extends Error {
  override readonly name = 'UnreadableJob'
}

/** @throws UnreadableJob naming what is wrong; never the values. */
export function dataOf<Data extends JobData>(
  { queue, data }: JobDefinition<Data>,
  stored: unknown,
): z.output<Data> {
  const read = data.safeParse(stored ?? {})
  if (read.success) return read.data
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.') || 'data'}: ${message}`)
  throw new UnreadableJob(`A job of ${queue} cannot be read: ${problems.join('; ')}`)
}
