import { readArguments } from '../../src/platform/kernel/arguments.ts'
import { createPaymentLab } from './lab.ts'
import { labOptionsFromEnv } from './options.ts'

readArguments(`Runs the stand-in for Stripe as a program of its own, until it is stopped.

  npm run payment-lab

Its port, keys and webhook come from the environment (.env.example, Payment lab).`)

// A separate program: besides the configuration, only this file reads the environment.
const { port, host, options } = labOptionsFromEnv(process.env)
const lab = createPaymentLab({
  ...options,
  now: () => new Date(),
  log: (message, fields) => console.log(message, fields),
})
const url = await lab.listen(port, host)
console.log(`Payment lab ready on ${url}`)

/** Milliseconds in which a signal that comes again is the same one: Ctrl-C comes from the terminal and from npm. */
const repeatedMs = 1_000
let firstAt: number | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      lab.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    } else if (performance.now() - firstAt > repeatedMs) process.exit(1)
  })
