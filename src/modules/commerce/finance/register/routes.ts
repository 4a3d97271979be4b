import type { ApiRouter } from '#platform/http/routes.ts'
import { printedNumber } from '../../domain/document-names.ts'
import type { TaxIdChecks } from '../../tax/tax-id-checks.ts'
import { spanOf } from '../books/period.ts'
import { pathOfDocument } from '../search/order-evidence.ts'
import type { OrderReadings } from '../search/order-readings.ts'
import { financeDocuments } from './contract.ts'
import { settleTaxId, taxFigures } from './contract-tax.ts'
import type { DocumentRegister, Registered } from './document-register.ts'
import type { TaxFigures } from './tax-figures.ts'

/** The register of documents; viewers read it without persons and PDFs. */
export function mountRegisterRoutes(
  api: ApiRouter,
  {
    register,
    readings,
    taxIds,
    figures,
  }: { register: DocumentRegister; readings: OrderReadings; taxIds: TaxIdChecks; figures: TaxFigures },
): void {
  api.serve(taxFigures, async ({ query }, call) => ({
    lines: await figures.lines(spanOf(query, 'UTC')),
    invalidIds: (await readings.seesPeople(call.actor)) ? await taxIds.invalid() : [],
  }))
  api.serve(settleTaxId, ({ params }, call) => taxIds.settle(params.id, call.actor.username))
  api.serve(financeDocuments, async ({ query }, call) => {
    const { q, kind, page, pageSize } = query
    const seesPeople = await readings.seesPeople(call.actor)
    const { documents, sums } = await register.find({ q, kind, ...spanOf(query, 'UTC') }, page, pageSize)
    return {
      documents: documents.map((document) => documentView(document, seesPeople)),
      total: sums.reduce((sum, { documents: count }) => sum + count, 0),
      page,
      pageSize,
      sums,
    }
  })
}

function documentView(document: Registered, seesPeople: boolean) {
  const { kind, orderId, refundId, buyer, isDeleted } = document
  const isOpen = seesPeople && !isDeleted
  return {
    ...document,
    number: printedNumber(kind, document),
    customer: seesPeople ? (buyer?.name ?? null) : null,
    company: seesPeople ? (buyer?.company ?? null) : null,
    path: isOpen ? pathOfDocument(orderId, { kind, refundId }) : null,
    receiptPath: isOpen && kind === 'invoice' ? pathOfDocument(orderId, { kind: 'receipt', refundId }) : null,
  }
}
