import { useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { factsOf } from '../../lib/shown-page.ts'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { useEditing, useProblem, useProblemBelow } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { below, type Pointer } from '../draft/pointer.ts'
import { entryOf, labelOf, type Schema, weightsOf } from '../draft/schema.ts'
import editorStyles from './editors.module.css'
import type { ValueProps } from './value-props.ts'

/** The description of a field, and what each name in braces of its text is shown as today. */
export function useHelp(description: string | undefined, text: string): string | undefined {
  const facts = Object.entries(factsOf(useConfig())).filter(([name]) => text.includes(`{${name}}`))
  const shown = facts.map(([name, fact]) => `Visitors read {${name}} as “${fact}”.`)
  return [description, ...shown].filter(Boolean).join(' ') || undefined
}

interface WordsProps {
  pointer: Pointer
  label: string
  schema: Schema | undefined
  value: string
  onChange: (words: string) => void
}

/** A single-line field, or a text area for longer text; decided once, so that the focus is kept while typing. */
function Words({ pointer, label, schema, value, onChange }: WordsProps) {
  const [long] = useState(() => value.length > 80 || value.includes('\n') || schema?.control === 'area')
  const { readOnly } = useEditing()
  const fieldProps = {
    label,
    help: useHelp(schema?.description, value),
    value,
    readOnly,
    error: naming(label, useProblem(pointer)),
  }
  return long ? (
    <TextArea
      {...fieldProps}
      rows={Math.min(Math.max(Math.ceil(value.length / 95), 2), 8)}
      onChange={(event) => onChange(event.target.value)}
    />
  ) : (
    <Field {...fieldProps} onChange={(event) => onChange(event.target.value)} />
  )
}

export function WordsField({ pointer, name, value, schema }: ValueProps) {
  const { edit } = useEditing()
  return (
    <Words
      pointer={pointer}
      label={labelOf(schema, name)}
      schema={schema}
      value={String(value ?? '')}
      onChange={(words) => edit(pointer, words)}
    />
  )
}

/** Short texts, one a line. */
export function LinesField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const stored = (value as string[]).join('\n')
  const [typed, setTyped] = useState(stored)
  const linesOf = (text: string): string[] =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  // Shows changes from elsewhere (an undo, a reset), but keeps an empty line that is being typed.
  const shown = linesOf(typed).join('\n') === linesOf(stored).join('\n') ? typed : stored
  const label = labelOf(schema, name)
  const problem = useProblemBelow(pointer)
  const place = problem && problem.below !== '' ? `, ${entryOf(schema)} ${Number(problem.below) + 1},` : ''
  return (
    <TextArea
      label={label}
      help={schema?.description}
      rows={Math.min(Math.max(shown.split('\n').length, 3), 12)}
      value={shown}
      readOnly={readOnly}
      error={naming(`${label}${place}`, problem?.said)}
      onChange={(event) => {
        setTyped(event.target.value)
        edit(pointer, linesOf(event.target.value))
      }}
    />
  )
}

interface WeightProps {
  label: string
  weights: readonly string[]
  value: string | undefined
  disabled?: boolean
  /** Without a visible label, for a toolbar. */
  hidden?: boolean
  onChange: (weight: string | undefined) => void
}

export function WeightSelect({ label, weights, value, disabled, hidden, onChange }: WeightProps) {
  const offered = value === undefined || weights.includes(value) ? weights : [...weights, value]
  return (
    <Select
      label={hidden ? <span className="visually-hidden">Weight</span> : 'Weight'}
      aria-label={`Weight of ${label}`}
      value={value ?? ''}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">as designed</option>
      {offered.map((weight) => (
        <option key={weight}>{weight}</option>
      ))}
    </Select>
  )
}

/** A text with a weight, which is offered while the text is edited. Without a weight it is stored as a plain string. */
export function WeightedField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const given =
    typeof value === 'object' && value !== null ? (value as { value: string; format?: string }) : null
  const words = given ? given.value : String(value ?? '')
  const store = (text: string, format: string | undefined): void =>
    edit(pointer, format === undefined ? text : { value: text, format })
  return (
    <div className={editorStyles.weighted} data-weight={given?.format}>
      <Words
        pointer={given ? below(pointer, 'value') : pointer}
        label={labelOf(schema, name)}
        schema={schema}
        value={words}
        onChange={(text) => store(text, given?.format)}
      />
      <WeightSelect
        label={labelOf(schema, name)}
        weights={weightsOf(schema)}
        value={given?.format}
        disabled={readOnly}
        onChange={(format) => store(words, format)}
      />
    </div>
  )
}
