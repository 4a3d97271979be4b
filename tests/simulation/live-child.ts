/** A child process of `liveAll`: runs the seeds that it receives, one at a time. */
import type { Told } from './told.ts'

const { tell } = await import('./told.ts')
const { end } = await import('./history.ts')

process.on('message', ({ seed, days }: { seed: number; days: number }) => {
  tell(seed, days).then(
    (told) => process.send?.(told),
    (error: Error) =>
      process.send?.({
        seed,
        events: 0,
        trace: '',
        reached: [],
        failure: `Seed ${seed} was not lived: ${error.stack}`,
      } satisfies Told),
  )
})
process.once('disconnect', () => void end().finally(() => process.exit()))
