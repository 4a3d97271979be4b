/** A child process of `runSeeds`: runs the seeds that it receives, one at a time. */
import type { SeedOutcome } from './seed-outcome.ts'

const { runSeed } = await import('./seed-outcome.ts')
const { end } = await import('./history.ts')

process.on('message', ({ seed, days }: { seed: number; days: number }) => {
  runSeed(seed, days).then(
    (outcome) => process.send?.(outcome),
    (error: Error) =>
      process.send?.({
        seed,
        events: 0,
        trace: '',
        reached: [],
        failure: `Seed ${seed} was not run: ${error.stack}`,
      } satisfies SeedOutcome),
  )
})
process.once('disconnect', () => void end().finally(() => process.exit()))
