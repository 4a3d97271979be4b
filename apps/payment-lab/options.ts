import { z } from 'zod'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import type { Pauses } from './payment-attempts.ts'

/** The options of a lab. */
export interface PaymentLabOptions {
  /** The seed of ids and faults; random when absent. */
  seed?: string
  /** The time; share the app's clock so that both move together. */
  now: () => Date
  /** The JSON file that stores the state; without it the state is not stored. */
  stateFile?: string
  /** The URL for webhooks; none are sent when absent. Can be set later with `connect`. */
  webhookUrl?: string
  /** The types of events that the endpoint asks for; all when absent. */
  webhookEvents?: readonly string[]
  webhookSecret?: string
  secretKey: string
  publishableKey: string
  /** The origin of `/lab/` for browsers; the lab's own address when absent. */
  publicUrl?: string
  /** The delays of scheduled tasks, in milliseconds. */
  pauses?: Partial<Pauses>
  /** No timers: due tasks run only on `runDue` and when the clock is moved, and only `close` saves the state. */
  stepped?: boolean
  log?: (message: string, fields: Record<string, unknown>) => void
}

/** Addresses that may be known only once the app listens. */
export interface LabAddresses {
  webhookUrl?: string
  webhookSecret?: string
  publicUrl?: string
}

const Environment = z.object({
  APP_ENV: z.literal('development', 'it never runs in production').default('development'),
  PAYMENT_LAB_PORT: z.coerce.number().int().min(0).max(65_535).default(4242),
  PAYMENT_LAB_HOST: z.string().default('127.0.0.1'),
  PAYMENT_LAB_SEED: z.string().optional(),
  PAYMENT_LAB_STATE: z.string().default('.data/payment-lab.json'),
  PAYMENT_LAB_WEBHOOK_URL: z.url().default('http://localhost:3000/api/webhooks/stripe'),
  PUBLIC_URL: z.url().optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_test_').default(paymentLabKeys.secretKey),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_test_').default(paymentLabKeys.publishableKey),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').default(paymentLabKeys.webhookSecret),
})

/** The options of a stand-alone lab. Throws with the variable's name if a value is invalid. */
export function labOptionsFromEnv(env: Record<string, string | undefined>): {
  port: number
  host: string
  options: Omit<PaymentLabOptions, 'now'>
} {
  const result = Environment.safeParse(env)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The payment lab cannot start. ${problems.join('; ')}`)
  }
  const values = result.data
  return {
    port: values.PAYMENT_LAB_PORT,
    host: values.PAYMENT_LAB_HOST,
    options: {
      ...(values.PAYMENT_LAB_SEED === undefined ? {} : { seed: values.PAYMENT_LAB_SEED }),
      stateFile: values.PAYMENT_LAB_STATE,
      webhookUrl: values.PAYMENT_LAB_WEBHOOK_URL,
      webhookSecret: values.STRIPE_WEBHOOK_SECRET.split(',')[0] ?? '',
      secretKey: values.STRIPE_SECRET_KEY,
      publishableKey: values.STRIPE_PUBLISHABLE_KEY,
      ...(values.PUBLIC_URL === undefined ? {} : { publicUrl: values.PUBLIC_URL }),
    },
  }
}
