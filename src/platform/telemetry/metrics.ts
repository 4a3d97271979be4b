import { aggregated, exposition, type MetricFamily } from './metric-family.ts'

/** The families of all processes that answer on this port, given how this one makes its own. */
export type AllProcesses = (own: () => MetricFamily[]) => () => Promise<MetricFamily[]>

/** Where one process is all there is. */
export const oneProcess: AllProcesses = (own) => () => aggregated([own()])

export interface MetricsSources {
  /** See `processMetrics`. */
  all: () => Promise<MetricFamily[]>
  /** See `StoredMetrics`: of the installation, asked once and not by each process. */
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
