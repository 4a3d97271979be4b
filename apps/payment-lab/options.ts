import { z } from 'zod'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import type { Pauses } from './payment-attempts.ts'

/** What a lab needs to know when it is made. */
export interface PaymentLabOptions {
  /** Ids and chaos are drawn from it; random when absent. */
  seed?: string
  /** The time; share the app's clock so that both move together. */
  now: () => Date
  /** JSON file that keeps the state over restarts; nothing is kept when absent. */
  stateFile?: string
  /** Where events are posted; nowhere when absent. May be given later with `connect`. */
  webhookUrl?: string
  webhookSecret?: string
  secretKey: string
  publishableKey: string
  /** Origin under which browsers reach `/lab/`; the lab's own address when absent. */
  publicUrl?: string
  /** How long things take that happen by themselves, in milliseconds. */
  pauses?: Partial<Pauses>
  /** Nothing happens by itself: only `runDue` and moves of the clock do what is due, and `close` alone saves the state. */
  stepped?: boolean
  log?: (message: string, fields: Record<string, unknown>) => void
}

/** What may become known only when the app listens. */
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

/** Options of a lab that runs by itself. Throws with the variable's name when a value is wrong. */
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
