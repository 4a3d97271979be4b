import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import type { SettingField } from './setting-fields.ts'
import styles from './settings.module.css'

type Row = Record<string, string>

interface RowsFieldProps {
  field: Extract<SettingField, { kind: 'rows' }>
  value: unknown
  error: string | undefined
  onChange: (rows: Row[]) => void
}

/** A short table that is typed: such as the steps of a schedule. */
export function RowsField({ field, value, error, onChange }: RowsFieldProps) {
  const rows = Array.isArray(value) ? (value as Row[]) : []
  const blank = Object.fromEntries(field.columns.map(({ name }) => [name, '']))
  return (
    <fieldset className={styles.rows}>
      <legend>{field.label}</legend>
      {field.help === '' ? null : <p className={styles.help}>{field.help}</p>}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name but its place
        <div className={styles.row} key={index}>
          {field.columns.map(({ name, label }) => (
            <Field
              key={name}
              label={`${label} ${index + 1}`}
              value={row[name] ?? ''}
              onChange={(event) => onChange(rows.with(index, { ...row, [name]: event.target.value }))}
            />
          ))}
          <IconButton label={`Remove entry ${index + 1}`} onClick={() => onChange(rows.toSpliced(index, 1))}>
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <FieldError id={`${field.name}-rows-error`} text={error} />
      <Button
        type="button"
        variant="quiet"
        size="small"
        icon={<Plus aria-hidden="true" />}
        onClick={() => onChange([...rows, blank])}
      >
        Add an entry
      </Button>
    </fieldset>
  )
}
