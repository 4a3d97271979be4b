import { createHmac, randomBytes } from 'node:crypto'
import { type Customer, knownAccounts } from '#modules/identity/index.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { DerivedTable } from '#platform/event-log/derived-tables.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { type OrderTables, orderTables } from './tables.ts'

/** What a buyer may add for the invoice; every field null until it is said. */
export interface InvoiceDetails {
  company: string | null
  addressLine1: string | null
  addressLine2: string | null
  postalCode: string | null
  city: string | null
  region: string | null
  country: string | null
  /** Printed as given. */
  taxId: string | null
}

/** Whom a document is for, as of the order. */
export interface Buyer extends InvoiceDetails {
  firstName: string
  lastName: string
  email: string
  /** The payer's own number of the purchase order; null when it named none. */
  reference: string | null
}

/** What can be corrected once an invoice is issued. */
export type BuyerDetails = Omit<Buyer, 'email'>

/** A buyer as stored, with what holds the row to the documents that print it. */
export interface StoredBuyer {
  buyer: Buyer
  /** `IssuedDocument.buyerDigest` of this buyer. */
  digest: string
  /** Counts the changes of the row. */
  revision: number
  /** Keys the digest. */
  salt: Buffer
  /** The account that placed an order of a company is erased: the row no longer shows to whom earlier documents were issued. */
  isErased: boolean
}

/** Column and property of everything that the digest covers, in its order. Another order would be another digest. */
const digested = [
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['email', 'email'],
  ['company', 'company'],
  ['address_line1', 'addressLine1'],
  ['address_line2', 'addressLine2'],
  ['postal_code', 'postalCode'],
  ['city', 'city'],
  ['region', 'region'],
  ['country', 'country'],
  ['tax_id', 'taxId'],
] as const satisfies readonly (readonly [keyof OrderTables['commerce_order_customer'], keyof Buyer])[]

/** The buyers of these orders, as of each order; an erased buyer is not among them. */
export async function buyersOf(sql: Sql, orderIds: readonly string[]): Promise<Map<string, StoredBuyer>> {
  const rows = await orderTables(sql)
    .selectFrom('commerce_order_customer')
    .select(['order_id', 'user_id', 'salt', 'revision', 'reference', ...digested.map(([column]) => column)])
    .where(({ eb, fn, val }) => eb('order_id', '=', fn.any(val(orderIds))))
    .execute()
  return new Map(
    rows.map(({ order_id, user_id, salt, revision, reference, ...row }) => {
      const said = Object.fromEntries(digested.map(([column, property]) => [property, row[column]]))
      const buyer = { ...said, reference } as unknown as Buyer
      return [order_id, { buyer, revision, salt, isErased: user_id === '', digest: digestOf(buyer, salt) }]
    }),
  )
}

export async function buyerOf(sql: Sql, orderId: string): Promise<StoredBuyer | null> {
  return (await buyersOf(sql, [orderId])).get(orderId) ?? null
}

/** Without the salt, which is deleted when the buyer is erased, names cannot be tried until one fits. */
function digestOf(buyer: Buyer, salt: Buffer): string {
  const reference = buyer.reference === null ? [] : [buyer.reference]
  const said = [...digested.map(([, property]) => buyer[property]), ...reference]
  return createHmac('sha256', salt).update(JSON.stringify(said)).digest('hex')
}

/** The buyer with other details, for an invoice that is issued again. */
export function correctedBuyer(stored: StoredBuyer, details: BuyerDetails): StoredBuyer {
  const buyer = { ...stored.buyer, ...details }
  return { ...stored, buyer, revision: stored.revision + 1, digest: digestOf(buyer, stored.salt) }
}

/** What the buyer added for the invoice; nothing for an erased buyer. */
export function invoiceDetailsOf(buyer: Partial<InvoiceDetails> | null): InvoiceDetails {
  return {
    company: buyer?.company ?? null,
    addressLine1: buyer?.addressLine1 ?? null,
    addressLine2: buyer?.addressLine2 ?? null,
    postalCode: buyer?.postalCode ?? null,
    city: buyer?.city ?? null,
    region: buyer?.region ?? null,
    country: buyer?.country ?? null,
    taxId: buyer?.taxId ?? null,
  }
}

/**
 * The payer of a company's order, and who placed it, beside the log. It is stored before the order, because the invoice
 * may be issued as the order is placed.
 */
