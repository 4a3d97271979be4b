import { z } from 'zod'
import { currentWork } from '../telemetry/current-work.ts'

export interface QueueOptions {
  /** Tries after the first one; 10 by default. The delay doubles from `retryDelaySeconds` (5 by default) up to an hour. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** Lease: a job whose worker died is tried again within a minute after this many seconds; 60 by default. */
  expireInSeconds?: number
  /** How many run side by side in this process; 2 by default. */
  concurrency?: number
}

/** The schema of the data of a job. */
export type JobData = z.ZodType<object, object>

/** A kind of job: its queue, its data, and how it is repeated. */
export interface JobDefinition<Data extends JobData = JobData> extends QueueOptions {
  queue: string
  /** Ids and amounts; personal data is read from its own table when the job runs. Parsed before each try. */
  data: Data
  /** Also runs by this cron expression (UTC), once per installation however many processes run; then without data. */
  schedule?: string
}

/** A job that a transaction stores. It is done at least once after the commit. */
export interface JobRequest {
  queue: string
  data: object
  /** Unique per queue: a second job with the same key is silently dropped, for ever. */
  key?: string
  /** Not before this moment (product clock). */
  startAfter?: Date
  /** The trace of the request or job that stores it, where traces are sent to a collector. */
  traceparent?: string
}

/** A definition, with which jobs of its kind are made. */
export interface JobKind<Data extends JobData> extends JobDefinition<Data> {
  request(data: z.input<Data>, when?: Pick<JobRequest, 'key' | 'startAfter'>): JobRequest
}

/**
 * A `retryLimit` that outlasts an outage: the first ten tries of a job take about two hours, each further one an hour,
 * so 130 of them take five days. For mails whose loss would not be noticed.
 */
export const triesOverDays = 130

function traced(): Pick<JobRequest, 'traceparent'> {
  const traceparent = currentWork()?.trace?.traceparent
  return traceparent === undefined ? {} : { traceparent }
}

/** The stored form of a job: its data, and the trace of the work that stored it. */
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

/** The data of a job does not match its definition. Another try would read the same data: the job fails for good at once. */
export class UnreadableJob extends Error {
  override readonly name = 'UnreadableJob'
}

/** @throws UnreadableJob naming the fields that are wrong; never their values. */
export function dataOf<Data extends JobData>(
  { queue, data }: JobDefinition<Data>,
  stored: unknown,
): z.output<Data> {
  const read = data.safeParse(stored ?? {})
  if (read.success) return read.data
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.') || 'data'}: ${message}`)
  throw new UnreadableJob(`A job of ${queue} cannot be read: ${problems.join('; ')}`)
}
