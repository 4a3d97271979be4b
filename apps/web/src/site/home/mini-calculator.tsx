import { useState } from 'react'
import type { Fields } from '#modules/content/contract.ts'
import { calculateCost } from '#modules/leadership/calculator/domain/formula.ts'
import { wordsOf } from '../../lib/content.ts'
import { money } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { inputsFrom, problemOf } from '../calculator/cost-form.ts'
import { type CostField, type CostFormData, emptyCostForm, fieldRules } from '../calculator/field-rules.ts'
import { fragmentOf } from '../calculator/permalink.ts'
import styles from './mini-calculator.module.css'

/** The initial figures; the note below the total names the rates. */
const initialForm: CostFormData = {
  ...emptyCostForm,
  companySize: '200',
  avgCompensation: '63,000',
  turnoverRate: '18',
  disengagementPercent: '17',
  productivityLoss: '5',
  hiringDelay: '6',
}
const fields = [
  { name: 'companySize', label: 'Employees' },
  { name: 'avgCompensation', label: 'Average annual pay' },
] as const

/** A calculator with two fields. The link to the worksheet takes a visitor's own figures there, not the initial ones. */
export function MiniCalculator({
  title,
  description,
  buttonText,
}: Fields<'leadership-cost-section'>['ctaSection']) {
  const [form, setForm] = useState(initialForm)
  const inputs = inputsFrom(form)
  const calculation = inputs && calculateCost(inputs)
  const isOwn = calculation && form !== initialForm
  const fragment = isOwn ? fragmentOf({ formData: form, selectedFactors: {}, calculation }) : ''
  return (
    <div className={styles.card}>
      <h3>{wordsOf(title)}</h3>
      <div className={styles.fields}>
        {fields.map(({ name, label }) => (
          <Field
            key={name}
            name={name}
            label={label}
            inputMode="numeric"
            autoComplete="off"
            value={form[name]}
            error={problemIn(name, label, form[name])}
            onChange={(event) => setForm({ ...form, [name]: event.target.value })}
          />
        ))}
      </div>
      <p className={styles.result}>
        <span>Estimated annual cost</span>
        <output className={styles.total}>
          {calculation ? money(calculation.tilci, 'usd', { cents: false }) : '–'}
        </output>
      </p>
      <p className={styles.note}>
        Assumes 18% turnover, 17% disengagement, 5% lost productivity and 6 weeks to fill a role.
      </p>
      <p>{wordsOf(description)}</p>
      <ButtonLink to={`/leadership-cost-calculator${fragment}`} variant="secondary">
        {wordsOf(buttonText)}
      </ButtonLink>
    </div>
  )
}

function problemIn(name: CostField, label: string, text: string): string | undefined {
  const rule = fieldRules.find((each) => each.name === name)
  return (rule && problemOf({ ...rule, label }, text)) ?? undefined
}
