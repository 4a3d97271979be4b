import { useState } from 'react'
import { home } from '#modules/content/base-template/home.ts'
import type { Fields } from '#modules/content/contract.ts'
import { calculateCost } from '#modules/leadership/calculator/domain/formula.ts'
import { fieldsOf, useContent, weightOf, wordsOf } from '../../lib/content.ts'
import { money } from '../../lib/format.ts'
import { keyed } from '../../lib/keyed.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { Field } from '../../ui/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Container } from '../../ui/page.tsx'
import { SourceNote } from '../../ui/source-note.tsx'
import { inputsFrom, problemOf } from '../calculator/cost-form.ts'
import { type CostField, type CostFormData, emptyCostForm, fieldRules } from '../calculator/field-rules.ts'
import { fragmentOf } from '../calculator/permalink.ts'
import styles from './cost-teaser.module.css'
import frame from './home.module.css'
import calculator from './mini-calculator.module.css'

/** The cost of leadership gaps: the small calculator with the link to the whole one, four figures, and two benefits. */
export function Section() {
  const { page } = useContent(home)
  const fields = fieldsOf(page, 'leadership-cost-section')
  return (
    <section className={`${frame.section} ${frame.sunk}`} aria-labelledby="cost-title">
      <Container>
        <div className={styles.top}>
          <div className={styles.head}>
            <h2 id="cost-title" className={weightOf(fields.title)}>
              {wordsOf(fields.title)}
            </h2>
            <p className={frame.lead}>{wordsOf(fields.subtitle)}</p>
          </div>
          <MiniCalculator {...fields.ctaSection} />
        </div>
        <ul className={styles.figures}>
          {keyed(fields.statistics, (figure) => figure.value).map(([key, figure]) => (
            <li key={key}>
              <span className={styles.value}>{figure.value}</span>
              <span className={styles.label}>{wordsOf(figure.label)}</span>
            </li>
          ))}
        </ul>
        <Sources figures={fields.statistics} />
        <ul className={styles.benefits}>
          {keyed(fields.benefits, (benefit) => wordsOf(benefit.title)).map(([key, benefit]) => (
            <li key={key}>
              <ContentIcon name={benefit.icon} className={styles.icon ?? ''} />
              <Fold summary={<h3>{wordsOf(benefit.title)}</h3>}>
                <p>{wordsOf(benefit.description)}</p>
              </Fold>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}

type Figures = Fields<'leadership-cost-section'>['statistics']

/** The sources of the figures, each once. */
function Sources({ figures }: { figures: Figures }) {
  const notes = new Map<string, [Figures[number], ...Figures]>()
  for (const figure of figures) {
    const note = wordsOf(figure.sourceNote)
    const known = notes.get(note)
    if (known) known.push(figure)
    else if (note !== '') notes.set(note, [figure])
  }
  if (notes.size === 0) return null
  return (
    <p className={`${frame.note} ${styles.sources}`}>
      {[...notes].map(([key, about]) => (
        <span key={key}>
          {about.map(({ value }) => value).join(' and ')}: <SourceNote {...about[0]} />
        </span>
      ))}
    </p>
  )
}

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
const inputFields = [
  { name: 'companySize', label: 'Employees' },
  { name: 'avgCompensation', label: 'Average annual pay' },
] as const

/** A calculator with two fields. The link to the worksheet takes a visitor's own figures there, not the initial ones. */
function MiniCalculator({ title, description, buttonText }: Fields<'leadership-cost-section'>['ctaSection']) {
  const [form, setForm] = useState(initialForm)
  const inputs = inputsFrom(form)
  const calculation = inputs && calculateCost(inputs)
  const isOwn = calculation && form !== initialForm
  const fragment = isOwn ? fragmentOf({ formData: form, selectedFactors: {}, calculation }) : ''
  return (
    <div className={calculator.card}>
      <h3>{wordsOf(title)}</h3>
      <div className={calculator.fields}>
        {inputFields.map(({ name, label }) => (
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
      <p className={calculator.result}>
        <span>Estimated annual cost</span>
        <output className={calculator.total}>
          {calculation ? money(calculation.tilci, 'usd', { cents: false }) : '–'}
        </output>
      </p>
      <p className={calculator.note}>
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
