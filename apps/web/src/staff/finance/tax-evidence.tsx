import { Badge, type Tone } from '../../ui/surface.tsx'
import { ledgerMoment } from './moments.ts'
import styles from './order.module.css'
import type { Evidence } from './order-answers.ts'

type Tax = NonNullable<Evidence['tax']>

const names = new Intl.DisplayNames('en', { type: 'region' })

/** What VIES says of a tax id. */
export const viesWords: Record<NonNullable<Tax['check']>['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Not asked yet', tone: 'info' },
  valid: { label: 'Valid', tone: 'good' },
  invalid: { label: 'Invalid', tone: 'bad' },
  'not-reached': { label: 'Not reached, asked again', tone: 'warn' },
}

/** What the buyer's country and tax were decided on; nothing where neither is known. */
export function TaxEvidence({ tax: { billingCountry, cardCountries, differs, taxId, check } }: { tax: Tax }) {
  if (billingCountry === null && cardCountries.length === 0) return null
  return (
    <dl className={styles.about}>
      <div>
        <dt>Billed in</dt>
        <dd>{billingCountry ?? 'not given'}</dd>
      </div>
      <div>
        <dt>Card from</dt>
        <dd>
          {cardCountries.map((code) => names.of(code) ?? code).join(', ') || 'no card'}{' '}
          {differs ? <Badge tone="warn">differs</Badge> : null}
        </dd>
      </div>
      {check ? (
        <div>
          <dt>VIES</dt>
          <dd>
            {taxId} <Badge tone={viesWords[check.state].tone}>{viesWords[check.state].label}</Badge>{' '}
            {[
              check.at && ledgerMoment(check.at),
              check.consultation && `consultation ${check.consultation}`,
              ...[check.name, check.address],
              check.settledBy && `settled by ${check.settledBy}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </dd>
        </div>
      ) : null}
    </dl>
  )
}
