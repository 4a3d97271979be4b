import { Plus, RotateCcw, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ContentIcon } from '../../ui/content-icon.tsx'
import { Field } from '../../ui/field.tsx'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { below, type Pointer } from '../draft/pointer.ts'
import { inSentence, labelOf, schemaBelow } from '../draft/schema.ts'
import { Group } from '../parts/group.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import editorStyles from './editors.module.css'
import { PictureField } from './picture-field.tsx'
import { ChoiceField } from './simple-fields.tsx'
import type { ValueProps } from './value-props.ts'

export function IconField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const label = labelOf(schema, name)
  return (
    <div className={editorStyles.colour}>
      <Field
        label={label}
        value={String(value)}
        error={naming(label, useProblem(pointer))}
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

const devices = ['desktop', 'mobile'] as const

/** The pictures of an entry for wide windows and for phones, and their alternative text. */
export function MediaEditor({ pointer, name, value, schema, optional }: ValueProps) {
  const { edit, readOnly, builtIn } = useEditing()
  const media = value as Partial<Record<string, unknown>>
  const known = builtIn(pointer)
  const alt = schemaBelow(schema, 'alt')
  const focus = schemaBelow(schema, 'focus')
  const altProblem = useProblem(below(pointer, 'alt'))
  return (
    <Group legend={labelOf(schema, name)}>
      <div className={editorStyles.pictures}>
        {devices.map((device) => (
          <DevicePictures
            key={device}
            pointer={below(pointer, device)}
            name={device}
            value={media[device] ?? {}}
            schema={schemaBelow(schema, device)}
          />
        ))}
      </div>
      <div data-at={below(pointer, 'alt')}>
        <Field
          label={labelOf(alt, 'alt')}
          help="Leave empty for decoration, which screen readers skip."
          maxLength={alt?.maxLength}
          readOnly={readOnly}
          value={typeof media.alt === 'string' ? media.alt : ''}
          error={naming('Alternative text', altProblem)}
          onChange={(event) => edit(below(pointer, 'alt'), event.target.value || undefined)}
        />
      </div>
      {focus ? (
        <ChoiceField
          pointer={below(pointer, 'focus')}
          name="focus"
          value={media.focus}
          schema={focus}
          optional
        />
      ) : null}
      {readOnly || !optional || known !== undefined ? null : (
        <Button variant="quiet" size="small" onClick={() => edit(pointer, undefined)}>
          Remove pictures
        </Button>
      )}
      {readOnly || known === undefined ? null : (
        <p className={editorStyles.addsNote}>
          Where no picture is stored, visitors see the built-in one. Clear its field to show no picture.
        </p>
      )}
    </Group>
  )
}

/** The pictures for one kind of window by name; the site shows one of them. */
function DevicePictures({ pointer, name: device, value, schema }: ValueProps) {
  const { edit, readOnly, builtIn } = useEditing()
  const pictures = Object.entries(value as Record<string, unknown>)
  const picture = schemaBelow(schema, '')
  const known = builtIn(pointer) as Record<string, unknown> | undefined
  return (
    <div>
      {pictures.map(([key, path]) => {
        const place = below(pointer, key)
        const label = `${labelOf(undefined, key)} (${device})`
        return (
          <div key={key} className={editorStyles.entryRow} data-at={place}>
            <PictureField pointer={place} name={key} value={path} schema={{ ...picture, title: label }} />
            {readOnly ? null : <RemovePicture pointer={place} label={label} stored={path} />}
          </div>
        )
      })}
      {readOnly || pictures.length > 0 ? null : (
        <Button
          variant="quiet"
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => edit(pointer, known ?? { illustration: '' })}
        >
          Add a picture for {inSentence(labelOf(schema, device))}
        </Button>
      )}
    </div>
  )
}

/**
 * Removes a picture. If there is a built-in picture, visitors would see that one: the button says so and puts its path
 * into the field.
 */
function RemovePicture({ pointer, label, stored }: { pointer: Pointer; label: string; stored: unknown }) {
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
