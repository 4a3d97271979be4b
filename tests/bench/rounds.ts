/** One line of the table. */
export interface BenchRow {
  path: string
  /** What `ratio` compares. */
  against: string
  /** The least (or, for `atMost`, the greatest) ratio that is good; none where the row is the limit of the one above. */
  bar?: number
  atMost?: boolean
  ratio: number
  /** Smallest and largest ratio of the rounds. */
  spread: [number, number]
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Runs `ours` and `theirs` in turn (A B, B A, …) after rounds that do not count, until V8 has optimised what every request runs, and answers the median of the
 * rounds' ratios. Both answer a rate; higher is better.
 */
export async function interleaved(
  name: Pick<BenchRow, 'path' | 'against' | 'bar'>,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  { rounds = 7, warmUp = 3 } = {},
): Promise<BenchRow> {
  for (let round = 0; round < warmUp; round += 1) {
    await ours()
    await theirs()
  }
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0
    const a = first ? await ours() : Number.NaN
    const b = await theirs()
    ratios.push((first ? a : await ours()) / b)
  }
  return { ...name, ratio: median(ratios), spread: [Math.min(...ratios), Math.max(...ratios)] }
}

/** Calls `work` from `concurrency` loops for `ms` milliseconds; answers calls per second. */
export async function rate(work: () => Promise<unknown>, concurrency: number, ms: number): Promise<number> {
  const started = performance.now()
  let done = 0
  const loop = async (): Promise<void> => {
    while (performance.now() - started < ms) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return done / ((performance.now() - started) / 1000)
}
