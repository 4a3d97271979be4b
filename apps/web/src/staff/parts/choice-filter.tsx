import { Select } from '../../ui/field.tsx'
import { Options } from './options.tsx'

interface ChoiceFilterProps<Value extends string> {
  label: string
  /** '' for all of them. */
  value: Value | ''
  values: readonly Value[]
  wordOf: (value: Value) => string
  onChange: (value: Value | '') => void
}

/** A filter of a list: all rows, or those with one of some values. */
export function ChoiceFilter<Value extends string>({
  label,
  value,
  values,
  wordOf,
  onChange,
}: ChoiceFilterProps<Value>) {
  return (
    <Select label={label} value={value} onChange={({ target }) => onChange(target.value as Value | '')}>
      <option value="">All</option>
      <Options of={values.map((each) => [each, wordOf(each)])} />
    </Select>
  )
}
