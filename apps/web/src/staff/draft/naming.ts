/**
 * A problem as a sentence that names its field: "Must be a color." becomes "Primary must be a color." Every problem of
 * the tree is a predicate, as `validatorWords` and the schema of the content write it.
 */
export function naming(label: string, problem: string | undefined): string | undefined {
  if (problem === undefined) return undefined
  return `${label} ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`
}
