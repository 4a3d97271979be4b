import { Field } from '../../ui/field.tsx'
import { periodProblem } from './moments.ts'

interface PeriodFieldsProps {
  from: string
  to: string
  labels?: readonly [from: string, to: string]
  onChange: (part: { from?: string; to?: string }) => void
}

/** The first and the last day of a list; either may be open. A period that ends before it begins is said at its end. */
export function PeriodFields({ from, to, labels = ['From', 'To'], onChange }: PeriodFieldsProps) {
  return (
    <>
      <Field
        label={labels[0]}
        type="date"
        value={from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <Field
        label={labels[1]}
        type="date"
        value={to}
        error={periodProblem(from, to)}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  )
}
