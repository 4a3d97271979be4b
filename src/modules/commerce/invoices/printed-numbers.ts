import { createHash, createHmac } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { DerivedKey, Keys } from '#platform/kernel/keys.ts'
import { seal, unseal } from '#platform/kernel/seal.ts'
import { withTimeout } from '#platform/kernel/with-timeout.ts'
import type { Documents } from '#platform/storage/documents.ts'
import {
  type DocumentNumber,
  type NumberedKind,
  numberedKinds,
  withoutYear,
} from '../domain/document-names.ts'
import { type PlacedBefore, placedBefore } from '../domain/lost-order.ts'
import type { Order } from '../domain/order.ts'
import { documentTables } from './tables.ts'

/** Limits how long a store that does not answer delays an invoice. */
const timeoutMs = 1_000
const plainText = 'text/plain'

/** The subject of a number: an order, or one refund of it. */
export interface Numbered {
  kind: NumberedKind
  orderId: string
  refundId: string | null
}

/** A number that was printed before, and the digest of its document; null without a valid signature of this installation. */
export interface PrintedBefore extends DocumentNumber {
  pdfDigest: string | null
}

/**
 * Records which number was printed for which subject, in the store of documents, outside the database. After a restore
 * from a backup the database has lost numbers that buyers have received; these records have them. They are kept longer than the
 * documents, so that a number is never printed for two subjects. Installations that share a store have separate records;
 * those under an earlier secret are read while it is configured.
 */
export class PrintedNumbers {
  readonly #documents: Documents
  readonly #clock: Pick<Clock, 'after'>
  readonly #folders: readonly [string, ...string[]]
  readonly #keys: DerivedKey
  readonly #seals: DerivedKey

  constructor(documents: Documents, keys: Keys, clock: Pick<Clock, 'after'>) {
    this.#documents = documents
    this.#clock = clock
    this.#keys = keys.derive('documents that were printed')
    this.#seals = keys.derive('orders that were printed')
    const [newest, ...earlier] = keys.derive('numbers of documents')
    this.#folders = [folderOf(newest), ...earlier.map(folderOf)]
  }

  /** Called before the document with the number is handed out. @param order the order of an invoice, sealed with its number */
  async mark(
    what: Numbered,
    number: DocumentNumber,
    pdfDigest: string | null,
    order: Order | null = null,
  ): Promise<void> {
    const [folder] = this.#folders
    await this.#documents.put(numberPath(folder, what, number), Buffer.from(subjectOf(what)), plainText)
    const proof =
      pdfDigest === null ? '' : ` ${pdfDigest} ${signatureOf(this.#keys[0], what, number, pdfDigest)}`
    const before = order === null ? null : placedBefore(order)
    // With the id, so that the seal of one order is not that of another.
    const json = Buffer.from(JSON.stringify({ orderId: what.orderId, ...before }))
    const sealed = before === null ? '' : `\n${seal(this.#seals[0], json).toString('base64url')}`
    const text = textOf(number) + proof + sealed
    await this.#documents.put(subjectPath(folder, what), Buffer.from(text), plainText)
  }

  /** The number that was printed for this before; null when there is none, or the store does not answer. */
  async numberOf(what: Numbered): Promise<PrintedBefore | null> {
    const [text = ''] = await this.#linesOf(what)
    const [, year, digits, pdfDigest = '', signature] =
      /^(?:(\d{4})-)?([1-9]\d{0,8})(?: ([0-9a-f]{64}) ([0-9a-f]{64}))?$/.exec(text) ?? []
    if (digits === undefined) return null
    const number = { number: Number(digits), year: year === undefined ? null : Number(year) }
    const isOurs = this.#keys.some((key) => signature === signatureOf(key, what, number, pdfDigest))
    return { ...number, pdfDigest: isOurs ? pdfDigest : null }
  }

  /** How the order of a printed invoice was placed; null without a mark that this installation has sealed. */
  async orderOf(orderId: string): Promise<PlacedBefore | null> {
    const [, text = ''] = await this.#linesOf({ kind: 'invoice', orderId, refundId: null })
    const sealed = Buffer.from(text, 'base64url')
    const opened = this.#seals.map((key) => unseal(key, sealed)).find((each) => each !== null)
    if (!opened) return null
    const { orderId: sealedId, ...before } = JSON.parse(opened.toString('utf8')) as PlacedBefore & {
      orderId: string
    }
    return sealedId === orderId ? before : null
  }

