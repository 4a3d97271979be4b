import 'reflect-metadata'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { CheckoutMails } from '../modules/commerce/checkout-mails.ts'
import { OrderMails } from '../modules/commerce/order-mails.ts'
import { Reconciliations } from '../modules/commerce/reconciliations.ts'
import { report, withHouse } from './with-house.ts'

await report(() =>
  withHouse(async ({ container }) => {
    // What is recorded owes mails: their queues must be known here, though the running product does the work.
    for (const part of container.getAll(Lifecycle)) {
      if (part instanceof OrderMails || part instanceof CheckoutMails) await part.start()
    }
    const result = await container.get(Reconciliations).run()
    return {
      ok: result.error === null && result.differences.length === 0,
      json: { ok: result.error === null && result.differences.length === 0, ...result },
      lines: [
        `${result.intents} payments at Stripe and ${result.orders} orders in the log since ${result.since} compared.`,
        ...(result.foreign === 0 ? [] : [`${result.foreign} payments belong to other products.`]),
        ...(result.error === null ? [] : [`The comparison stopped: ${result.error}`]),
        result.differences.length === 0
          ? 'No difference.'
          : 'Differences, now recorded where Stripe is ahead:',
        ...result.differences.map(
          (one) => `  ${one.kind} ${one.intentId ?? '-'} order ${one.orderId ?? '-'}: ${one.detail}`,
        ),
      ],
    }
  }),
)
