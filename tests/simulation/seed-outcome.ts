import { actionsOf, lineOf, shortest } from './actions.ts'
import { runHistory } from './history.ts'

/** The outcome of one seed, as it is printed and sent between processes. */
export interface SeedOutcome {
  seed: number
  events: number
  trace: string
  reached: string[]
  /** The broken invariant, with the shortest history that shows it; null when all hold. */
  failure: string | null
}

/** Runs one seed; when it fails, finds the shortest history that still fails, for debugging. */
export async function runSeed(seed: number, days: number): Promise<SeedOutcome> {
  const { failure, events, trace, reached } = await runHistory(seed, actionsOf(seed, days), days)
  if (failure === null) return { seed, events, trace, reached, failure: null }
  // A day after the failure would take its time in each of some hundred histories, and its actions are not needed.
  const until = Math.min(days, failure.day + 1)
  const fewest = await shortest(
    actionsOf(seed, days).filter(({ minute }) => minute < until * 1_440),
    // A shorter history that does not end says nothing about this failure, and must not hide it.
    (actions) =>
      runHistory(seed, actions, until).then(
        (shorter) => shorter.failure !== null,
        () => false,
      ),
  )
  const lines = [
    `Seed ${seed} fails on day ${failure.day}: ${failure.error.message}`,
    failure.error.stack ?? '',
    `The shortest history that still fails, ${fewest.length} actions:`,
    ...fewest.map((action) => `  ${lineOf(action)}`),
    `Again: npm run simulate -- --seed ${seed} --days ${days} (${events} events, trace ${trace})`,
  ]
  return { seed, events, trace, reached, failure: lines.join('\n') }
}