  /** The subject for which a number was printed; null without a mark. */
  async subjectOf(kind: NumberedKind, number: DocumentNumber): Promise<Numbered | null> {
    const paths = this.#folders.map((folder) => `${folder}/${kind}/${textOf(number)}`)
    const found = await Promise.all(paths.map((path) => this.#read(path)))
    const [orderId, , refundId = null] =
      found
        .find((bytes) => bytes !== null)
        ?.toString('utf8')
        .split('/') ?? []
    return orderId === undefined ? null : { kind, orderId, refundId }
  }

  /** The copy of a document with this digest; null when there is none, or the store does not answer. */
  async copyOf(key: string, pdfDigest: string): Promise<Buffer | null> {
    const bytes = await this.#read(key)
    return bytes !== null && digestOf(bytes) === pdfDigest ? bytes : null
  }

  /** True when the number was printed for another subject. False when the store does not answer, as this must not stop the recording of money. */
  async isHeldByAnother(what: Numbered, number: DocumentNumber): Promise<boolean> {
    const holders = await Promise.all(
      this.#folders.map((folder) => this.#read(numberPath(folder, what, number))),
    )
    return holders.some((holder) => holder !== null && holder.toString('utf8') !== subjectOf(what))
  }

  async #linesOf(what: Numbered): Promise<string[]> {
    const found = await Promise.all(this.#folders.map((folder) => this.#read(subjectPath(folder, what))))
    return (
      found
        .find((bytes) => bytes !== null)
        ?.toString('utf8')
        .split('\n') ?? []
    )
  }

  async #read(key: string): Promise<Buffer | null> {
    const read = this.#documents.get(key).catch(() => null)
    return withTimeout(read, timeoutMs, () => null, this.#clock)
  }
}

/** SHA-256 of a document's bytes, hex: `IssuedDocument.pdfDigest`. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Proves that this installation printed the document: write access to the store alone cannot forge it. */
function signatureOf(key: Buffer, what: Numbered, number: DocumentNumber, pdfDigest: string): string {
  const message = `${subjectOf(what)} ${textOf(number)} ${pdfDigest}`
  return createHmac('sha256', key).update(message).digest('hex')
}

const folderOf = (key: Buffer): string => `numbers/${key.toString('hex').slice(0, 16)}`

const numberPath = (folder: string, { kind }: Numbered, number: DocumentNumber): string =>
  `${folder}/${kind}/${textOf(number)}`

const subjectPath = (folder: string, what: Numbered): string => `${folder}/of/${subjectOf(what)}`

/** `7`, or `2026-7` for a number of a year. */
const textOf = ({ number, year }: DocumentNumber): string =>
  year === null ? String(number) : `${year}-${number}`

/** The path of an order's first invoice is a file, so those that replace it are in a folder of their own. */
const subjectOf = ({ kind, orderId, refundId }: Numbered): string =>
  refundId === null
    ? `${orderId}/${kind}`
    : `${orderId}/${kind === 'invoice' ? 'invoices' : kind}/${refundId}`

/** A number that was printed, and that the database does not know. */
export interface LostNumber extends DocumentNumber {
  kind: NumberedKind
  subject: Numbered
}

/** Numbers after the highest known one that are looked at: so many documents may be in a row whose marks could not be stored. */
const mostUnmarked = 50

/** Numbers that a restored database has lost, found by their marks beside the documents. */
export class LostNumbers {
  readonly #database: Database
  readonly #printed: PrintedNumbers
  readonly #clock: Clock

  constructor(database: Database, printed: PrintedNumbers, clock: Clock) {
    this.#database = database
    this.#printed = printed
    this.#clock = clock
  }

  /** In the order of their numbers. */
  async find(): Promise<LostNumber[]> {
    const rows = await documentTables(this.#database.sql)
      .selectFrom('commerce_invoice')
      .select(['kind', 'year', 'number'])
      .execute()
    const known = new Set(rows.map(({ kind, year, number }) => `${kind} ${year} ${number}`))
    const years = new Set([...rows.map(({ year }) => year), withoutYear, this.#clock.now().getUTCFullYear()])
    const lost: LostNumber[] = []
    for (const kind of numberedKinds)
      for (const year of years) {
        const highest = rows.reduce(
          (most, row) => (row.kind === kind && row.year === year ? Math.max(most, row.number) : most),
          0,
        )
        for (let number = 1, unmarked = 0; number <= highest || unmarked < mostUnmarked; number += 1) {
          if (known.has(`${kind} ${year} ${number}`)) continue
          const printed = { number, year: year === withoutYear ? null : year }
          const subject = await this.#printed.subjectOf(kind, printed)
          if (subject !== null) lost.push({ kind, ...printed, subject })
          unmarked = subject === null && number > highest ? unmarked + 1 : 0
        }
      }
    return lost
  }
}
