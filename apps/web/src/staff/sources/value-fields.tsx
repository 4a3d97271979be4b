import { Trash2 } from 'lucide-react'
import { type FactorKey, factorKeys, researchFactors } from '#modules/leadership/domain/factors.ts'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import type { TypedValue } from './source-draft.ts'
import styles from './sources.module.css'

const units = { percent: 'in percent', dollars: 'in US dollars', weeks: 'in weeks' } as const

interface ValueFieldsProps {
  value: TypedValue
  /** The factors of all values of the source. */
  taken: readonly FactorKey[]
  /** The saved value, formatted. */
  saved: string | undefined
  problem: (field: string) => string | undefined
  onChange: (value: TypedValue) => void
  /** Undefined for the last value: a source has at least one. */
  onRemove: (() => void) | undefined
}

/** One value of a source: the field that it fills, the value, and its derivation from the publication. */
export function ValueFields({ value, taken, saved, problem, onChange, onRemove }: ValueFieldsProps) {
  const { label, unit } = researchFactors[value.key]
  return (
    <fieldset className={styles.entry}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.pair}>
        <Select
          label="Field it fills"
          value={value.key}
          error={problem('factor_key')}
          onChange={(event) => onChange({ ...value, key: event.target.value as FactorKey })}
        >
          {factorKeys.map((key) => (
            <option key={key} value={key} disabled={key !== value.key && taken.includes(key)}>
              {researchFactors[key].label}
            </option>
          ))}
        </Select>
        <Field
          label="Value"
          help={`${units[unit]}${saved ? `; saved: ${saved}` : ''}`}
          inputMode="decimal"
          autoComplete="off"
          value={value.value}
          error={problem('value')}
          onChange={(event) => onChange({ ...value, value: event.target.value })}
        />
        {onRemove ? (
          <IconButton label={`Remove the value of ${label}`} onClick={onRemove}>
            <Trash2 />
          </IconButton>
        ) : null}
      </div>
      <TextArea
        label="How the value is derived"
        help="Where the publication states it, and how it was converted. Visitors see this."
        rows={3}
        value={value.derivation}
        error={problem('derivation')}
        onChange={(event) => onChange({ ...value, derivation: event.target.value })}
      />
    </fieldset>
  )
}
