/** A sentence about the discount of the next volume step; undefined if there is none. */
export function stepHint(
  steps: readonly { from: number; percent: number }[],
  seats: number,
): string | undefined {
  const next = steps.find(({ from }) => from > seats)
  if (next === undefined || seats < 1) return undefined
  return `If you buy ${next.from} seats or more, each seat costs ${next.percent}% less.`
}
