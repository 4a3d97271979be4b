import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import { useEditing, useProblem, useProblemCount } from '../draft/draft-context.tsx'
import { below, idAt, type Pointer } from '../draft/pointer.ts'
import { asShown, blank, entryOf, labelOf, type Schema, titleOf } from '../draft/schema.ts'
import { focusFirst } from '../parts/focus-first.ts'
import { Group } from '../parts/group.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import editorStyles from './editors.module.css'
import { useTargetIn } from './field-target.ts'
import { Fields } from './group-editor.tsx'
import { kindOf, useValueEditor, type ValueProps } from './value-props.ts'

/** The list with the `order` of its entries set to their new positions. */
export function reordered(list: readonly unknown[]): unknown[] {
  return list.map((each, index) =>
    typeof each === 'object' && each !== null && 'order' in each ? { ...each, order: index + 1 } : each,
  )
}

interface EntryToolsProps {
  /** The entry in the buttons' names: "slide 2". */
  what: string
  /** The buttons' ids by position, so that the focus can follow a moved entry. */
  id: (place: number) => string
  place: number
  count: number
  minimum: number
  onMove: (to: number) => void
  onRemove: () => void
  /** The id of the Add button, which takes the focus when the last entry is removed. */
  add: string
}

/** Moves an entry of a list up or down, or removes it. */
export function EntryTools({ what, id, place, count, minimum, onMove, onRemove, add }: EntryToolsProps) {
  const move = (to: number): void => {
    onMove(to)
    // After the next render the focus stays on the moved entry, at a button that is still enabled.
    const [first, second] = to > place ? ['down', 'up'] : ['up', 'down']
    focusFirst(`${first}${id(to)}`, `${second}${id(to)}`)
  }
  return (
    <span className={editorStyles.entryTools}>
      <IconButton
        id={`up${id(place)}`}
        label={`Move ${what} up`}
        disabled={place === 0}
        onClick={() => move(place - 1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        id={`down${id(place)}`}
        label={`Move ${what} down`}
        disabled={place === count - 1}
        onClick={() => move(place + 1)}
      >
        <ArrowDown />
      </IconButton>
      <IconButton
        id={`remove${id(place)}`}
        label={`Remove ${what}`}
        disabled={count <= minimum}
        onClick={() => {
          onRemove()
          focusFirst(`remove${id(place)}`, `remove${id(place - 1)}`, add)
        }}
      >
        <Trash2 />
      </IconButton>
    </span>
  )
}

/** Entries with a few plain fields are shown in one row and do not fold. */
const isRow = (entry: Schema | undefined): boolean => {
  const parts = Object.values(entry?.properties ?? {})
  return (
    parts.length > 0 &&
    parts.length <= 3 &&
    parts.every((part) => ['text', 'number', 'reference', 'picture'].includes(kindOf(part)))
  )
}

/** A list of entries that fold, such as slides, in the order of the list or of their `order`. */
export function ListEditor({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const [open, setOpen] = useState<readonly number[]>([])
  useTargetIn(pointer, (index) => setOpen((before) => [...before.filter((other) => other !== index), index]))
  const list = value as unknown[]
  const shown = asShown(list)
  const entry = schema?.items
  const minimum = schema?.minItems ?? 0
  const put = (entries: readonly unknown[], opened: readonly number[]): void => {
    edit(pointer, reordered(entries))
    setOpen(opened)
  }
  const sorted = shown.map(({ each }) => each)
  const places = shown.map((_, place) => place)
  /** The unfolded entries after a move: `from[n]` is the former position of the n-th entry. */
  const stillOpen = (from: readonly number[]): number[] => {
    const unfolded = new Set(open.map((index) => shown.findIndex((each) => each.index === index)))
    return from.flatMap((before, now) => (unfolded.has(before) ? [now] : []))
  }
  const moved = <T,>(all: readonly T[], from: number, to: number): T[] =>
    all.toSpliced(from, 1).toSpliced(to, 0, all[from] as T)
  return (
    <Group quiet legend={labelOf(schema, name)} help={schema?.description} problem={useProblem(pointer)}>
      <ul className={editorStyles.entries}>
        {shown.map(({ each, index }, place) => {
          const what = `${entryOf(schema)} ${place + 1}`
          return (
            <Entry
              key={hasId(each) ? each.id : index}
              pointer={below(pointer, index)}
              what={what}
              value={each}
              schema={entry}
              open={open.includes(index)}
              onToggle={() =>
                setOpen(open.includes(index) ? open.filter((other) => other !== index) : [...open, index])
              }
              tools={
                readOnly ? null : (
                  <EntryTools
                    what={what}
                    id={(at) => idAt('', below(pointer, at))}
                    place={place}
                    count={list.length}
                    minimum={minimum}
                    add={idAt('add-to', pointer)}
                    onMove={(to) => put(moved(sorted, place, to), stillOpen(moved(places, place, to)))}
                    onRemove={() => put(sorted.toSpliced(place, 1), stillOpen(places.toSpliced(place, 1)))}
                  />
                )
              }
            />
          )
        })}
      </ul>
      {readOnly || list.length >= (schema?.maxItems ?? 40) ? null : (
        <Button
          id={idAt('add-to', pointer)}
          variant="quiet"
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => put([...sorted, blank(entry)], [...stillOpen(places), list.length])}
        >
          Add {entryOf(schema)}
        </Button>
      )}
    </Group>
  )
}

const hasId = (each: unknown): each is { id: string } =>
  typeof each === 'object' && each !== null && 'id' in each && typeof each.id === 'string'

interface EntryProps {
  pointer: Pointer
  what: string
  value: unknown
  schema: Schema | undefined
  open: boolean
  onToggle: () => void
  tools: ReactNode
}

function Entry({ pointer, what, value, schema, open, onToggle, tools }: EntryProps) {
  const Value = useValueEditor()
  const problems = useProblemCount(pointer)
  const id = idAt('entry', pointer)
  if (typeof value !== 'object' || value === null)
    return (
      <li className={editorStyles.entryRow} data-at={pointer}>
        <Value pointer={pointer} name={what} value={value} schema={schema} />
        {tools}
      </li>
    )
  if (isRow(schema))
    return (
      <li className={editorStyles.entryRow} data-at={pointer}>
        <fieldset>
          <legend className="visually-hidden">{what}</legend>
          <Fields pointer={pointer} value={value as Record<string, unknown>} schema={schema} />
        </fieldset>
        {tools}
      </li>
    )
  return (
    <li className={editorStyles.entry} data-at={pointer}>
      <div className={editorStyles.entryHead}>
        <button
          type="button"
          className={editorStyles.fold}
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          <ChevronDown aria-hidden="true" strokeWidth={1.5} />
          <span className={editorStyles.entryName}>{what}</span>
          <span className={editorStyles.excerpt}>{titleOf(value, schema)}</span>
        </button>
        {problems > 0 ? <Badge tone="bad">{problems} to fix</Badge> : null}
        {tools}
      </div>
      <div id={id} hidden={!open} className={editorStyles.entryBody}>
        {open ? <Fields pointer={pointer} value={value as Record<string, unknown>} schema={schema} /> : null}
      </div>
    </li>
  )
}
