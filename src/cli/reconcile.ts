import 'reflect-metadata'
import { Reconciliations } from '../modules/commerce/reconciliations.ts'
import { report, withHouse } from './with-house.ts'

await report(() =>
  withHouse(async ({ container }) => {
    const result = await container.get(Reconciliations).run()
    return {
      ok: result.error === null && result.differences.length === 0,
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