export function companySnapshot(
  orderId: string,
  { id, firstName, lastName, email }: Customer,
  company: InvoiceDetails & { reference: string | null },
): Write {
  return writeOf(
    orderTables()
      .insertInto('commerce_order_customer')
      .values({
        order_id: orderId,
        user_id: id,
        first_name: firstName,
        last_name: lastName,
        email,
        company: company.company,
        address_line1: company.addressLine1,
        address_line2: company.addressLine2,
        postal_code: company.postalCode,
        city: company.city,
        region: company.region,
        country: company.country,
        tax_id: company.taxId,
        reference: company.reference,
      })
      .onConflict((conflict) => conflict.column('order_id').doNothing()),
  )
}

/** The buyer as of the order, beside the log. */
export function snapshotOf(orderId: string, buyer: Customer): Write {
  const { id, firstName, lastName, email, company } = buyer
  return writeOf(
    orderTables()
      .insertInto('commerce_order_customer')
      .values({
        order_id: orderId,
        user_id: id,
        first_name: firstName,
        last_name: lastName,
        email,
        company,
      })
      .onConflict((conflict) => conflict.column('order_id').doNothing()),
  )
}

/**
 * Nothing is kept of who placed these orders. The company that pays stays, as do its address and its number of the purchase order;
 * with another salt names cannot be tried until one fits an earlier digest.
 */
export async function forgetBuyer(sql: Sql, userId: string): Promise<void> {
  const tables = orderTables(sql)
  await tables
    .updateTable('commerce_order_customer as c')
    .from('commerce_order as o')
    .set({ user_id: '', first_name: '', last_name: '', email: '', salt: randomBytes(32) })
    .whereRef('o.id', '=', 'c.order_id')
    .where('o.organization_id', 'is not', null)
    .where('c.user_id', '=', userId)
    .execute()
  await tables.deleteFrom('commerce_order_customer').where('user_id', '=', userId).execute()
}

/** The buyer of an order that came to nothing; a parallel call with the same id may have placed it. */
export async function forgetUnplaced(sql: Sql, orderId: string): Promise<void> {
  await orderTables(sql)
    .deleteFrom('commerce_order_customer')
    .where('order_id', '=', orderId)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('commerce_order').select('id').where('id', '=', orderId))),
    )
    .execute()
}

/**
 * Commits with the invoice: from then on the row cannot be changed any more, by a check of the table. The check also
 * refuses the commit when the row has changed since `revision` was read (`commerce_order_customer_as_issued`).
 */
export function freezeBuyer(orderId: string, revision: number): Write {
  return writeOf(
    orderTables()
      .updateTable('commerce_order_customer')
      .set({ issued_revision: revision })
      .where('order_id', '=', orderId),
  )
}

/** The same with an invoice that is issued again, to another buyer than the first one; never to one who was erased meanwhile. */
export function freezeCorrected(orderId: string, { buyer, revision }: StoredBuyer): Write {
  const said = Object.fromEntries(digested.map(([column, property]) => [column, buyer[property]]))
  return writeOf(
    orderTables()
      .updateTable('commerce_order_customer')
      .set({ ...said, reference: buyer.reference, revision, issued_revision: revision })
      .where('order_id', '=', orderId)
      .where('user_id', '<>', ''),
  )
}

/** False when nothing was stored: the invoice is issued, or the buyer erased. */
export async function saveInvoiceDetails(
  sql: Sql,
  orderId: string,
  details: InvoiceDetails,
): Promise<boolean> {
  const saved = await orderTables(sql)
    .updateTable('commerce_order_customer')
    .set(({ eb }) => ({
      revision: eb('revision', '+', 1),
      company: details.company,
      address_line1: details.addressLine1,
      address_line2: details.addressLine2,
      postal_code: details.postalCode,
      city: details.city,
      region: details.region,
      country: details.country,
      tax_id: details.taxId,
    }))
    .where('order_id', '=', orderId)
    .where('issued_revision', 'is', null)
    .returning('order_id')
    .executeTakeFirst()
  return saved !== undefined
}

/**
 * Whose buyer each row is: that of the order. Only an account that is erased, or an invoice at the end of its term, has no
 * row, and no buyer in the row of a company's order. Names are compared with the digests of documents.
 */
export const buyersOfLog: DerivedTable = {
  name: 'commerce_order_customer',
  from: '(select order_id, user_id from commerce_order_customer where order_id in (select id from commerce_order)) x',
  key: ['order_id'],
  columns: ['order_id', 'user_id'],
  derivation: `select o.id as order_id,
      case when c.user_id = '' and o.organization_id is not null and a.id is null then '' else o.buyer_id end as user_id
    from commerce_order o left join commerce_order_customer c on c.order_id = o.id
      left join (${knownAccounts}) a on a.id = o.buyer_id
    where c.order_id is not null or (a.id is not null and not exists (select from commerce_document_deletion d
      join commerce_invoice i using (kind, year, number) where i.order_id = o.id and i.kind = 'invoice'))`,
}
