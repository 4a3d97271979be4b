import { Table } from '../parts/table.tsx'

/** A value of the content in one line. */
export function excerpt(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.trim() === '') return 'empty'
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}

interface Difference {
  path: string
  before?: unknown
  after?: unknown
}

/** Fields that differ, before and after, as a table. */
export function DifferenceList({
  differences,
  before,
  after,
}: {
  differences: readonly Difference[]
  /** What the two columns are called. */
  before: string
  after: string
}) {
  return (
    <Table<Difference>
      caption="Differences"
      rows={differences}
      keyOf={({ path }) => path}
      columns={[
        { id: 'path', label: 'Field', cell: ({ path }) => path },
        { id: 'before', label: before, cell: (difference) => excerpt(difference.before) },
        { id: 'after', label: after, cell: (difference) => excerpt(difference.after) },
      ]}
    />
  )
}
