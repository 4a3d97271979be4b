import { Plus, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { Field } from '../../ui/field.tsx'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { below, type Pointer } from '../draft/pointer.ts'
import { isOptional, schemaBelow } from '../draft/schema.ts'
import { Group } from '../parts/group.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import editorStyles from './editors.module.css'
import { labelOf } from './kinds.ts'
import { PictureField } from './picture-field.tsx'
import type { ValueProps } from './value-props.ts'

export function IconField({ pointer, name, value }: ValueProps) {
  const { edit, readOnly } = useEditing()
  return (
    <div className={editorStyles.colour}>
      <Field
        label={labelOf(name)}
        value={String(value)}
        error={naming(labelOf(name), useProblem(pointer))}
        readOnly={readOnly}
        spellCheck={false}
        onChange={(event) => edit(pointer, event.target.value.trim())}
      />
      <span className={editorStyles.sample}>
        <ContentIcon name={String(value)} />
      </span>
    </div>
  )
}

/** Pictures by device and name; a map inside a map becomes a group of its own. */
export function MediaEditor({ pointer, name, value, schema }: ValueProps) {
  const whole = name === 'media'
  const { alt, ...pictures } = value as Record<string, unknown>
  const entries = Object.entries(whole ? pictures : (value as Record<string, unknown>))
  const { edit, readOnly, builtIn } = useEditing()
  const known = builtIn(pointer)
  const altProblem = useProblem(below(pointer, 'alt'))
  const missing = whole
    ? ['desktop', 'mobile'].filter((device) => !entries.some(([key]) => key === device))
    : []
  const legend = whole ? 'Pictures' : `${labelOf(name)} pictures`
  const sorted = whole ? entries.toSorted(([a], [b]) => a.localeCompare(b)) : entries
  return (
    <Group legend={legend} columns={whole} quiet={!whole}>
      {sorted.map(([key, entry]) =>
        typeof entry === 'string' ? (
          <div key={key} className={editorStyles.entryRow}>
            <PictureField
              pointer={below(pointer, key)}
              name={key}
              label={`${labelOf(key)} (${name})`}
              value={entry}
              schema={schemaBelow(schema, key)}
            />
            {readOnly ? null : (
              <RemovePicture
                pointer={below(pointer, key)}
                label={`${labelOf(key)} (${name})`}
                stored={entry}
              />
            )}
          </div>
        ) : (
          <MediaEditor
            key={key}
            pointer={below(pointer, key)}
            name={key}
            value={entry}
            schema={schemaBelow(schema, key)}
          />
        ),
      )}
      {whole ? (
        <Field
          label="What the pictures show (alternative text)"
          help="Empty: decoration, readers hear nothing."
          maxLength={200}
          readOnly={readOnly}
          value={typeof alt === 'string' ? alt : ''}
          error={naming('Alternative text', altProblem)}
          onChange={(event) => edit(below(pointer, 'alt'), event.target.value || undefined)}
        />
      ) : null}
      {readOnly || whole ? null : (
        <AddPicture pointer={pointer} device={name} taken={entries.map(([key]) => key)} />
      )}
      {readOnly
        ? null
        : missing.map((device) => (
            <Button
              key={device}
              variant="quiet"
              size="small"
              icon={<Plus aria-hidden="true" />}
              onClick={() => edit(below(pointer, device), builtIn(below(pointer, device)) ?? {})}
            >
              Add {device} pictures
            </Button>
          ))}
      {readOnly || !whole || !isOptional(schema) || known !== undefined ? null : (
        <Button variant="quiet" size="small" onClick={() => edit(pointer, undefined)}>
          Remove pictures
        </Button>
      )}
      {readOnly || !whole || known === undefined ? null : (
        <p className={editorStyles.addsNote}>
          Where no picture is stored, visitors see the built-in one. Empty its field to show no picture.
        </p>
      )}
    </Group>
  )
}

/**
 * Takes a picture away. Where one is built in, visitors would see that again: the button says so, and puts it into the
 * field, where the editor sees what visitors get.
 */
function RemovePicture({ pointer, label, stored }: { pointer: Pointer; label: string; stored: string }) {
  const { edit, builtIn } = useEditing()
  const known = builtIn(pointer)
  if (known === stored) return null
  return typeof known === 'string' ? (
    <IconButton label={`Back to the built-in ${label}`} onClick={() => edit(pointer, known)}>
      <RotateCcw />
    </IconButton>
  ) : (
    <IconButton label={`Remove ${label}`} onClick={() => edit(pointer, undefined)}>
      <Trash2 />
    </IconButton>
  )
}

function AddPicture({ pointer, device, taken }: { pointer: string; device: string; taken: string[] }) {
  const { edit } = useEditing()
  const [name, setName] = useState('')
  const key = name.trim()
  const problem = taken.includes(key)
    ? 'There is a picture of this name already.'
    : key !== '' && !/^[\w -]+$/.test(key)
      ? 'Use letters, digits, spaces and hyphens.'
      : undefined
  return (
    <form
      className={editorStyles.addRow}
      onSubmit={(event) => {
        event.preventDefault()
        if (key === '' || problem) return
        edit(below(pointer, key), 'art/strata.svg')
        setName('')
      }}
    >
      <Field
        label={`Name of another ${device} picture`}
        value={name}
        maxLength={60}
        error={problem}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        type="submit"
        variant="quiet"
        size="small"
        disabled={key === ''}
        icon={<Plus aria-hidden="true" />}
      >
        Add
      </Button>
    </form>
  )
}
