import { useEffect, useId, useState } from 'react'
import { useContentClass } from '../../lib/content-style.tsx'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { useEditing, useProblem, useReadAt } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { below, stepsOf } from '../draft/pointer.ts'
import { labelOf, schemaBelow, sectionSchema, titleOf } from '../draft/schema.ts'
import editorStyles from './editors.module.css'
import type { ValueProps } from './value-props.ts'

export function SwitchField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  return (
    <Checkbox
      label={labelOf(schema, name)}
      help={schema?.description}
      disabled={readOnly}
      checked={value === true}
      onChange={(event) => edit(pointer, event.target.checked)}
    />
  )
}

/** A number with the bounds of its schema; other input shows an error. */
export function NumberField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const label = labelOf(schema, name)
  return (
    <Field
      type="number"
      label={label}
      help={schema?.description}
      min={schema?.minimum}
      max={schema?.maximum}
      step={schema?.type === 'integer' ? 1 : 'any'}
      readOnly={readOnly}
      value={Number.isFinite(value) ? String(value) : ''}
      error={naming(label, useProblem(pointer))}
      onChange={(event) => edit(pointer, event.target.value === '' ? Number.NaN : Number(event.target.value))}
    />
  )
}

/** The position of an entry in its list. The entry moves on blur or Enter, not while typing. */
export function OrderField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const [typed, setTyped] = useState(String(value ?? ''))
  const problem = useProblem(pointer)
  useEffect(() => setTyped(Number.isFinite(value) ? String(value) : ''), [value])
  const take = (): void => {
    const order = typed === '' ? Number.NaN : Number(typed)
    if (!Object.is(order, value)) edit(pointer, order)
  }
  return (
    <Field
      type="number"
      label={labelOf(schema, name)}
      min={schema?.minimum}
      max={schema?.maximum}
      step={1}
      readOnly={readOnly}
      value={typed}
      error={
        problem ? `Order must be a whole number from ${schema?.minimum} to ${schema?.maximum}.` : undefined
      }
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}

export function ChoiceField({ pointer, name, value, schema, optional }: ValueProps) {
  const { edit, readOnly } = useEditing()
  return (
    <Select
      label={labelOf(schema, name)}
      help={schema?.description}
      disabled={readOnly}
      value={String(value ?? '')}
      onChange={(event) =>
        edit(pointer, event.target.value === '' && optional ? undefined : event.target.value)
      }
    >
      {optional ? <option value="">as designed</option> : null}
      {(schema?.enum ?? []).map((choice) => (
        <option key={choice} value={choice}>
          {schema?.choices?.[choice] ?? choice}
        </option>
      ))}
    </Select>
  )
}

/** A choice among the entries of another list of the section, by title. */
export function ReferenceField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const read = useReadAt()
  const steps = stepsOf(pointer)
  const fields = steps.slice(0, steps.indexOf('fields') + 1).reduce<string>(below, '')
  const of = schema?.of ?? ''
  const entries = read(below(fields, of))
  const section = sectionSchema(String(read(`${fields.slice(0, fields.lastIndexOf('/'))}/id`)))
  const entrySchema = schemaBelow(schemaBelow(section, 'fields'), of)?.items
  const offered = Array.isArray(entries) ? (entries as { id: string }[]) : []
  return (
    <Select
      label={labelOf(schema, name)}
      disabled={readOnly}
      error={naming(labelOf(schema, name), useProblem(pointer))}
      value={String(value ?? '')}
      onChange={(event) => edit(pointer, event.target.value)}
    >
      {offered.some(({ id }) => id === value) ? null : <option value={String(value)}>Please choose</option>}
      {offered.map((entry, index) => (
        <option key={entry.id} value={entry.id}>
          {index + 1} {titleOf(entry, entrySchema)}
        </option>
      ))}
    </Select>
  )
}

const sixDigits = /^#[\da-f]{6}$/i

/** A colour as text with a picker beside it; gradients and names show a sample instead. */
export function ColourField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const problem = useProblem(pointer)
  const id = useId()
  const colour = String(value ?? '')
  const label = labelOf(schema, name)
  // A generated class instead of an inline style: unchecked input could contain an address to load.
  const sample = useContentClass({ background: colour })
  return (
    <div className={editorStyles.colour}>
      <Field
        id={id}
        label={label}
        value={colour}
        error={naming(label, problem)}
        readOnly={readOnly}
        spellCheck={false}
        onChange={(event) => edit(pointer, event.target.value.trim())}
      />
      {sixDigits.test(colour) ? (
        <input
          type="color"
          aria-label={`Pick ${label}`}
          className={editorStyles.swatch}
          value={colour.toLowerCase()}
          disabled={readOnly}
          onChange={(event) => edit(pointer, event.target.value.toUpperCase())}
        />
      ) : (
        <span className={`${editorStyles.swatch} ${sample}`} aria-hidden="true" />
      )}
    </div>
  )
}
