import { ExternalLink, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { assetAddress } from '../../../lib/assets.ts'
import { useConfig } from '../../../lib/config.ts'
import { Button } from '../../../ui/button.tsx'
import { ContentIcon } from '../../../ui/content-icon.tsx'
import { Field } from '../../../ui/field.tsx'
import styles from '../admin.module.css'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { below } from '../draft/pointer.ts'
import { isOptional, schemaBelow } from '../draft/schema.ts'
import { Group } from '../parts/group.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { labelOf } from './kinds.ts'
import type { ValueProps } from './value-props.ts'

/** The path of a picture or video, with a link that opens it. */
export function PictureField({ pointer, name, value, label }: ValueProps & { label?: string }) {
  const { edit, readOnly } = useEditing()
  const problem = useProblem(pointer)
  const config = useConfig()
  const path = String(value ?? '')
  const shown = label ?? labelOf(name)
  return (
    <div className={styles.picture}>
      <Field
        label={shown}
        value={path}
        error={naming(shown, problem)}
        readOnly={readOnly}
        spellCheck={false}
        onChange={(event) => edit(pointer, event.target.value.trim())}
      />
      {path === '' ? null : (
        <a className={styles.view} href={assetAddress(path, config)} target="_blank" rel="noreferrer">
          View<span className="visually-hidden"> {shown} in a new tab</span>
          <ExternalLink aria-hidden="true" strokeWidth={1.5} />
        </a>
      )}
    </div>
  )
}

export function IconField({ pointer, name, value }: ValueProps) {
  const { edit, readOnly } = useEditing()
  return (
    <div className={styles.colour}>
      <Field
        label={labelOf(name)}
        value={String(value)}
        error={naming(labelOf(name), useProblem(pointer))}
        readOnly={readOnly}
        spellCheck={false}
        onChange={(event) => edit(pointer, event.target.value.trim())}
      />
      <span className={styles.sample}>
        <ContentIcon name={String(value)} />
      </span>
    </div>
  )
}

/** Pictures by device and name; a map inside a map becomes a group of its own. */
export function MediaEditor({ pointer, name, value, schema }: ValueProps) {
  const entries = Object.entries(value as Record<string, unknown>)
  const { edit, readOnly } = useEditing()
  const whole = name === 'media'
  const missing = whole
    ? ['desktop', 'mobile'].filter((device) => !entries.some(([key]) => key === device))
    : []
  const legend = whole ? 'Pictures' : `${labelOf(name)} pictures`
  const sorted = whole ? entries.toSorted(([a], [b]) => a.localeCompare(b)) : entries
  return (
    <Group legend={legend} columns={whole} quiet={!whole}>
      {sorted.map(([key, entry]) =>
        typeof entry === 'string' ? (
          <div key={key} className={styles.entryRow}>
            <PictureField
              pointer={below(pointer, key)}
              name={key}
              label={`${labelOf(key)} (${name})`}
              value={entry}
              schema={schemaBelow(schema, key)}
            />
            {readOnly ? null : (
              <IconButton
                label={`Remove ${labelOf(key)} (${name})`}
                onClick={() => edit(below(pointer, key), undefined)}
              >
                <Trash2 />
              </IconButton>
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
              onClick={() => edit(below(pointer, device), {})}
            >
              Add {device} pictures
            </Button>
          ))}
      {readOnly || !whole || !isOptional(schema) ? null : (
        <Button variant="quiet" size="small" onClick={() => edit(pointer, undefined)}>
          Remove pictures
        </Button>
      )}
    </Group>
  )
}

function AddPicture({ pointer, device, taken }: { pointer: string; device: string; taken: string[] }) {
  const { edit } = useEditing()
  const [name, setName] = useState('')
  const key = name.trim()
  const problem = taken.includes(key) ? 'There is a picture of this name already.' : undefined
  return (
    <form
      className={styles.addRow}
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
