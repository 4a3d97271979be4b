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
  /** @param id of the new coupon, the same for every attempt */
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
  worth: 'Value',
  lastDay: 'Last day',
  maxUses: 'Maximum uses',
  maxSeats: 'Maximum seats per order',
}

/** The midnight at which the last day ends, in the time zone of the browser. */
const endOf = (lastDay: string): string => {
  const [year = 0, month = 1, day = 1] = lastDay.split('-').map(Number)
  return new Date(year, month - 1, day + 1).toISOString()
}

/** The form for a new coupon. A coupon cannot be edited later: end it and create another one. */
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

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    // A half-typed date or number has the value '': the coupon would have no end, or no limit.
    const unread = [...event.currentTarget.elements]
      .find((field) => field instanceof HTMLInputElement && field.validity.badInput)
      ?.getAttribute('name')
    if (unread) return setProblems({ [unread]: `${labels[unread]}: complete it or clear it.` })
    const { kind, worth, lastDay, maxUses, maxSeats } = typed
    if (kind === 'percent' && !/^\s*\d{1,3}\s*$/.test(worth))
      return setProblems({ worth: 'Value: enter a whole number from 1 to 100.' })
    if (worth.trim() === '') return setProblems({ worth: 'Value: enter an amount, such as 250.00.' })
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
      const messages = Object.entries(known).map(([input, text]) => [input, `${labels[input]} ${text}`])
      setProblems(
        messages.length > 0
          ? Object.fromEntries(messages)
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
        help="6 to 32 letters, digits and dashes. It is kept permanently, so it must not name a person."
        onChange={(event) => change({ code: event.target.value })}
      />
      <div className={styles.lab}>
        <Select
          label="Type of discount"
          value={typed.kind}
          onChange={(event) => change({ kind: event.target.value })}
        >
          <option value="percent">Percentage of the price</option>
          <option value="amount">Fixed amount</option>
        </Select>
        <Field
          label="Value"
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
        name="lastDay"
        value={typed.lastDay}
        error={problems.lastDay}
        help="The code can be used until the end of this day, in your time zone."
        onChange={(event) => change({ lastDay: event.target.value })}
      />
      <Field
        type="number"
        label="Maximum uses"
        optional
        min={1}
        name="maxUses"
        value={typed.maxUses}
        error={problems.maxUses}
        help="Counts orders, not seats."
        onChange={(event) => change({ maxUses: event.target.value })}
      />
      <Field
        type="number"
        label="Maximum seats per order"
        optional
        min={1}
        max={500}
        name="maxSeats"
        value={typed.maxSeats}
        error={problems.maxSeats}
        help="An order with more seats cannot use the code."
        onChange={(event) => change({ maxSeats: event.target.value })}
      />
      <Button type="submit" busy={busy} busyText="Saving...">
        Create this coupon
      </Button>
    </form>
  )
}
