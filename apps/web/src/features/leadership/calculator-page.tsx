import { ArrowRight, Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { leadershipCostCalculator } from '#modules/content/base-template/leadership-cost-calculator.ts'
import type { calculate, sourceFactors } from '#modules/leadership/contract.ts'
import { adjustedTotal } from '#modules/leadership/domain/formula.ts'
import { call } from '../../lib/call.ts'
import { fieldsOf, useContent, wordsOf } from '../../lib/content.ts'
import { money } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingOverlay, useOverlay } from '../../ui/loading-overlay.tsx'
import { Page } from '../../ui/page.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './calculator.module.css'
import { InfoCards, Marketing } from './calculator-copy.tsx'
import { type Factors, type FieldSources, inputsFrom, problemOf, withSource } from './cost-form.ts'
import { type CostFormData, emptyCostForm, fieldRules } from './field-rules.ts'
import { saveResult } from './saved-result.ts'
import { SourceRow } from './source-row.tsx'

interface Applied {
  source: string
  factors: Factors
  kept: boolean
}

/** Step 1 of 2: a worksheet, with the running total beside it. */
export function CalculatorPage() {
  const { page, loading } = useContent(leadershipCostCalculator)
  const fields = fieldsOf(page, 'calculator')
  const overlay = useOverlay(loading)
  const navigate = useNavigate()
  const [form, setForm] = useState<CostFormData>(emptyCostForm)
  const [sources, setSources] = useState<FieldSources>({})
  const [applied, setApplied] = useState<Applied>()
  const [sending, setSending] = useState(false)
  const inputs = inputsFrom(form)

  async function choose(source: string): Promise<void> {
    try {
      const { factors } = await call<typeof sourceFactors>(
        'GET',
        '/api/leadership/factors/source/:sourceName',
        {
          params: { sourceName: source },
        },
      )
      take(source, factors, false)
    } catch {
      // The specification wants no message here: the fields simply stay as they are.
    }
  }

  function take(source: string, factors: Factors, replace: boolean): void {
    const next = withSource(form, sources, source, factors, replace)
    setForm(next.form)
    setSources(next.sources)
    setApplied({ source, factors, kept: next.kept.length > 0 })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!inputs || sending) return
    setSending(true)
    const formData = form
    try {
      const answer = await call<typeof calculate>('POST', '/api/leadership/calculate', {
        body: { userInputs: inputs, selectedFactors: sources },
      })
      saveResult({
        formData,
        selectedFactors: sources,
        ...(answer.success && { calculation: { tilci: answer.tilci, breakdown: answer.breakdown } }),
      })
    } catch {
      saveResult({ formData, selectedFactors: sources })
    }
    navigate('/leadership-cost-results')
  }

  return (
    <Page title={page.title} heading={wordsOf(fields.title)} lead={wordsOf(fields.subtitle)}>
      <InfoCards cards={fields.infoCards} />
      <form
        className={styles.sheet}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-labelledby="sheet-title"
      >
        <div className={styles.fields}>
          <div className={styles.sheetHead}>
            <h2 id="sheet-title">{wordsOf(fields.sectionHeading)}</h2>
            <p>Step 1 of 2</p>
          </div>
          <p className={styles.banner}>
            <Lock aria-hidden="true" strokeWidth={1.5} />
            {wordsOf(fields.banner)}
          </p>
          {applied ? (
            <Notice
              tone="info"
              announce
              title={`Using data from ${applied.source}`}
              actions={
                applied.kept ? (
                  <Button
                    size="small"
                    variant="secondary"
                    onClick={() => take(applied.source, applied.factors, true)}
                  >
                    Replace mine too
                  </Button>
                ) : null
              }
            >
              Empty fields were filled with its figures, and the values you entered were kept.
            </Notice>
          ) : null}
          <div className={styles.grid}>
            {fieldRules.map((rule) => (
              <div key={rule.name} className={styles.cell}>
                <Field
                  label={rule.label}
                  type="number"
                  inputMode="decimal"
                  step="any"
                  min={rule.min}
                  max={rule.max}
                  placeholder={rule.placeholder}
                  value={form[rule.name]}
                  error={problemOf(rule, form[rule.name]) ?? undefined}
                  onChange={(event) => {
                    setForm({ ...form, [rule.name]: event.target.value })
                    const { [rule.name]: _typedOver, ...others } = sources
                    setSources(others)
                  }}
                />
                {rule.factor ? (
                  <SourceRow
                    factor={rule.factor}
                    active={sources[rule.name]}
                    onChoose={(source) => void choose(source)}
                  />
                ) : null}
              </div>
            ))}
          </div>
        </div>
        <aside className={styles.total} aria-labelledby="total-title">
          <h2 id="total-title">Estimated Annual Cost</h2>
          <p className={styles.amount} aria-live="polite">
            {inputs ? (
              money(adjustedTotal(inputs), 'usd', { cents: false })
            ) : (
              <span className={styles.dash}>$–</span>
            )}
          </p>
          <p className={styles.hint}>
            {inputs
              ? '* Cost adjusted for overlapping effects between leadership factors'
              : 'Complete all required fields to see your estimated cost'}
          </p>
          <Button
            type="submit"
            size="large"
            wide
            disabled={!inputs}
            busy={sending}
            busyText="Calculating..."
            icon={<ArrowRight aria-hidden="true" />}
          >
            Next
          </Button>
        </aside>
      </form>
      <Marketing marketing={fields.marketing} />
      {overlay ? <LoadingOverlay /> : null}
    </Page>
  )
}
