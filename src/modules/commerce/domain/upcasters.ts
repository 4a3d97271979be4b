type Data = Record<string, unknown>

/** Turns the data of one version of an event type into the data of the next version. Pure. */
type Upcaster = (data: Data) => Data

/**
 * Upcasters by event type: the first of a list reads version 1 and returns version 2, and so on. A type whose shape
 * has never changed has no entry.
 */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>

export const upcasters: Upcasters = {
  // Version 1 knew one person who buys one product.
  OrderPlaced: [asOneLine],
  PaymentRequested: [(data) => ({ ...data, amount: null })],
  // Version 2 has the dates of Stripe's clock; an event of version 1 does not have them.
  PaymentIntentObserved: [
    (data) => ({ ...data, paidAt: null }),
    // Version 3 says whether a payment waits for micro-deposits.
    (data) => ({ ...data, awaiting: null }),
    // Version 4 says whether the money of a payment comes by bank transfer.
    (data) => ({ ...data, method: null }),
  ],
  // Version 2 has the reason.
  TransferRefunded: [(data) => ({ ...data, reason: null })],
  RefundObserved: [(data) => ({ ...data, createdAt: null, failedAt: null })],
  DisputeObserved: [(data) => ({ ...data, createdAt: null, withdrawnAt: null, reinstatedAt: null })],
  // Version 3 says how an invoice that is issued before the payment is to be paid.
  InvoiceIssued: [withUnknownContents, (data) => ({ ...data, payment: null })],
  CreditNoteIssued: [withUnknownContents],
  DebitNoteIssued: [withUnknownContents],
}

function asOneLine({ productId, productName, unitPrice, ...rest }: Data): Data {
  const product = { line: 1, productId, productName, cohortId: null, quantity: 1 }
  return { ...rest, organizationId: null, lines: [{ ...product, unitPrice, discounts: [] }] }
}

/** Version 1 of a numbered document said its number and amount only. */
function withUnknownContents(data: Data): Data {
  return { ...data, year: null, printed: null, buyerDigest: null, pdfDigest: null }
}

/** The version in which a type is written today: one more than it has upcasters. */
export function currentVersion(type: string, known: Upcasters = upcasters): number {
  return 1 + (known[type]?.length ?? 0)
}

/**
 * Stored data in the shape of today's version.
 * @throws RangeError for a version that this release does not know.
 */
export function upcastData(
  stored: { type: string; schemaVersion: number; data: object },
  known: Upcasters = upcasters,
): Data {
  const { type, schemaVersion, data } = stored
  const current = currentVersion(type, known)
  if (!Number.isInteger(schemaVersion) || schemaVersion < 1 || schemaVersion > current) {
    throw new RangeError(`${type} version ${schemaVersion} cannot be read; this release knows ${current}`)
  }
  const steps = known[type]?.slice(schemaVersion - 1) ?? []
  return steps.reduce<Data>((shape, upcaster) => upcaster(shape), data as Data)
}
