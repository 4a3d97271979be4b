import { ExternalLink } from 'lucide-react'
import { factorKeys, researchFactors } from '#modules/leadership/domain/factors.ts'
import { percent } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import tableStyles from '../parts/table.module.css'
import { Table } from '../parts/table.tsx'
import type { SourceDrafts } from './source-draft.ts'
import styles from './sources.module.css'
import { daysInWords, offered, type Source, valueInWords } from './sources-api.ts'

interface FactorTableProps {
  sources: readonly Source[]
  drafts: SourceDrafts
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** One value of a source. */
interface Line {
  key: (typeof factorKeys)[number]
  source: Source
  isFirst: boolean
}

/** The values by the calculator's field that they fill, in the order in which the calculator offers them. */
export function FactorTable({ sources, drafts, chosen, onChoose }: FactorTableProps) {
  const groups = factorKeys.map((key) => {
    const rows = offered(sources, key).map((source, index): Line => ({ key, source, isFirst: index === 0 }))
    return {
      id: key,
      heading: (
        <span className={styles.factor}>
          {researchFactors[key].label}
          {rows.length === 0 ? <span>Visitors see “No sources available”.</span> : null}
        </span>
      ),
      rows,
    }
  })
  return (
    <Table<Line>
      caption="Values of the calculator by field, the one offered first on top"
      className={styles.table}
      rows={[]}
      groups={groups}
      keyOf={({ key, source }) => `${key} ${source.source_id}`}
      attributesOf={({ source }) => ({ 'data-chosen': source.source_id === chosen ? 'true' : undefined })}
      columns={[
        { id: 'value', label: 'Value', cell: (line) => valueCell(line) },
        {
          id: 'source',
          label: 'Source',
          namesRow: true,
          cell: ({ key, source }) => (
            <>
              <button
                type="button"
                className={tableStyles.rowButton}
                data-source={source.source_id}
                aria-pressed={source.source_id === chosen}
                onClick={() => onChoose(source.source_id)}
              >
                {source.source_name}
                <span className="visually-hidden">, {researchFactors[key].label}</span>
              </button>
              <p className={styles.publication}>
                <a href={source.url} target="_blank" rel="noopener noreferrer">
                  {source.publisher}, {source.year}
                  <ExternalLink aria-hidden="true" strokeWidth={1.5} />
                  <span className="visually-hidden"> (opens a new window)</span>
                </a>
                {drafts[source.source_id] ? <Badge tone="warn">not saved</Badge> : null}
              </p>
            </>
          ),
        },
        {
          id: 'confidence',
          label: 'Confidence',
          numeric: true,
          cell: ({ source }) => percent(source.confidence_score, 0),
        },
        {
          id: 'freshness',
          label: 'Freshness',
          numeric: true,
          cell: ({ source }) => daysInWords(source.data_freshness_days),
        },
      ]}
    />
  )
}

function valueCell({ key, source, isFirst }: Line) {
  const factor = source.factors.find(({ factor_key }) => factor_key === key)
  return (
    <div className={styles.value}>
      {factor ? valueInWords(key, factor.value) : null}
      {isFirst ? <Badge tone="good">offered first</Badge> : null}
    </div>
  )
}
