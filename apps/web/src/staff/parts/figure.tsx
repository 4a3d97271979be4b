/** One number of a row of numbers, with its name and, if any, what it belongs to. */
export function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note ? <span>{note}</span> : null}
      </dd>
    </div>
  )
}
