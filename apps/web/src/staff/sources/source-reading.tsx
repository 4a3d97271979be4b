import { researchFactors } from '#modules/leadership/domain/factors.ts'
import { percent } from '../../lib/format.ts'
import detailsStyles from '../parts/details.module.css'
import { daysInWords, type Source, valueInWords } from './sources-api.ts'

/** A source for staff with read-only access. */
export function SourceReading({ source }: { source: Source }) {
  return (
    <dl className={detailsStyles.facts}>
      <dt>Publisher</dt>
      <dd>
        {source.publisher}, {source.year}
      </dd>
      <dt>Address</dt>
      <dd>
        <a href={source.url} target="_blank" rel="noopener noreferrer">
          {source.url}
        </a>
      </dd>
      <dt>Confidence</dt>
      <dd>{percent(source.confidence_score, 0)}</dd>
      <dt>Freshness</dt>
      <dd>{daysInWords(source.data_freshness_days)}</dd>
      {source.factors.map(({ factor_key: key, value, derivation }) => [
        <dt key={key}>{researchFactors[key].label}</dt>,
        <dd key={`${key}-value`}>
          <strong>{valueInWords(key, value)}</strong>. {derivation}
        </dd>,
      ])}
    </dl>
  )
}
