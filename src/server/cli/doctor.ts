import 'reflect-metadata'
import type { Config } from '#platform/config/config.ts'
import { ConfigError } from '#platform/config/config-error.ts'
import { readConfig } from '#platform/config/read-config.ts'
import { readArguments } from '#platform/kernel/arguments.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkMachine } from '../doctor/check-machine.ts'
import { checkSite } from '../doctor/check-site.ts'
import { broken, checked, type Finding, good } from '../doctor/finding.ts'
import { Progress } from './progress.ts'
import { report, withApp } from './with-app.ts'

const usage = `Looks at everything around the site, and changes nothing.

  npm run doctor
  npm run doctor -- --json     the same for programs

It ends with 1 when something is broken.`

const marks = { good: 'ok  ', weak: 'weak', broken: 'FAIL' }

const advice = 'Correct it in the environment or in .env; .env.example explains every variable.'

/** The configuration, or the findings about it. */
function environment(): Config | Finding[] {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map(({ variable, reason }) =>
      broken('Environment', `${variable} ${reason}`, advice),
    )
  }
}

/** Makes the checks in order, as far as the earlier ones permit. */
async function examine(progress: boolean): Promise<Finding[]> {
  const config = environment()
  if (Array.isArray(config)) return config
  const [machine, { findings, usable }] = await Promise.all([checkMachine(config), checkDatabase(config)])
  const found = [good('Environment', `${config.env}, ${config.publicUrl}`), ...machine, ...findings]
  if (!usable) return found
  const bar = new Progress('Verifying the log', progress)
  const site = await checked('Site', 'Start it (npm start) and read its first lines.', () =>
    withApp(({ container }) => checkSite(container, bar.update), { payments: 'wanted' }),
  )
  bar.end()
  return [...found, ...site]
}

readArguments(usage, { json: { type: 'boolean' } })
await report(async ({ progress }) => {
  const findings = await examine(progress)
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  const width = Math.max(...findings.map(({ part }) => part.length))
  const ok = count('broken') === 0
  return {
    ok,
    json: { ok, findings },
    lines: [
      ...findings.flatMap(({ part, state, found, remedy }) => [
        `${marks[state]}  ${part.padEnd(width)}  ${found}`,
        ...(remedy === undefined ? [] : [`      ${' '.repeat(width)}→ ${remedy}`]),
      ]),
      `${count('good')} well, ${count('weak')} weak, ${count('broken')} broken.`,
    ],
  }
})
