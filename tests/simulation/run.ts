/** `npm run simulate -- --seed 7 --days 30`: lives the history of one seed, or of several from it on, and says what does not hold. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    days: { type: 'string', default: '7' },
  },
})
const wrong = Object.entries(values).find(([, value]) => !/^[1-9]\d{0,8}$/.test(value))
if (wrong === undefined) {
  const args = ['run', 'tests/simulation/simulation.api.spec.ts', '-t', 'a simulation of']
  const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
      SIMULATE_SEED: values.seed,
      SIMULATE_SEEDS: values.seeds,
      SIMULATE_DAYS: values.days,
    },
  })
  process.exitCode = status ?? 1
} else {
  console.error(
    `--${wrong[0]} must be a whole number from 1, such as: npm run simulate -- --seed 7 --days 30`,
  )
  process.exitCode = 2
}
