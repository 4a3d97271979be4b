import type { Call, CustomerActor } from '#platform/http/call.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { sendPdf } from '#platform/http/send-pdf.ts'
import { type OrderLists, orderNotFound } from '../orders/order-lists.ts'
import { forBuyers } from '../payments/stripe/provider-errors.ts'
import { downloadInvoice, downloadNote, downloadReceipt, readDocument } from './contract.ts'
import { saveInvoiceDetails } from './contract-invoice-details.ts'
import type { Downloads } from './downloads.ts'
import type { InvoiceDetailsOfOrders } from './invoice-details.ts'

export interface DocumentParts {
  lists: OrderLists
  downloads: Downloads
  details: InvoiceDetailsOfOrders
}

/** Buyers' documents, and what buyers add for the invoice. */
export function mountDocumentRoutes(api: ApiRouter, { lists, downloads, details }: DocumentParts): void {
  api.serve(saveInvoiceDetails, async ({ params, body }, call) => {
    const { row } = await lists.ofBuyerById(call.actor.userId, params.id)
    await details.save(row, body)
  })

  const download = async (orderId: string, kind: 'invoice' | 'receipt', call: Call<CustomerActor>) => {
    refuseForeignPage(call)
    await lists.ofBuyerById(call.actor.userId, orderId)
    return downloads.link(orderId, kind, call.actor.userId)
  }
  api.serve(downloadInvoice, ({ params }, call) => download(params.id, 'invoice', call))
  api.serve(downloadReceipt, ({ params }, call) => download(params.id, 'receipt', call))

  api.serve(downloadNote, async ({ params }, call) => {
    await lists.ofBuyerById(call.actor.userId, params.id)
    return downloads.noteLink(params.id, params.number, call.actor.userId)
  })

  api.serve(readDocument, async ({ params, query }, call) => {
    return sendPdf(call.res, await forBuyers(downloads.open(params.id, params.kind, query)))
  })
}

/** These calls queue a mail, so no other site may make a browser send them. */
function refuseForeignPage(call: Call<CustomerActor>): void {
  if (call.header('sec-fetch-site') === 'cross-site') throw orderNotFound()
}
