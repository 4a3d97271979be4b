import { useId } from 'react'
import { useContentClass } from '../../lib/content-style.tsx'
import { Field } from '../../ui/field.tsx'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { labelOf } from '../draft/schema.ts'
import editorStyles from './editors.module.css'
import type { ValueProps } from './value-props.ts'

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
