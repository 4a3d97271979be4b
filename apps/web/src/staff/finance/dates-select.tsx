import { Select } from '../../ui/field.tsx'
import { type BookDates, datesLabel } from './book-words.ts'

/** Which date of an event decides its day in the books. */
export function DatesSelect({ value, onChange }: { value: BookDates; onChange: (dates: BookDates) => void }) {
  return (
    <Select
      label="Dates"
      value={value}
      onChange={({ target }) => onChange(target.value === 'recorded' ? 'recorded' : 'stripe')}
    >
      <option value="stripe">{datesLabel('stripe')}</option>
      <option value="recorded">{datesLabel('recorded')}</option>
    </Select>
  )
}
