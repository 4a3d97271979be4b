/** One number with its name and an optional note. */
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
