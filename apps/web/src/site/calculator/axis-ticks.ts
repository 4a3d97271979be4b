/** Round values from 0 to at least `largest`, in at most five steps. */
export function axisTicks(largest: number): number[] {
  const rough = largest / 5
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_each, index) => index * step)
}
