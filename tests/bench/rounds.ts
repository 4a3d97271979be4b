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
  rounds: { rounds?: number; warmUp?: number } = {},
): Promise<BenchRow> {
  return (await inTurns(name, [[name.path, ours]], theirs, rounds))[0]!
}

/** The same with a second row: what `limit`, the least that could do the work, reaches against `theirs` in the same rounds. */
export async function besideLimit(
  name: Pick<BenchRow, 'path' | 'against' | 'bar'>,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  limit: { path: string; run: () => Promise<number> },
): Promise<BenchRow[]> {
  const [row, bound] = await inTurns(
    name,
    [
      [name.path, ours],
      [`its limit here: ${limit.path}`, limit.run],
    ],
    theirs,
  )
  return [row!, { path: bound!.path, against: name.against, ratio: bound!.ratio, spread: bound!.spread }]
}

async function inTurns(
  name: Pick<BenchRow, 'path' | 'against' | 'bar'>,
  runs: [path: string, run: () => Promise<number>][],
  theirs: () => Promise<number>,
  { rounds = 7, warmUp = 3 } = {},
): Promise<BenchRow[]> {
  const ratios = runs.map((): number[] => [])
  for (let round = -warmUp; round < rounds; round += 1) {
    const before = round % 2 === 0
    const rates = before ? await each(runs) : []
    const yardstick = await theirs()
    if (!before) rates.push(...(await each(runs)))
    if (round >= 0) for (const [index, reached] of rates.entries()) ratios[index]!.push(reached / yardstick)
  }
  return runs.map(([path], index) => ({
    ...name,
    path,
    ratio: median(ratios[index]!),
    spread: [Math.min(...ratios[index]!), Math.max(...ratios[index]!)],
  }))
}

async function each(runs: [path: string, run: () => Promise<number>][]): Promise<number[]> {
  const rates: number[] = []
  for (const [, run] of runs) rates.push(await run())
  return rates
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
