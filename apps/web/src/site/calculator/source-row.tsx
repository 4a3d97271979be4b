import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { FactorKey } from '#modules/leadership/calculator/domain/factors.ts'
import type { listFactorSources } from '#modules/leadership/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { percent } from '../../lib/format.ts'
import styles from './calculator.module.css'

interface SourceRowProps {
  factor: FactorKey
  active: string | undefined
  onChoose: (source: string) => void
}

type Source = AnswerOf<typeof listFactorSources>['sources'][number]

const defaultConfidence = 0.8

/** One button for each research source with a value for the field; the chosen source is cited. */
export function SourceRow({ factor, active, onChoose }: SourceRowProps) {
  const { data, isPending } = useQuery({
    queryKey: ['leadership', 'sources', factor],
    queryFn: () =>
      call<typeof listFactorSources>('GET', '/api/leadership/factors/:factorKey/sources', {
        params: { factorKey: factor },
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (isPending) return <p className={styles.sourceNote}>Loading sources...</p>
  const sources = data?.sources ?? []
  if (sources.length === 0) return <p className={styles.sourceNote}>No sources available</p>
  const cited = sources.find(({ source_name }) => source_name === active)
  return (
    <>
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
      {cited ? <Citation source={cited} factor={factor} /> : null}
    </>
  )
}

/** How the value was derived from the publication, with a link to it. */
function Citation({ source, factor }: { source: Source; factor: FactorKey }) {
  const derivation = source.factors.find(({ factor_key }) => factor_key === factor)?.derivation
  return (
    <p className={styles.sourceNote}>
      {derivation}{' '}
      <a href={source.url} target="_blank" rel="noopener noreferrer">
        {source.publisher}, {source.year}
        <ExternalLink aria-hidden="true" strokeWidth={1.5} />
        <span className="visually-hidden"> (opens a new window)</span>
      </a>
    </p>
  )
}
