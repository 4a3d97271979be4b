import { Plus, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../../ui/button.tsx'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { below, idAt, type Pointer } from '../draft/pointer.ts'
import {
  absentKeys,
  blank,
  inSentence,
  isOptional,
  labelOf,
  orderedKeys,
  type Schema,
  schemaBelow,
} from '../draft/schema.ts'
import { focusFirst } from '../parts/focus-first.ts'
import { Group } from '../parts/group.tsx'
import editorStyles from './editors.module.css'
import { kindOf, useValueEditor, type ValueProps } from './value-props.ts'

/** A named part of a section, such as the contact details of the lead form. */
export function GroupEditor({ pointer, name, value, schema, optional }: ValueProps) {
  const label = labelOf(schema, name)
  return (
    <Group legend={label} help={schema?.description} problem={useProblem(pointer)}>
      <Fields pointer={pointer} value={value as Record<string, unknown>} schema={schema} />
      {optional ? <RemovePart pointer={pointer} label={label} /> : null}
    </Group>
  )
}

/** A group whose fields need no common frame and heading. */
export function InlineEditor({ pointer, name, value, schema, optional }: ValueProps) {
  return (
    <>
      <Fields pointer={pointer} value={value as Record<string, unknown>} schema={schema} />
      {optional ? <RemovePart pointer={pointer} label={labelOf(schema, name)} /> : null}
    </>
  )
}

/** Removes an optional part. The focus moves to the button that adds it again. */
function RemovePart({ pointer, label }: { pointer: Pointer; label: string }) {
  const { edit, readOnly } = useEditing()
  if (readOnly) return null
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Trash2 aria-hidden="true" />}
      onClick={() => {
        edit(pointer, undefined)
        focusFirst(idAt('add', pointer))
      }}
    >
      Remove {inSentence(label)}
    </Button>
  )
}

interface FieldsProps {
  pointer: Pointer
  value: Record<string, unknown>
  schema: Schema | undefined
  /** The fields to show, in this order; by default all, in the order of the schema. */
  keys?: readonly string[]
}

const narrow = new Set(['switch', 'number', 'order', 'choice', 'colour', 'icon', 'reference'])

/**
 * The fields of an object; short ones are side by side. Absent optional fields can be added, starting with their
 * built-in value.
 */
export const Fields = memo(function Fields({ pointer, value, schema, keys }: FieldsProps) {
  const { edit, readOnly, removable, builtIn } = useEditing()
  const Value = useValueEditor()
  const kindAt = (key: string) => kindOf(schemaBelow(schema, key), value[key])
  const shown = (keys ?? orderedKeys(schema, value)).filter((key) => key in value && kindAt(key) !== 'id')
  const absent = removable
    ? absentKeys(schema, value).filter((key) => keys === undefined || keys.includes(key))
    : []
  const label = (key: string): string => inSentence(labelOf(schemaBelow(schema, key), key))
  const builtInOnly = absent.filter((key) => builtIn(below(pointer, key)) !== undefined)
  return (
    <div className={editorStyles.fields}>
      {shown.map((key) => (
        <div key={key} data-at={below(pointer, key)} data-width={narrow.has(kindAt(key)) ? 'narrow' : 'wide'}>
          <Value
            pointer={below(pointer, key)}
            name={key}
            value={value[key]}
            schema={schemaBelow(schema, key)}
            optional={removable && isOptional(schema, key)}
          />
        </div>
      ))}
      {readOnly || absent.length === 0 ? null : (
        <div className={editorStyles.adds}>
          {absent.map((key) => (
            <Button
              key={key}
              id={idAt('add', below(pointer, key))}
              variant="quiet"
              size="small"
              icon={<Plus aria-hidden="true" />}
              onClick={() => {
                const place = below(pointer, key)
                edit(place, builtIn(place) ?? blank(schemaBelow(schema, key)))
              }}
            >
              Add {label(key)}
            </Button>
          ))}
          {builtInOnly.length > 0 ? (
            <p className={editorStyles.addsNote}>
              No content is stored for {builtInOnly.map(label).join(', ')}, so visitors see the built-in
              content. Add it to change it; an empty text shows nothing.
            </p>
          ) : null}
        </div>
      )}
    </div>
  )
})
