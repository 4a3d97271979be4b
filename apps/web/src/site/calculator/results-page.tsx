import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { leadershipCostResults } from '#modules/content/base-template/leadership-cost-results.ts'
import type { ReportRequest } from '#modules/leadership/calculator/domain/cost-report.ts'
import { costRange, investmentReturn } from '#modules/leadership/calculator/domain/explanation.ts'
import { plainAmounts } from '#modules/leadership/calculator/domain/formula.ts'
import { fieldsOf, useContent, wordsOf } from '../../lib/content.ts'
import { money, percent } from '../../lib/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LoadingOverlay, overlayTime } from '../../ui/loading-overlay.tsx'
import { Page } from '../../ui/page.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import { type ChartItem, chartItems, mostSaved } from './chart-items.ts'
import { DownloadReport, reportRequest } from './download-report.tsx'
import { HowCounted } from './how-counted.tsx'
import { InvestmentPanel } from './investment-panel.tsx'
import { lengthOf } from './long-amount.ts'
import { fragmentOf, isResultFragment, resultAt } from './permalink.ts'
import styles from './results.module.css'
import { type CalculatorResult, clearResult, type SavedResult } from './saved-result.ts'
import { Scheduler } from './scheduler.tsx'
import { ShareCard } from './share-card.tsx'

const Charts = lazy(() => import('./result-charts.tsx').then((module) => ({ default: module.ResultCharts })))
const whole = (amount: number): string => money(amount, 'usd', { cents: false })

/** The component that mails the report. The route passes it, because it belongs to the leads, not to the calculator. */
interface ByMail {
  MailReport: ComponentType<{ request: ReportRequest }>
}

/** Step 2 of 2: the total cost, its categories, and the effect of an investment. */
export function ResultsPage({ MailReport }: ByMail) {
  const { hash } = useLocation()
  const result = useMemo(() => resultAt(hash), [hash])
  const { loading } = useContent(leadershipCostResults)
  const [covered, setCovered] = useState(true)
  useEffect(() => {
    const timer = window.setTimeout(() => setCovered(false), overlayTime)
    return () => window.clearTimeout(timer)
  }, [])
  if (!result)
    return (
      <Navigate
        to={{ pathname: '/leadership-cost-calculator', hash: isResultFragment(hash) ? hash : '' }}
        replace
      />
    )
  if (covered || loading) return <LoadingOverlay />
  return <Results {...result} MailReport={MailReport} />
}

function Results({
  saved: result,
  outcome,
  MailReport,
}: ByMail & { saved: SavedResult; outcome: CalculatorResult }) {
  const { page } = useContent(leadershipCostResults)
  const fields = fieldsOf(page, 'results')
  const navigate = useNavigate()
  const [kind, setKind] = useState<'bar' | 'pie'>('bar')
  const [level, setLevel] = useState(0)

  const items = useMemo(() => chartItems(outcome.breakdown, level), [outcome, level])
  const total = items.reduce((sum, item) => sum + item.value, 0)
  const saved = outcome.tilci - total
  const best = mostSaved(outcome.breakdown)
  const request = useMemo(() => reportRequest(result, outcome), [result, outcome])
  const range = request && costRange(request.inputs)
  const fragment = useMemo(() => fragmentOf(result), [result])

  const foot = (
    <div className={styles.foot}>
      <ButtonLink to={`/leadership-cost-calculator${fragment}`} variant="secondary">
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
  )
  if (outcome.tilci === 0)
    return (
      <Page title={page.title} heading={wordsOf(fields.title)}>
        <NoCost>{foot}</NoCost>
      </Page>
    )
  return (
    <Page title={page.title} heading={wordsOf(fields.title)} lead={wordsOf(fields.subtitle)}>
      <div className={styles.top}>
        <p className={styles.total} aria-live="polite" data-long={lengthOf(whole(total))}>
          {whole(total)}
          <span>
            {outcome.adjusted
              ? 'per year, adjusted for overlapping effects'
              : 'per year, without overlap adjustment'}
            {range && level === 0 ? `; between ${whole(range.low)} and ${whole(range.high)}` : ''}
          </span>
        </p>
        <div className={styles.actions}>
          {request ? (
            <>
              <DownloadReport request={request} text={wordsOf(fields.actionButtons.download)} />
              <MailReport request={request} />
            </>
          ) : null}
          <Scheduler text={wordsOf(fields.actionButtons.reverseCost)} />
        </div>
      </div>
      <div className={styles.picture}>
        <section className={styles.chart} aria-label="Cost by category">
          {/* biome-ignore lint/a11y/useSemanticElements: two buttons are no fieldset */}
          <div className={styles.toggle} role="group" aria-label="Chart type">
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
        <InvestmentPanel
          level={level}
          onLevel={setLevel}
          best={best}
          before={outcome.tilci}
          after={total}
          gain={request && investmentReturn(request.inputs, level, saved)}
        />
      </div>
      <CategoryCards
        items={items}
        plain={request && outcome.adjusted ? plainAmounts(request.inputs) : undefined}
      />
      <HowCounted adjusted={outcome.adjusted} />
      <section className={styles.promotion} aria-labelledby="promotion-title">
        <h2 id="promotion-title">
          {wordsOf(fields.promotion.title).replaceAll('{amount}', whole(outcome.tilci))}
        </h2>
        <p>{wordsOf(fields.promotion.description)}</p>
        <ButtonLink to="/certification/program-details" size="large" className={styles.promotionButton ?? ''}>
          {wordsOf(fields.actionButtons.stopLoss)}
        </ButtonLink>
      </section>
      <p>
        <Link to={`/certification/letter${fragment}`}>Put these figures in a letter to your employer</Link>
      </p>
      <ShareCard section={fields.shareSection} amount={whole(outcome.tilci)} fragment={fragment} />
      {foot}
    </Page>
  )
}

interface CategoryCardsProps {
  items: readonly ChartItem[]
  /** The amounts before the adjustment for overlap, by name; undefined without an adjustment. */
  plain: Record<string, number> | undefined
}

/** One card per category: amount, share, description, and the adjustment for overlap. */
function CategoryCards({ items, plain }: CategoryCardsProps) {
  const total = items.reduce((sum, { value }) => sum + value, 0)
  return (
    <ul className={styles.categories}>
      {items.map(({ name, value, originalValue, description }) => (
        <li key={name}>
          <h2>{name}</h2>
          <p className={styles.amount}>{whole(value)}</p>
          <p className={styles.soft}>
            {percent(total === 0 ? 0 : value / total)} of the total
            {originalValue > value ? ` · ${whole(originalValue - value)} less` : ''}
          </p>
          <p className={styles.soft}>{description}</p>
          {plain?.[name] === undefined ? null : (
            <p className={styles.plain}>
              {whole(plain[name])} before overlap × 0.62 = {whole(originalValue)}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Replaces charts and promotion when the total is 0; the children are the buttons below. */
function NoCost({ children }: { children: ReactNode }) {
  return (
    <div className={styles.nothing}>
      <Notice tone="info" title="With these figures, the gaps cost nothing">
        Every rate is 0, or the average pay is 0. If that is not what you meant, go back and enter your
        figures, or fill in the rates from research.
      </Notice>
      {children}
    </div>
  )
}
