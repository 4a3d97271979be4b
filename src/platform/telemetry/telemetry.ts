export const operationCategories = ['api', 'database', 'external', 'other'] as const
export type OperationCategory = (typeof operationCategories)[number]

export interface OperationStats {
  category: OperationCategory
  name: string
  /** Calls since the process started; the other figures are of the last 100 calls. */
  count: number
  /** Seconds. */
  average: number
  min: number
  max: number
  p50: number
  p95: number
  p99: number
}

/** Timings of every API route, database statement and external call; the last 100 samples per operation. */
export abstract class Telemetry {
  /** False with PERFORMANCE_STATS=off, the baseline against which the cost of recording is measured. */
  abstract readonly recording: boolean
  abstract record(category: OperationCategory, name: string, seconds: number): void
  abstract time<T>(category: OperationCategory, name: string, work: () => Promise<T>): Promise<T>
  abstract stats(): OperationStats[]
  static readonly maxSamples = 100
}
