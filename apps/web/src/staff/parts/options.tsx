type Option = readonly [value: string | number, label: string | number]

/** The options of a `Select`: the value of each and its label; none while they are not loaded. */
export function Options({ of }: { of: readonly Option[] | undefined }) {
  return of?.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
