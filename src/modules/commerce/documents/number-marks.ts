import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Keys } from '#platform/kernel/keys.ts'
import type { Documents } from '#platform/storage/documents.ts'
import { digestOf } from './document-digest.ts'
import type { DocumentNumber, NumberedKind } from './document-names.ts'

/** Nobody waits longer for a store that does not answer. */
const patienceMs = 1_000
const plainText = 'text/plain'

/** What a number was given out for: an order, or one refund of it. */
export interface Numbered {
  kind: NumberedKind
  orderId: string
  refundId: string | null
}

/** The number, and which document, was printed before; the digest is null when no seal of ours proves it. */
export interface PrintedBefore extends DocumentNumber {
  pdfDigest: string | null
}

/**
 * Which number was printed for what, kept where the documents are: outside the database. After a restore from a
 * backup the database has forgotten numbers that buyers hold on paper; these marks have not. The marks outlive the
 * documents: a number is never printed for two things. Installations that share a store have marks of their own.
 */
export class NumberMarks {
  readonly #documents: Documents
  readonly #folder: string
  readonly #key: Buffer

  constructor(documents: Documents, keys: Keys) {
    this.#documents = documents
    this.#key = keys.derive('documents that were printed')
    this.#folder = `numbers/${keys.derive('numbers of documents').toString('hex').slice(0, 16)}`
  }

  /** Called before the document that carries the number is handed to anybody. */
  async mark(what: Numbered, number: DocumentNumber, pdfDigest: string | null): Promise<void> {
    await this.#documents.put(this.#numberKey(what.kind, number), Buffer.from(subjectOf(what)), plainText)
    const said = pdfDigest === null ? '' : ` ${pdfDigest} ${this.#seal(what, number, pdfDigest)}`
    await this.#documents.put(this.#subjectKey(what), Buffer.from(textOf(number) + said), plainText)
  }

  /** The number that was printed for this before; null when there is none, or the store does not answer. */
  async numberOf(what: Numbered): Promise<PrintedBefore | null> {
    const text = (await this.#read(this.#subjectKey(what)))?.toString('utf8') ?? ''
    const [, year, digits, pdfDigest = '', seal] =
      /^(?:(\d{4})-)?([1-9]\d{0,8})(?: ([0-9a-f]{64}) ([0-9a-f]{64}))?$/.exec(text) ?? []
    if (digits === undefined) return null
    const number = { number: Number(digits), year: year === undefined ? null : Number(year) }
    return { ...number, pdfDigest: seal === this.#seal(what, number, pdfDigest) ? pdfDigest : null }
  }

  /** True when the store holds a document with this digest under the key. */
  async isStored(key: string, pdfDigest: string): Promise<boolean> {
    const bytes = await this.#read(key)
    return bytes !== null && digestOf(bytes) === pdfDigest
  }

  /** True when the number was printed for something else. False when the store does not answer: money is recorded all the same. */
  async isHeldByAnother(what: Numbered, number: DocumentNumber): Promise<boolean> {
    const holder = await this.#read(this.#numberKey(what.kind, number))
    return holder !== null && holder.toString('utf8') !== subjectOf(what)
  }

  async #read(key: string): Promise<Buffer | null> {
    const asked = this.#documents.get(key).catch(() => null)
    return Promise.race([asked, sleep(patienceMs, null, { ref: false })])
  }

  /** Only this installation can say which document it printed: whoever writes to the store cannot. */
  #seal(what: Numbered, number: DocumentNumber, pdfDigest: string): string {
    const said = `${subjectOf(what)} ${textOf(number)} ${pdfDigest}`
    return createHmac('sha256', this.#key).update(said).digest('hex')
  }

  #numberKey(kind: NumberedKind, number: DocumentNumber): string {
    return `${this.#folder}/${kind}/${textOf(number)}`
  }

  #subjectKey(what: Numbered): string {
    return `${this.#folder}/of/${subjectOf(what)}`
  }
}

/** `7`, or `2026-7` for a number of a year. */
const textOf = ({ number, year }: DocumentNumber): string =>
  year === null ? String(number) : `${year}-${number}`

const subjectOf = ({ kind, orderId, refundId }: Numbered): string =>
  refundId === null ? `${orderId}/${kind}` : `${orderId}/${kind}/${refundId}`
