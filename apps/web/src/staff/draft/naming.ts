/** A problem as a sentence that names its field: "Must be a color." becomes "Primary must be a color." */
export function naming(label: string, problem: string | undefined): string | undefined {
  if (problem === undefined) return undefined
  return /^(must|needs|is)\b/i.test(problem)
    ? `${label} ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`
    : `${label}: ${problem}`
}
