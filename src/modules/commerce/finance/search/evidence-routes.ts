import type { ApiRouter } from '#platform/http/routes.ts'
import { sendPdf } from '#platform/http/send-pdf.ts'
import type { OrderLists } from '../../orders/order-lists.ts'
import type { Orders } from '../../orders/orders.ts'
import { orderDocument, orderEvidence, orderReadings } from './contract-evidence.ts'
import { type OrderEvidence, pathOfDocument } from './order-evidence.ts'
import type { OrderReadings } from './order-readings.ts'
import { inboxView } from './views.ts'

export interface EvidenceParts {
  readings: OrderReadings
  evidence: OrderEvidence
  lists: OrderLists
  orders: Orders
}

/** The evidence of an order, its PDFs, and the list of its readers. */
export function mountEvidenceRoutes(
  api: ApiRouter,
  { readings, evidence, lists, orders }: EvidenceParts,
): void {
  api.serve(orderEvidence, async ({ params }, call) => {
    const { order } = await lists.load(params.id)
    await readings.note(call.actor, 'evidence', params.id)
    const [tax, mails, webhooks, history] = await Promise.all([
      evidence.tax(order),
      evidence.mails(params.id),
      evidence.webhooks(order),
      orders.history(params.id),
    ])
    return {
      tax,
      documents: evidence.documents(order).map((document) => ({
        kind: document.kind,
        number: document.number,
        path: pathOfDocument(params.id, document),
      })),
      mails,
      webhooks: webhooks.map((row) => inboxView(row, true)),
      requests: evidence.requests(history),
    }
  })

  api.serve(orderDocument, async ({ params, query }, call) => {
    await lists.load(params.id)
    const { bytes, filename } = await evidence.document(params.id, params.kind, query.refundId)
    await readings.note(call.actor, 'document', params.id)
    return sendPdf(call.res, { bytes, filename, disposition: 'attachment' })
  })

  api.serve(orderReadings, async ({ query }) => ({
    readings: await readings.list(query.orderId ?? null, query.limit),
  }))
}
