import type { Tree } from '../api.ts'
import { placeWords } from '../draft/place-words.ts'
import { type Schema, schemaBelow, sectionSchema, titleOf, wordsOf } from '../draft/schema.ts'
import { Table } from '../parts/table.tsx'

const withoutId: Schema = { properties: { id: { control: 'id' }, type: { control: 'id' } } }

/** A value of the content in one line; for a section or an entry, its title. */
export function excerpt(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = textOf(value)
  if (text.trim() === '') return 'empty'
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const { id, fields } = value as { id?: unknown; fields?: unknown }
  if (typeof id === 'string' && fields) return titleOf(fields, schemaBelow(sectionSchema(id), 'fields'))
  return wordsOf(value) || titleOf(Array.isArray(value) ? value[0] : value, withoutId)
}

export interface FieldDifference {
  steps: readonly string[]
  before?: unknown
  after?: unknown
}

/** Fields that differ, before and after, as a table. */
export function DifferenceList({
  tree,
  differences,
  before,
  after,
}: {
  /** The tree that contains the fields. */
  tree: Tree
  differences: readonly FieldDifference[]
  /** The labels of the two columns. */
  before: string
  after: string
}) {
  return (
    <Table<FieldDifference>
      caption="Differences"
      rows={differences}
      keyOf={({ steps }) => steps.join('/')}
      columns={[
        { id: 'path', label: 'Field', cell: ({ steps }) => placeWords(tree, steps) },
        { id: 'before', label: before, cell: (difference) => excerpt(difference.before) },
        { id: 'after', label: after, cell: (difference) => excerpt(difference.after) },
      ]}
    />
  )
}
