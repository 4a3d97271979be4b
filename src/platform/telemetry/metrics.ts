import { aggregated, exposition, type MetricFamily } from './metric-family.ts'

/** Collects the families of all processes that answer on this port; `own` makes those of this one. */
export type AllProcesses = (own: () => MetricFamily[]) => () => Promise<MetricFamily[]>

/** For an installation with one process. */
export const oneProcess: AllProcesses = (own) => () => aggregated([own()])

export interface MetricsSources {
  /** See `processMetrics`. */
  all: () => Promise<MetricFamily[]>
  /** See `StoredMetrics`: figures of the installation, read once and not by each process. */
  stored: () => Promise<MetricFamily[]>
}

/** The text for Prometheus. */
export function prometheusMetrics({
  all,
  stored,
}: MetricsSources): () => Promise<{ contentType: string; text: string }> {
  return async () => {
    const [processes, installation] = await Promise.all([all(), stored()])
    return exposition([...processes, ...installation])
  }
}
