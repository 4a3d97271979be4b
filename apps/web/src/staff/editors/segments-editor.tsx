import { Plus } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { below } from '../draft/pointer.ts'
import { boundsOf, schemaBelow } from '../draft/schema.ts'
import { Group } from '../parts/group.tsx'
import editorStyles from './editors.module.css'
import { labelOf } from './kinds.ts'
import { EntryTools } from './list-editor.tsx'
import { SegmentField } from './text-fields.tsx'
import type { ValueProps } from './value-props.ts'

/** A rich text: pieces with a weight each, read one after the other. */
export function SegmentsEditor({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const segments = value as { text: string; format?: string }[]
  const { maximum = 40, minimum = 0 } = boundsOf(schema)
  return (
    <Group legend={labelOf(name)} problem={useProblem(pointer)}>
      {segments.map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no identity but their place
        <div key={index} className={editorStyles.entryRow}>
          <SegmentField
            pointer={below(pointer, index)}
            name={String(index)}
            value={segment}
            schema={schemaBelow(schema, '0')}
          />
          <EntryTools
            pointer={pointer}
            list={segments}
            index={index}
            minimum={minimum}
            what={`text ${index + 1}`}
          />
        </div>
      ))}
      {readOnly || segments.length >= maximum ? null : (
        <Button
          variant="quiet"
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => edit(pointer, [...segments, { text: '' }])}
        >
          Add text
        </Button>
      )}
    </Group>
  )
}
