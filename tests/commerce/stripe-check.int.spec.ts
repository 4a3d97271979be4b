import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import { createLogger } from '#platform/telemetry/create-logger.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { createPaymentLab, type PaymentLab } from '../../apps/payment-lab/lab.ts'
import { OrderSignatures } from '../../src/modules/commerce/payments/stripe/order-signatures.ts'
import { StripeAccount } from '../../src/modules/commerce/payments/stripe/stripe.ts'
import { StripeCheck } from '../../src/modules/commerce/payments/stripe/stripe-check.ts'
import { openStripe, stripeApiVersion } from '../../src/modules/commerce/payments/stripe/stripe-connection.ts'

let lab: PaymentLab
let url: string
beforeAll(async () => {
  lab = createPaymentLab({
    secretKey: 'sk_test_right',
    publishableKey: 'pk_test_right',
    now: () => new Date(),
  })
  url = await lab.listen(0, '127.0.0.1')
})
afterAll(() => lab.close())

const log: Log = { logger: createLogger('silent') }
const connection = (secretKey: string, at = url) => ({
  secretKey,
  publishableKey: 'pk_test_right',
  webhookSecrets: ['whsec_12345678'],
  url: at,
})
const signatures = new OrderSignatures(new DerivedKeys('a secret of this test long enough to be one'))
const offer = { brandName: 'Veralead', paymentMethodConfiguration: undefined }
const check = (secretKey: string, isReal = true, at = url, into = log) =>
  new StripeCheck(
    new StripeAccount(connection(secretKey, at), new RingTelemetry(), signatures, offer),
    into,
    isReal,
  ).start()
const withhold = async (...resources: string[]) => {
  const answer = await fetch(`${url}/lab/rights`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ withhold: resources }),
  })
  expect(answer.status).toBe(200)
}

describe('the keys of Stripe at the start', () => {
  test('given a key that Stripe takes, then the start goes on; given one it refuses, then STRIPE_SECRET_KEY is named and the key is not', async () => {
    await check('sk_test_right')
    const refused = await check('sk_test_wrong').catch((error: unknown) => error)
    expect(String(refused)).toContain('STRIPE_SECRET_KEY is refused by Stripe')
    expect(String(refused)).not.toContain('sk_test_wrong')
  })

  test('given the lab, then nothing is asked; given a Stripe that does not answer, then the start goes on', async () => {
    await check('sk_test_wrong', false)
    await check('sk_test_right', true, 'http://127.0.0.1:9')
  })

  test('given a restricted key without rights that are needed, then STRIPE_SECRET_KEY is named with each of them', async () => {
    await withhold('charges', 'disputes')
    const refused = await check('sk_test_right').catch((error: unknown) => error)
    await withhold()
    expect(String(refused)).toContain(
      'STRIPE_SECRET_KEY lacks rights at Stripe: give the restricted key read on Charges, Disputes',
    )
  })

  test('given a restricted key that may not read balance transactions, then the start goes on and the log names the right', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    await withhold('balance_transactions')
    await check('sk_test_right', true, url, { logger })
    await withhold()
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      missingRights: ['Balance'],
      msg: expect.stringContaining('fees are not collected: give it read on Balance'),
    })
  })

  test('given any account, when it is called, then it is called in the pinned version of the API', async () => {
    const { lastResponse } = await openStripe(connection('sk_test_right')).paymentIntents.list({ limit: 1 })
    expect(lastResponse.apiVersion ?? stripeApiVersion).toBe(stripeApiVersion)
    expect(stripeApiVersion).toMatch(/^\d{4}-\d\d-\d\d\.\w+$/)
  })
})
