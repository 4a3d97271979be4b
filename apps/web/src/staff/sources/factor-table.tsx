import { ExternalLink } from 'lucide-react'
import { factorKeys, researchFactors } from '#modules/leadership/domain/factors.ts'
import { percent } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import { ScrollBox } from '../parts/scroll-box.tsx'
import tableStyles from '../parts/table.module.css'
import type { SourceDrafts } from './source-draft.ts'
import styles from './sources.module.css'
import { daysInWords, offered, type Source, valueInWords } from './sources-api.ts'

interface FactorTableProps {
  sources: readonly Source[]
  drafts: SourceDrafts
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Every value by the field of the calculator that it fills, in the order in which visitors are offered it. */
export function FactorTable({ sources, drafts, chosen, onChoose }: FactorTableProps) {
  return (
    <ScrollBox label="Values of the calculator">
      <table className={`${tableStyles.table} ${styles.table}`}>
        <caption className="visually-hidden">
          Values by field of the calculator, the one offered first on top
        </caption>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Source</th>
            <th scope="col" data-align="end">
              Confidence
            </th>
            <th scope="col" data-align="end">
              Freshness
            </th>
          </tr>
        </thead>
        {factorKeys.map((key) => {
          const rows = offered(sources, key)
          const { label } = researchFactors[key]
          return (
            <tbody key={key}>
              <tr className={styles.factor}>
                <th colSpan={4} scope="rowgroup">
                  {label}
                  {rows.length === 0 ? <span>Visitors read “No sources available”.</span> : null}
                </th>
              </tr>
              {rows.map((source, index) => {
                const factor = source.factors.find(({ factor_key }) => factor_key === key)
                return (
                  <tr key={source.source_id} data-chosen={source.source_id === chosen || undefined}>
                    <td>
                      <div className={styles.value}>
                        {factor ? valueInWords(key, factor.value) : null}
                        {index === 0 ? <Badge tone="good">offered first</Badge> : null}
                      </div>
                    </td>
                    <th scope="row">
                      <button
                        type="button"
                        className={tableStyles.rowButton}
                        data-source={source.source_id}
                        aria-pressed={source.source_id === chosen}
                        onClick={() => onChoose(source.source_id)}
                      >
                        {source.source_name}
                        <span className="visually-hidden">, {label}</span>
                      </button>
                      <p className={styles.publication}>
                        <a href={source.url} target="_blank" rel="noopener noreferrer">
                          {source.publisher}, {source.year}
                          <ExternalLink aria-hidden="true" strokeWidth={1.5} />
                          <span className="visually-hidden"> (opens a new window)</span>
                        </a>
                        {drafts[source.source_id] ? <Badge tone="warn">not saved</Badge> : null}
                      </p>
                    </th>
                    <td data-align="end">{percent(source.confidence_score, 0)}</td>
                    <td data-align="end">{daysInWords(source.data_freshness_days)}</td>
                  </tr>
                )
              })}
            </tbody>
          )
        })}
      </table>
    </ScrollBox>
  )
}
