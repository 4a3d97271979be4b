import { ArrowRight, Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { leadershipCostCalculator } from '#modules/content/base-template/leadership-cost-calculator.ts'
import { adjustedTotal } from '#modules/leadership/calculator/domain/formula.ts'
import type { calculate } from '#modules/leadership/contract.ts'
import { call } from '../../lib/call.ts'
import { fieldsOf, useContent, wordsOf } from '../../lib/content.ts'
import { money } from '../../lib/format.ts'
import { useHistory } from '../../lib/history.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingOverlay, useOverlay } from '../../ui/loading-overlay.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './calculator.module.css'
import { InfoCards, Marketing } from './calculator-copy.tsx'
import { inputsFrom, likelyPercent, problemOf } from './cost-form.ts'
import { type FieldRule, fieldRules } from './field-rules.ts'
import { HowCounted } from './how-counted.tsx'
import { lengthOf } from './long-amount.ts'
import { saveResult } from './saved-result.ts'
import { SourceRow } from './source-row.tsx'
import { type AppliedSource, Fragment, useWorksheet } from './use-worksheet.ts'

/** Step 1 of 2: a worksheet, with the running total beside it. */
export function Page() {
  const { page, loading } = useContent(leadershipCostCalculator)
  const fields = fieldsOf(page, 'calculator')
  const overlay = useOverlay(loading)
  const history = useHistory()
  const sheet = useWorksheet()
  const { form, sources, applied } = sheet
  const [sending, setSending] = useState(false)
  const inputs = inputsFrom(form)
  const total = inputs ? money(adjustedTotal(inputs), 'usd', { cents: false }) : '$–'

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!inputs || sending) return
    setSending(true)
    // Without an answer only the figures are saved, as the specification says.
    let result: Parameters<typeof saveResult>[0] = { formData: form }
    try {
      const answer = await call<typeof calculate>('POST', '/api/leadership/calculate', {
        body: { userInputs: inputs, selectedFactors: sources },
      })
      const { tilci, breakdown } = answer
      if (answer.success) result = { ...result, selectedFactors: sources, calculation: { tilci, breakdown } }
    } catch {
      // The results page then calculates by itself.
    }
    saveResult(result)
    history.push('/leadership-cost-results')
  }

  return (
    <Frame title={page.title} heading={wordsOf(fields.title)} lead={wordsOf(fields.subtitle)}>
      <Fragment onChange={sheet.open} />
      {sheet.unreadable ? (
        <Notice tone="warn" announce title="This link could not be read" className={styles.unreadable ?? ''}>
          It may be incomplete. Ask the sender for it again, or enter your figures below.
        </Notice>
      ) : null}
      <div className={styles.order}>
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
            <div className={styles.prefill}>
              <Button variant="secondary" size="small" onClick={() => void sheet.chooseAll()}>
                Fill all rates from research
              </Button>
              <p className={styles.sourceNote}>
                You then only enter company size and pay. You can change the filled-in rates afterwards.
              </p>
            </div>
            {applied?.at === 'all' ? <AppliedNotice applied={applied} onReplace={sheet.replaceMine} /> : null}
            <div className={styles.grid}>
              {fieldRules.map((rule) => (
                <div key={rule.name} className={styles.cell}>
                  <Field
                    label={rule.label}
                    name={rule.name}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={40}
                    required={rule.required}
                    placeholder={`e.g. ${rule.placeholder}`}
                    value={form[rule.name]}
                    error={problemOf(rule, form[rule.name]) ?? undefined}
                    onChange={(event) => sheet.type(rule.name, event.target.value)}
                  />
                  <LikelyPercent
                    rule={rule}
                    text={form[rule.name]}
                    onUse={(value) => sheet.type(rule.name, value)}
                  />
                  {rule.factor ? (
                    <SourceRow
                      factor={rule.factor}
                      active={sources[rule.name]}
                      onChoose={(source) => void sheet.choose(source, rule.name)}
                    />
                  ) : null}
                  {applied?.at === rule.name ? (
                    <AppliedNotice applied={applied} onReplace={sheet.replaceMine} />
                  ) : null}
                </div>
              ))}
            </div>
          </div>
          <aside className={styles.total} aria-labelledby="total-title">
            <h2 id="total-title">Estimated Annual Cost</h2>
            <p className={styles.amount} aria-live="polite" data-long={lengthOf(total)}>
              {inputs ? total : <span className={styles.dash}>{total}</span>}
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
      </div>
      <HowCounted adjusted />
      <Marketing marketing={fields.marketing} />
      {overlay ? <LoadingOverlay /> : null}
    </Frame>
  )
}

/** Shows the effect of a chosen source below its field, with a button that replaces the visitor's own values, too. */
function AppliedNotice({ applied, onReplace }: { applied: AppliedSource; onReplace: () => void }) {
  const { at, used, mine, picks } = applied
  const name = at === 'all' ? 'published research' : (picks[0]?.source ?? '')
  return (
    <Notice
      tone="info"
      announce
      title={used ? `Using data from ${name}` : `Nothing was taken from ${name}`}
      actions={
        mine === 'kept' ? (
          <Button size="small" variant="secondary" onClick={onReplace}>
            Replace mine too
          </Button>
        ) : null
      }
    >
      {effectOf(applied)}
    </Notice>
  )
}

function effectOf({ at, used, mine }: AppliedSource): string {
  if (!used) return 'It only has figures for fields that you have already filled in. Your values were kept.'
  if (mine === 'replaced') return 'Its figures have replaced the values you entered.'
  if (at === 'all')
    return 'Empty fields were filled with its figures, and the values you entered were kept. Each field names its source.'
  return 'Empty fields were filled with its figures, and the values you entered were kept.'
}

/** Asks whether a percentage below 1 was meant as a fraction, with a button that corrects it. */
function LikelyPercent({
  rule,
  text,
  onUse,
}: {
  rule: FieldRule
  text: string
  onUse: (value: string) => void
}) {
  const likely = likelyPercent(rule, text)
  return (
    <div aria-live="polite">
      {likely === undefined ? null : (
        <p className={styles.likely}>
          This is read as {text.trim().replace(/\s*%$/, '')}%, which is less than 1%.{' '}
          <button type="button" onClick={() => onUse(likely)}>
            I meant {likely}%
          </button>
        </p>
      )}
    </div>
  )
}
