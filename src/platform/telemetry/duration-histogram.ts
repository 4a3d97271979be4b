/** The number of buckets of a duration histogram: each is √2 times as long as the one before, from 10 µs to 118 s. */
export const histogramBuckets = 48

const shortest = 0.000_01
const perOctave = 2

/** The bucket of a duration in seconds. */
export function bucketOf(seconds: number): number {
  if (seconds <= shortest) return 0
  return Math.min(histogramBuckets - 1, Math.ceil(Math.log2(seconds / shortest) * perOctave))
}

/** The longest duration of `bucket`, in seconds. */
export function upperBound(bucket: number): number {
  return shortest * 2 ** (bucket / perOctave)
}

/**
 * The duration in seconds below which `share` of all durations lie, within the width of a bucket (a factor of √2). Unlike
 * percentiles, histograms of several minutes and processes can be added.
 */
export function percentileOf(buckets: readonly number[], share: number, max: number): number {
  const total = buckets.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 0
  let rank = Math.max(1, Math.ceil(total * share))
  for (const [bucket, count] of buckets.entries()) {
    if (count > 0 && rank <= count) {
      const lower = bucket === 0 ? 0 : upperBound(bucket - 1)
      return Math.min(max, lower + (upperBound(bucket) - lower) * (rank / count))
    }
    rank -= count
  }
  return max
}
