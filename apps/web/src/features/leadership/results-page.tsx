import { Download } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { leadershipCostResults } from '#modules/content/base-template/leadership-cost-results.ts'
import { reducedAmount } from '#modules/leadership/domain/formula.ts'
import { useConfig } from '../../lib/config.ts'
import { times } from '../../lib/constants.ts'
import { fieldsOf, useContent, wordsOf } from '../../lib/content.ts'
import { money, percent } from '../../lib/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LoadingOverlay } from '../../ui/loading-overlay.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/surface.tsx'
import { reportPdf } from './report-pdf.ts'
import type { ChartItem } from './result-charts.tsx'
import styles from './results.module.css'
import { clearResult, type Outcome, outcomeOf, readResult } from './saved-result.ts'
import { Scheduler } from './scheduler.tsx'
import { ShareCard } from './share-card.tsx'

const Charts = lazy(() => import('./result-charts.tsx').then((module) => ({ default: module.ResultCharts })))
const whole = (amount: number): string => money(amount, 'usd', { cents: false })

/** Step 2 of 2: what it costs, where it goes, and what an investment would change. */
export function ResultsPage() {
  const [outcome] = useState(() => {
    const saved = readResult()
    return saved ? outcomeOf(saved) : undefined
  })
  const { loading } = useContent(leadershipCostResults)
  const [early, setEarly] = useState(true)
  useEffect(() => {
    const timer = window.setTimeout(() => setEarly(false), times.overlay)
    return () => window.clearTimeout(timer)
  }, [])
  if (!outcome) return <Navigate to="/leadership-cost-calculator" replace />
  if (early || loading) return <LoadingOverlay />
  return <Results outcome={outcome} />
}

function Results({ outcome }: { outcome: Outcome }) {
  const { page } = useContent(leadershipCostResults)
  const fields = fieldsOf(page, 'results')
  const { brandName } = useConfig()
  const navigate = useNavigate()
  const [kind, setKind] = useState<'bar' | 'pie'>('bar')
  const [level, setLevel] = useState(0)

  const items = useMemo<ChartItem[]>(
    () =>
      Object.entries(outcome.breakdown).map(([name, entry]) => ({
        name,
        value: reducedAmount(name, entry.amount, level),
        originalValue: entry.amount,
        description: entry.description,
      })),
    [outcome, level],
  )
  const total = items.reduce((sum, item) => sum + item.value, 0)
  const saved = outcome.tilci - total
  const best =
    outcome.tilci === 0
      ? 0
      : 1 -
        Object.entries(outcome.breakdown).reduce(
          (sum, [name, { amount }]) => sum + reducedAmount(name, amount, 100),
          0,
        ) /
          outcome.tilci

  function download(): void {
    const file = reportPdf({
      title: wordsOf(fields.title),
      brand: brandName,
      total: whole(outcome.tilci),
      note: outcome.adjusted
        ? 'Per year, adjusted for overlapping effects between leadership factors. An estimate from your own figures.'
        : 'Per year, without overlap adjustment. An estimate from your own figures.',
      rows: Object.entries(outcome.breakdown).map(([name, entry]) => ({
        name,
        amount: whole(entry.amount),
        share: percent(entry.percentage / 100),
        description: entry.description,
      })),
    })
    const address = URL.createObjectURL(file)
    const link = document.createElement('a')
    link.href = address
    link.download = 'leadership-cost.pdf'
    link.click()
    window.setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }

  return (
    <Page title={page.title} heading={wordsOf(fields.title)} lead={wordsOf(fields.subtitle)}>
      <div className={styles.top}>
        <p className={styles.total} aria-live="polite">
          {whole(total)}
          <span>
            {outcome.adjusted
              ? 'a year, adjusted for overlapping effects'
              : 'a year, without overlap adjustment'}
          </span>
        </p>
        <div className={styles.actions}>
          <Button variant="secondary" icon={<Download aria-hidden="true" />} onClick={download}>
            {wordsOf(fields.actionButtons.download)}
          </Button>
          <Scheduler text={wordsOf(fields.actionButtons.reverseCost)} />
        </div>
      </div>
      <section className={styles.chart} aria-label="Cost by category">
        {/* biome-ignore lint/a11y/useSemanticElements: two buttons are no fieldset */}
        <div className={styles.toggle} role="group" aria-label="Kind of chart">
          <button type="button" aria-pressed={kind === 'bar'} onClick={() => setKind('bar')}>
            Bar Chart
          </button>
          <button type="button" aria-pressed={kind === 'pie'} onClick={() => setKind('pie')}>
            Pie Chart
          </button>
        </div>
        <Suspense fallback={<Skeleton shape="block" className={styles.chartWait ?? ''} />}>
          <Charts items={items} kind={kind} />
        </Suspense>
      </section>
      <ul className={styles.categories}>
        {items.map((item) => (
          <li key={item.name}>
            <h2>{item.name}</h2>
            <p className={styles.amount}>{whole(item.value)}</p>
            <p className={styles.soft}>
              {percent(total === 0 ? 0 : item.value / total)} of the total
              {level > 0 && item.originalValue > item.value
                ? ` · ${whole(item.originalValue - item.value)} less`
                : ''}
            </p>
            <p className={styles.soft}>{item.description}</p>
          </li>
        ))}
      </ul>
      <section className={styles.invest} aria-labelledby="invest-title">
        <h2 id="invest-title">What would an investment change?</h2>
        <p className={styles.soft}>
          Investing in leadership can reduce these costs by up to {percent(best, 0)}. Move the slider to see
          each category follow.
        </p>
        <label className={styles.slider}>
          <span>
            Investment level <output>{level}</output> · {percent(level / 1000)} of payroll
          </span>
          <input
            type="range"
            min={0}
            max={100}
            value={level}
            onChange={(event) => setLevel(Number(event.target.value))}
          />
        </label>
        {level > 0 ? (
          <p className={styles.savings} role="status">
            <strong>{whole(saved)}</strong> saved a year, from {whole(outcome.tilci)} to {whole(total)}
          </p>
        ) : null}
      </section>
      <section className={styles.promotion} aria-labelledby="promotion-title">
        <h2 id="promotion-title">
          {wordsOf(fields.promotion.title).replaceAll('{amount}', whole(outcome.tilci))}
        </h2>
        <p>{wordsOf(fields.promotion.description)}</p>
        <ButtonLink to="/certification/program-details" size="large" className={styles.promotionButton ?? ''}>
          {wordsOf(fields.actionButtons.stopLoss)}
        </ButtonLink>
      </section>
      <ShareCard section={fields.shareSection} amount={whole(outcome.tilci)} />
      <div className={styles.foot}>
        <ButtonLink to="/leadership-cost-calculator" variant="secondary">
          {wordsOf(fields.actionButtons.back)}
        </ButtonLink>
        <Button
          variant="quiet"
          onClick={() => {
            clearResult()
            navigate('/leadership-cost-calculator')
          }}
        >
          {wordsOf(fields.actionButtons.startOver)}
        </Button>
      </div>
    </Page>
  )
}
