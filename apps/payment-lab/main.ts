import { createPaymentLab } from './lab.ts'
import { labOptionsFromEnv } from './options.ts'

// A separate program: besides the configuration, only this file reads the environment.
const { port, host, options } = labOptionsFromEnv(process.env)
const lab = createPaymentLab({
  ...options,
  now: () => new Date(),
  log: (message, fields) => console.log(message, fields),
})
const url = await lab.listen(port, host)
console.log(`Payment lab ready on ${url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void lab.close().then(() => process.exit(0)))
}
