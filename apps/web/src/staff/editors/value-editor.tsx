import { memo } from 'react'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { stepsOf } from '../draft/pointer.ts'
import { boundsOf, choicesOf } from '../draft/schema.ts'
import { ColourField } from './colour-field.tsx'
import { GroupEditor } from './group-editor.tsx'
import { kindOf, labelOf } from './kinds.ts'
import { LinesEditor, ListEditor } from './list-editor.tsx'
import { IconField, MediaEditor } from './media-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { SegmentsEditor } from './segments-editor.tsx'
import { SegmentField, WeightedField, WordsField } from './text-fields.tsx'
import type { ValueProps } from './value-props.ts'

/** Edits any value of the content: the form of the value chooses how. */
export const ValueEditor = memo(function ValueEditor(props: ValueProps) {
  switch (kindOf(props.name, props.value, props.schema, stepsOf(props.pointer).at(-2))) {
    case 'switch':
      return <SwitchField {...props} />
    case 'number':
      return <NumberField {...props} />
    case 'choice':
      return <ChoiceField {...props} />
    case 'colour':
      return <ColourField {...props} />
    case 'picture':
      return <PictureField {...props} />
    case 'icon':
      return <IconField {...props} />
    case 'weighted':
      return <WeightedField {...props} />
    case 'segment':
      return <SegmentField {...props} />
    case 'media':
      return <MediaEditor {...props} />
    case 'segments':
      return <SegmentsEditor {...props} />
    case 'lines':
      return <LinesEditor {...props} />
    case 'list':
      return <ListEditor {...props} />
    case 'group':
      return <GroupEditor {...props} />
    case 'words':
      return <WordsField {...props} />
  }
})

function SwitchField({ pointer, name, value }: ValueProps) {
  const { edit } = useEditing()
  return (
    <Checkbox
      label={labelOf(name)}
      checked={value === true}
      onChange={(event) => edit(pointer, event.target.checked)}
    />
  )
}

/** An order is 1 to 10; other numbers have the bounds of the schema. */
function NumberField({ pointer, name, value, schema }: ValueProps) {
  const { edit } = useEditing()
  const problem = useProblem(pointer)
  const { minimum, maximum } = boundsOf(schema)
  return (
    <Field
      type="number"
      label={labelOf(name)}
      {...(minimum !== undefined && { min: minimum })}
      {...(maximum !== undefined && maximum < 1e9 && { max: maximum })}
      step={name === 'order' ? 1 : 'any'}
      value={Number.isFinite(value) ? String(value) : ''}
      error={
        problem && name === 'order'
          ? 'Order must be a whole number from 1 to 10.'
          : naming(labelOf(name), problem)
      }
      onChange={(event) => edit(pointer, event.target.value === '' ? Number.NaN : Number(event.target.value))}
    />
  )
}

function ChoiceField({ pointer, name, value, schema }: ValueProps) {
  const { edit } = useEditing()
  return (
    <Select
      label={labelOf(name)}
      value={String(value)}
      onChange={(event) => edit(pointer, event.target.value)}
    >
      {(choicesOf(schema) ?? []).map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </Select>
  )
}
