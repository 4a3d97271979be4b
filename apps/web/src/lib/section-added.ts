/** `sections` with `added` at its position in the built-in page: after the last of the sections that precede it there. */
export function sectionAdded<S extends { id: string }>(
  sections: readonly S[],
  builtIn: readonly S[],
  added: S,
): S[] {
  const before = builtIn.slice(
    0,
    builtIn.findIndex(({ id }) => id === added.id),
  )
  const index = sections.findLastIndex(({ id }) => before.some((each) => each.id === id))
  return sections.toSpliced(index + 1, 0, added)
}
