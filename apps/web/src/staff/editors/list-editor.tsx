import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import { useEditing, useProblem, useProblemCount } from '../draft/draft-context.tsx'
import { below, type Pointer } from '../draft/pointer.ts'
import { blank, boundsOf, schemaBelow } from '../draft/schema.ts'
import { Group } from '../parts/group.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import editorStyles from './editors.module.css'
import { Fields } from './group-editor.tsx'
import { labelOf, singular, titleOf } from './kinds.ts'
import { Words } from './text-fields.tsx'
import type { ValueProps } from './value-props.ts'

interface EntryToolsProps {
  /** The list. */
  pointer: Pointer
  list: readonly unknown[]
  index: number
  minimum: number
  /** For the names of the buttons: "slide 2". */
  what: string
}

/** Moves an entry of a list up or down, or removes it. */
export function EntryTools({ pointer, list, index, minimum, what }: EntryToolsProps) {
  const { edit, readOnly } = useEditing()
  if (readOnly) return null
  const moved = (to: number): unknown[] => list.toSpliced(index, 1).toSpliced(to, 0, list[index])
  return (
    <span className={editorStyles.entryTools}>
      <IconButton
        label={`Move ${what} up`}
        disabled={index === 0}
        onClick={() => edit(pointer, moved(index - 1))}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        label={`Move ${what} down`}
        disabled={index === list.length - 1}
        onClick={() => edit(pointer, moved(index + 1))}
      >
        <ArrowDown />
      </IconButton>
      <IconButton
        label={`Remove ${what}`}
        disabled={list.length <= minimum}
        onClick={() => edit(pointer, list.toSpliced(index, 1))}
      >
        <Trash2 />
      </IconButton>
    </span>
  )
}

/** Cards, slides, questions: entries that fold, in the order of the list or, where they have one, of their order. */
export function ListEditor({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const list = value as Record<string, unknown>[]
  const { minimum = 0, maximum = 40 } = boundsOf(schema)
  const entry = schemaBelow(schema, '0')
  const sorted = list
    .map((each, index) => ({ each, index }))
    .toSorted((a, b) => orderOf(a.each, a.index) - orderOf(b.each, b.index))
  return (
    <Group legend={labelOf(name)} problem={useProblem(pointer)}>
      <ul className={editorStyles.entries}>
        {sorted.map(({ each, index }) => (
          <Entry
            key={typeof each.id === 'string' ? each.id : index}
            pointer={below(pointer, index)}
            what={`${singular(name)} ${index + 1}`}
            value={each}
            schema={entry}
            tools={
              <EntryTools
                pointer={pointer}
                list={list}
                index={index}
                minimum={minimum}
                what={`${singular(name)} ${index + 1}`}
              />
            }
          />
        ))}
      </ul>
      {readOnly || list.length >= maximum ? null : (
        <Button
          variant="quiet"
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => edit(pointer, [...list, newEntry(blank(entry, name), list.length)])}
        >
          Add {singular(name)}
        </Button>
      )}
    </Group>
  )
}

function orderOf(entry: Record<string, unknown>, index: number): number {
  return typeof entry.order === 'number' && Number.isFinite(entry.order) ? entry.order : index + 1
}

function newEntry(entry: unknown, count: number): unknown {
  return typeof entry === 'object' && entry !== null && 'order' in entry
    ? { ...entry, order: Math.min(count + 1, 10) }
    : entry
}

function Entry({
  pointer,
  what,
  value,
  schema,
  tools,
}: {
  pointer: Pointer
  what: string
  value: Record<string, unknown>
  schema: ReturnType<typeof schemaBelow>
  tools: React.ReactNode
}) {
  const [open, setOpen] = useState(false)
  const problems = useProblemCount(pointer)
  const id = `entry${pointer.replace(/\W/g, '-')}`
  const title = titleOf(value)
  return (
    <li className={editorStyles.entry}>
      <div className={editorStyles.entryHead}>
        <button
          type="button"
          className={editorStyles.fold}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown aria-hidden="true" strokeWidth={1.5} />
          <span className={editorStyles.entryName}>{typeof value.id === 'string' ? value.id : what}</span>
          {typeof value.order === 'number' ? <span className={styles.faint}>order {value.order}</span> : null}
          <span className={editorStyles.excerpt}>{title}</span>
        </button>
        {problems > 0 ? <Badge tone="bad">{problems} to mend</Badge> : null}
        {tools}
      </div>
      <div id={id} hidden={!open} className={editorStyles.entryBody}>
        {open ? <Fields pointer={pointer} value={value} schema={schema} /> : null}
      </div>
    </li>
  )
}

/** A list of plain lines. */
export function LinesEditor({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const lines = value as string[]
  const { minimum = 0, maximum = 40 } = boundsOf(schema)
  return (
    <Group legend={labelOf(name)} problem={useProblem(pointer)}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <div key={index} className={editorStyles.entryRow}>
          <Words
            pointer={below(pointer, index)}
            label={`${labelOf(singular(name))} ${index + 1}`}
            name={name}
            value={line}
            onChange={(words) => edit(below(pointer, index), words)}
          />
          <EntryTools
            pointer={pointer}
            list={lines}
            index={index}
            minimum={minimum}
            what={`${singular(name)} ${index + 1}`}
          />
        </div>
      ))}
      {readOnly || lines.length >= maximum ? null : (
        <Button
          variant="quiet"
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => edit(pointer, [...lines, ''])}
        >
          Add {singular(name)}
        </Button>
      )}
    </Group>
  )
}
