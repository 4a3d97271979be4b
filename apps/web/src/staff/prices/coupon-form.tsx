import { type FormEvent, useState } from 'react'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from '../cohorts/cohorts.module.css'
import { useCohorts } from '../cohorts/cohorts-api.ts'
import { type CouponTerms, useSoldProducts } from './prices-api.ts'

interface CouponFormProps {
  /** `id` is that of the new coupon: the same however often the form is sent. */
  save: (id: string, code: string, terms: CouponTerms) => Promise<void>
}

type Problems = Partial<Record<'code' | 'worth' | 'lastDay' | 'maxUses' | 'maxSeats' | 'form', string>>

const inputs: Record<string, keyof Problems> = {
  code: 'code',
  percent: 'worth',
  amount: 'worth',
  validUntil: 'lastDay',
  maxUses: 'maxUses',
  maxSeats: 'maxSeats',
}
const labels: Record<string, string> = {
  code: 'Code',
  worth: 'How much',
  lastDay: 'Last day',
  maxUses: 'Uses at most',
  maxSeats: 'Seats per order at most',
}

/** The midnight at which the last day ends, where whoever enters it is. */
const endOf = (lastDay: string): string => {
  const [year = 0, month = 1, day = 1] = lastDay.split('-').map(Number)
  return new Date(year, month - 1, day + 1).toISOString()
}

/** A new coupon. It cannot be edited afterwards: it is ended, and another one defined. */
export function CouponForm({ save }: CouponFormProps) {
  const [typed, setTyped] = useState({
    code: '',
    kind: 'percent',
    worth: '',
    productId: '',
    cohortId: '',
    lastDay: '',
    maxUses: '',
    maxSeats: '',
  })
  const [id] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const products = useSoldProducts().data ?? []
  const cohorts = (useCohorts().data ?? []).filter(({ status }) => status === 'open')
  const change = (part: Partial<typeof typed>): void => setTyped({ ...typed, ...part })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const { kind, worth, lastDay, maxUses, maxSeats } = typed
    if (kind === 'percent' && !/^\s*\d{1,3}\s*$/.test(worth))
      return setProblems({ worth: 'How much: enter a whole number from 1 to 100.' })
    if (worth.trim() === '') return setProblems({ worth: 'How much: enter an amount, such as 250.00.' })
    setBusy(true)
    try {
      await save(id, typed.code.trim().toUpperCase(), {
        percent: kind === 'percent' ? Number(worth) : null,
        amount: kind === 'amount' ? worth.trim() : null,
        productId: typed.productId || null,
        cohortId: typed.cohortId || null,
        validUntil: lastDay === '' ? null : endOf(lastDay),
        maxUses: maxUses === '' ? null : Number(maxUses),
        maxSeats: maxSeats === '' ? null : Number(maxSeats),
      })
    } catch (failure) {
      const known = problemsByInput(failure, (path) => inputs[path])
      const said = Object.entries(known).map(([input, text]) => [input, `${labels[input]} ${text}`])
      setProblems(
        said.length > 0
          ? Object.fromEntries(said)
          : { form: saidByServer(failure) ?? 'Not saved. Please try again.' },
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={useRefusedFocus(problems)}
      className={styles.form}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {problems.form ? (
        <Notice tone="bad" announce>
          {problems.form}
        </Notice>
      ) : null}
      <Field
        label="Code"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed.code}
        error={problems.code}
        help="6 to 32 letters, digits and dashes. It is kept for good, so it must not name a person."
        onChange={(event) => change({ code: event.target.value })}
      />
      <div className={styles.lab}>
        <Select
          label="What it takes off"
          value={typed.kind}
          onChange={(event) => change({ kind: event.target.value })}
        >
          <option value="percent">Percent of the price</option>
          <option value="amount">An amount</option>
        </Select>
        <Field
          label="How much"
          inputMode="decimal"
          value={typed.worth}
          error={problems.worth}
          help={
            typed.kind === 'percent' ? 'A whole number from 1 to 100.' : 'Once per order, such as 250.00.'
          }
          onChange={(event) => change({ worth: event.target.value })}
        />
      </div>
      <Select
        label="Program"
        value={typed.productId}
        onChange={(event) => change({ productId: event.target.value })}
      >
        <option value="">Every program</option>
        {products.map((product) => (
          <option key={product.id} value={product.id}>
            {product.name}
          </option>
        ))}
      </Select>
      <Select
        label="Date"
        value={typed.cohortId}
        onChange={(event) => change({ cohortId: event.target.value })}
      >
        <option value="">Every date</option>
        {cohorts.map((cohort) => (
          <option key={cohort.id} value={cohort.id}>
            {dayInWords(cohort.startsOn)}
          </option>
        ))}
      </Select>
      <Field
        type="date"
        label="Last day"
        optional
        value={typed.lastDay}
        error={problems.lastDay}
        help="It can be used until the end of this day, by your clock."
        onChange={(event) => change({ lastDay: event.target.value })}
      />
      <Field
        type="number"
        label="Uses at most"
        optional
        min={1}
        value={typed.maxUses}
        error={problems.maxUses}
        help="Orders, not seats. Never one more, however many ask at once."
        onChange={(event) => change({ maxUses: event.target.value })}
      />
      <Field
        type="number"
        label="Seats per order at most"
        optional
        min={1}
        max={500}
        value={typed.maxSeats}
        error={problems.maxSeats}
        help="An order of more seats is told so, and cannot use the code."
        onChange={(event) => change({ maxSeats: event.target.value })}
      />
      <Button type="submit" busy={busy} busyText="Saving...">
        Define this coupon
      </Button>
    </form>
  )
}
