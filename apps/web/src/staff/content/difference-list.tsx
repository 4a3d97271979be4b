import { ScrollBox } from '../parts/scroll-box.tsx'
import tableStyles from '../parts/table.module.css'

/** A value of the content in one line. */
export function excerpt(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.trim() === '') return 'empty'
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}

/** Fields that differ, before and after, as a table. */
export function DifferenceList({
  differences,
  before,
  after,
}: {
  differences: readonly { path: string; before?: unknown; after?: unknown }[]
  /** What the two columns are called. */
  before: string
  after: string
}) {
  return (
    <ScrollBox label="Differences">
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={difference.path}>
              <th scope="row">{difference.path}</th>
              <td>{excerpt(difference.before)}</td>
              <td>{excerpt(difference.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
