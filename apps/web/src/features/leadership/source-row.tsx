import { useQuery } from '@tanstack/react-query'
import type { listFactorSources } from '#modules/leadership/contract.ts'
import { call } from '../../lib/call.ts'
import { percent } from '../../lib/format.ts'
import styles from './calculator.module.css'
import type { FactorKey } from './field-rules.ts'

interface SourceRowProps {
  factor: FactorKey
  active: string | undefined
  onChoose: (source: string) => void
}

const defaultConfidence = 0.8

/** The research that has a value for a field, one button each. */
export function SourceRow({ factor, active, onChoose }: SourceRowProps) {
  const { data, isPending } = useQuery({
    queryKey: ['leadership', 'sources', factor],
    queryFn: () =>
      call<typeof listFactorSources>('GET', '/api/leadership/factors/:factorKey/sources', {
        params: { factorKey: factor },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isPending) return <p className={styles.sourceNote}>Loading sources...</p>
  const sources = data?.sources ?? []
  if (sources.length === 0) return <p className={styles.sourceNote}>No sources available</p>
  return (
    <ul className={styles.sources} aria-label="Research sources">
      {sources.map((source) => {
        const confidence = `${percent(source.confidence_score ?? defaultConfidence, 0)} confidence`
        return (
          <li key={source.source_id}>
            <button
              type="button"
              className={styles.source}
              title={confidence}
              aria-label={`Use ${source.source_name}, ${confidence}`}
              aria-pressed={active === source.source_name}
              onClick={() => onChoose(source.source_name)}
            >
              {source.source_name}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
