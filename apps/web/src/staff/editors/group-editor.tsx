import { Plus, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../../ui/button.tsx'
import { useEditing } from '../draft/draft-context.tsx'
import { below, type Pointer, stepsOf } from '../draft/pointer.ts'
import { absentKeys, blank, isOptional, orderedKeys, type Schema, schemaBelow } from '../draft/schema.ts'
import { Group } from '../parts/group.tsx'
import editorStyles from './editors.module.css'
import { kindOf, labelOf } from './kinds.ts'
import { useValueEditor, type ValueProps } from './value-props.ts'

/** A named part of a section, such as the contact details of the lead form. */
export function GroupEditor({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const removable = !readOnly && isOptional(schema)
  return (
    <Group legend={labelOf(name)}>
      <Fields pointer={pointer} value={value as Record<string, unknown>} schema={schema} />
      {removable ? (
        <Button
          variant="quiet"
          size="small"
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => edit(pointer, undefined)}
        >
          Remove {labelOf(name).toLowerCase()}
        </Button>
      ) : null}
    </Group>
  )
}

interface FieldsProps {
  pointer: Pointer
  value: Record<string, unknown>
  schema: Schema
  /** These fields, in this order; all of them, in the order of the schema, if not told. */
  keys?: readonly string[]
}

const narrow = new Set(['switch', 'number', 'choice', 'colour', 'icon'])

/**
 * The fields of an object; short ones stand side by side, and what may be there and is not can be added, beginning
 * with what visitors read there now.
 */
export const Fields = memo(function Fields({ pointer, value, schema, keys }: FieldsProps) {
  const { edit, readOnly, builtIn } = useEditing()
  const Value = useValueEditor()
  const parent = stepsOf(pointer).at(-1)
  const shown = (keys ?? orderedKeys(schema, value)).filter((key) => key in value)
  const absent = absentKeys(schema, value).filter((key) => keys === undefined || keys.includes(key))
  const shownAnyway = absent.filter((key) => builtIn(below(pointer, key)) !== undefined)
  return (
    <div className={editorStyles.fields}>
      {shown.map((key) => {
        const part = schemaBelow(schema, key)
        const width = narrow.has(kindOf(key, value[key], part, parent)) || key === 'id' ? 'narrow' : 'wide'
        return (
          <div key={key} data-width={width}>
            <Value pointer={below(pointer, key)} name={key} value={value[key]} schema={part} />
          </div>
        )
      })}
      {readOnly || absent.length === 0 ? null : (
        <div className={editorStyles.adds}>
          {absent.map((key) => (
            <Button
              key={key}
              variant="quiet"
              size="small"
              icon={<Plus aria-hidden="true" />}
              onClick={() => {
                const place = below(pointer, key)
                edit(place, builtIn(place) ?? blank(schemaBelow(schema, key), key))
              }}
            >
              Add {labelOf(key).toLowerCase()}
            </Button>
          ))}
          {shownAnyway.length > 0 ? (
            <p className={editorStyles.addsNote}>
              Nothing is stored for {shownAnyway.map((key) => labelOf(key).toLowerCase()).join(', ')}, so
              visitors see what is built in. Add it to change it; an empty text shows nothing.
            </p>
          ) : null}
        </div>
      )}
    </div>
  )
})
