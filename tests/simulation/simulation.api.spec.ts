import { describe, expect, test } from 'vitest'
import { actionsOf, lineOf, shortest } from './actions.ts'
import { live, type Outcome } from './history.ts'

const long = process.env.LONG === '1'
const first = Number(process.env.SIMULATE_SEED ?? 1)
const seeds = Number(process.env.SIMULATE_SEEDS ?? (long ? 1_000 : 2))
const days = Number(process.env.SIMULATE_DAYS ?? (long ? 30 : 2))
const timeout = 24 * 3_600_000

/** The history of a seed that fails, as short as it can be: what to look at. */
async function told(seed: number, { failure, events, trace }: Outcome): Promise<string> {
  const fails = async (actions: ReturnType<typeof actionsOf>) =>
    (await live(seed, actions, days)).failure !== null
  const fewest = await shortest(actionsOf(seed, days), (actions) => fails([...actions]))
  return [
    `Seed ${seed} fails on day ${failure?.day}: ${failure?.error.message}`,
    `The shortest history that still fails, ${fewest.length} actions:`,
    ...fewest.map((action) => `  ${lineOf(action)}`),
    `Again: npm run simulate -- --seed ${seed} --days ${days} (${events} events, trace ${trace})`,
  ].join('\n')
}

describe(`a simulation of ${seeds} seeds, ${days} days each, from seed ${first}`, () => {
  test(
    'given lost, doubled, late and never made webhooks, a provider that fails, processes that die and mail that does not go, then every invariant holds on every day and all is told in the end',
    async () => {
      for (let seed = first; seed < first + seeds; seed += 1) {
        const outcome = await live(seed, actionsOf(seed, days), days)
        if (outcome.failure !== null)
          throw new Error(await told(seed, outcome), { cause: outcome.failure.error })
        console.log(`seed ${seed}: ${outcome.events} events, trace ${outcome.trace}`)
      }
    },
    timeout,
  )

  test(
    'given one seed twice, then both lives leave the same events, byte for byte',
    async () => {
      const [one, two] = [
        await live(first, actionsOf(first, 1), 1),
        await live(first, actionsOf(first, 1), 1),
      ]
      expect(two).toEqual(one)
      expect(one.events).toBeGreaterThan(0)
    },
    timeout,
  )
})
