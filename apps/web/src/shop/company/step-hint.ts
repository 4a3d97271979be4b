/** What the next volume step would bring; undefined where there is none, or too far away to matter. */
export function stepHint(
  steps: readonly { from: number; percent: number }[],
  seats: number,
): string | undefined {
  const next = steps.find(({ from }) => from > seats)
  if (next === undefined || seats < 1) return undefined
  return `From ${next.from} seats on, all seats cost ${next.percent}% less.`
}
