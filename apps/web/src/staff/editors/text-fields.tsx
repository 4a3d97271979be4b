import { useState } from 'react'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { below, type Pointer, stepsOf } from '../draft/pointer.ts'
import { formatsOf, schemaBelow } from '../draft/schema.ts'
import editorStyles from './editors.module.css'
import { labelOf } from './kinds.ts'
import type { ValueProps } from './value-props.ts'

/** The content field offers fewer weights than the others. */
const contentFormats = ['normal', 'bold', 'bolder', 'medium']
const long = /description|content|answer|introduction|paragraph|descText|message|appendText/i

interface WordsProps {
  pointer: Pointer
  label: string
  /** Where the words are written; the place of the value if not told. */
  name: string
  value: string
  onChange: (words: string) => void
}

/** A line, or a box for what is longer than one; which of them is decided once, so that typing keeps its focus. */
export function Words({ pointer, label, name, value, onChange }: WordsProps) {
  const problem = naming(label, useProblem(pointer))
  const [box] = useState(() => value.length > 80 || value.includes('\n') || long.test(name))
  const { readOnly } = useEditing()
  if (!box) {
    return (
      <Field
        label={label}
        value={value}
        readOnly={readOnly}
        error={problem}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <TextArea
      label={label}
      rows={Math.min(Math.max(Math.ceil(value.length / 95), 2), 8)}
      value={value}
      readOnly={readOnly}
      error={problem}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function WordsField({ pointer, name, value }: ValueProps) {
  const { edit } = useEditing()
  return (
    <Words
      pointer={pointer}
      label={labelOf(name)}
      name={name}
      value={String(value ?? '')}
      onChange={(words) => edit(pointer, words)}
    />
  )
}

function FormatSelect({
  label,
  formats,
  value,
  onChange,
}: {
  label: string
  formats: readonly string[]
  value: string | undefined
  onChange: (format: string | undefined) => void
}) {
  const offered = value === undefined || formats.includes(value) ? formats : [...formats, value]
  return (
    <Select
      label="Weight"
      aria-label={`Weight of ${label}`}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">as designed</option>
      {offered.map((format) => (
        <option key={format}>{format}</option>
      ))}
    </Select>
  )
}

/** Words and their weight. Without a weight the text is stored plain. */
export function WeightedField({ pointer, name, value, schema }: ValueProps) {
  const { edit } = useEditing()
  const given =
    typeof value === 'object' && value !== null ? (value as { value: string; format?: string }) : null
  const words = given ? given.value : String(value ?? '')
  const store = (text: string, format: string | undefined): void =>
    edit(pointer, format === undefined ? text : { value: text, format })
  return (
    <div className={editorStyles.weighted}>
      <Words
        pointer={given ? below(pointer, 'value') : pointer}
        label={labelOf(name)}
        name={name}
        value={words}
        onChange={(text) => store(text, given?.format)}
      />
      <FormatSelect
        label={labelOf(name)}
        formats={name === 'content' ? contentFormats : formatsOf(schema)}
        value={given?.format}
        onChange={(format) => store(words, format)}
      />
    </div>
  )
}

/** One piece of a rich text: words and their weight. */
export function SegmentField({ pointer, name, value, schema }: ValueProps) {
  const { edit } = useEditing()
  const segment = value as { text: string; format?: string }
  const inContent = stepsOf(pointer).at(-2) === 'content'
  const label = /^\d+$/.test(name) ? `Text ${Number(name) + 1}` : labelOf(name)
  return (
    <div className={editorStyles.weighted}>
      <Words
        pointer={below(pointer, 'text')}
        label={label}
        name={inContent ? 'content' : 'text'}
        value={segment.text}
        onChange={(text) => edit(pointer, { ...segment, text })}
      />
      <FormatSelect
        label={label}
        formats={inContent ? contentFormats : formatsOf(schemaBelow(schema, 'format') ? schema : undefined)}
        value={segment.format}
        onChange={(format) => {
          const { format: _, ...plain } = segment
          edit(pointer, format === undefined ? plain : { ...plain, format })
        }}
      />
    </div>
  )
}
