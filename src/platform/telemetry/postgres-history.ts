import type { Database } from '../database/database.ts'
import { histogramBuckets, percentileOf } from './duration-histogram.ts'
import type { Problem } from './problem.ts'
import {
  claimForAlert,
  problemsSeen,
  releaseClaims,
  releasesSince,
  type StoredProblem,
} from './stored-problems.ts'
import type { OperationCategory } from './telemetry.ts'
import {
  type CategoryPoint,
  type HistoryRange,
  type ProcessPoint,
  type SlowStatementRow,
  TelemetryHistory,
  type TracedRequest,
} from './telemetry-history.ts'

/** Steps are counted from this moment, so that every reader gets the same ones. */
const epoch = '2000-01-01T00:00:00Z'

interface BucketRow {
  at: Date
  category: OperationCategory
  bucket: number
  calls: string
}

interface TotalRow {
  at: Date
  category: OperationCategory
  count: string
  seconds: number
  max: number
}

/** Reads the rows that the `HistoryRecorder` of every process wrote. */
export class PostgresHistory extends TelemetryHistory {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async categories({ grain, since, step }: HistoryRange): Promise<CategoryPoint[]> {
    const values = [grain, since, step, epoch]
    const bin = `date_bin(make_interval(secs => $3), at, $4::timestamptz)`
    const [totals, buckets] = await Promise.all([
      this.#database.sql.query<TotalRow>(
        `select ${bin} as at, category, sum(count) as count, sum(seconds) as seconds, max(max) as max
         from platform_telemetry_category where grain = $1 and at >= $2 group by 1, 2 order by 1, 2`,
        values,
      ),
      this.#database.sql.query<BucketRow>(
        `select ${bin} as at, category, n.bucket::int as bucket, sum(n.calls) as calls
         from platform_telemetry_category, unnest(buckets) with ordinality as n (calls, bucket)
         where grain = $1 and at >= $2 and n.calls > 0 group by 1, 2, 3`,
        values,
      ),
    ])
    const histograms = new Map<string, number[]>()
    for (const { at, category, bucket, calls } of buckets) {
      const key = `${at.getTime()} ${category}`
      const histogram = histograms.get(key) ?? new Array<number>(histogramBuckets).fill(0)
      histogram[bucket - 1] = Number(calls)
      histograms.set(key, histogram)
    }
    return totals.map(({ at, category, count, seconds, max }) => {
      const histogram = histograms.get(`${at.getTime()} ${category}`) ?? []
      const percentile = (share: number) => percentileOf(histogram, share, max)
      return {
        at,
        category,
        count: Number(count),
        average: seconds / Number(count),
        p50: percentile(0.5),
        p95: percentile(0.95),
        p99: percentile(0.99),
        max,
      }
    })
  }

  override async processes({ grain, since, step }: HistoryRange): Promise<ProcessPoint[]> {
    const rows = await this.#database.sql.query<Omit<ProcessPoint, 'rss'> & { rss: string }>(
      `select at, count(*)::int as processes, sum(cpu) as cpu, sum(rss) as rss,
         max(p99) as "eventLoopP99", max(longest) as "eventLoopMax"
       from (
         select date_bin(make_interval(secs => $3), at, $4::timestamptz) as at, process,
           sum(cpu_seconds) / nullif(sum(observed), 0) as cpu, max(rss) as rss,
           max(event_loop_p99) as p99, max(event_loop_max) as longest
         from platform_telemetry_process where grain = $1 and at >= $2 group by 1, 2
       ) as each_process group by at order by at`,
      [grain, since, step, epoch],
    )
    return rows.map((row) => ({ ...row, rss: Number(row.rss), cpu: row.cpu ?? 0 }))
  }

  override async slowStatements(since: Date): Promise<SlowStatementRow[]> {
    const rows = await this.#database.sql.query<SlowStatementRow & { count: string }>(
      `select min(statement) as statement, route, sum(count) as count,
         sum(seconds) / sum(count) as average, max(max) as max,
         (array_agg(request_id order by max desc))[1] as "requestId", max(last_seen) as "lastSeen"
       from platform_slow_statement where last_seen >= $1
       group by route, digest order by max(max) desc limit 50`,
      [since],
    )
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  }

  override requests(requestId: string): Promise<TracedRequest[]> {
    return this.#database.sql.query<TracedRequest>(
      `select request_id as "requestId", route, status, started_at as "startedAt", seconds,
         database_seconds as "databaseSeconds", statement_count as "statementCount", statements
       from platform_request_trace where request_id = $1 order by started_at limit 20`,
      [requestId],
    )
  }

  override problems(): Promise<StoredProblem[]> {
    return problemsSeen(this.#database.sql)
  }

  override claimForAlert(now: Date, since: Date, most: number): Promise<StoredProblem[]> {
    return claimForAlert(this.#database.sql, now, since, most)
  }

  override releaseClaims(problems: readonly Problem[]): Promise<void> {
    return releaseClaims(this.#database.sql, problems)
  }

  override releases(since: Date): Promise<{ name: string; at: Date }[]> {
    return releasesSince(this.#database.sql, since)
  }
}
