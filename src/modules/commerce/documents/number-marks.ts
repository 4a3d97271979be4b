import { setTimeout as sleep } from 'node:timers/promises'
import type { Keys } from '#platform/kernel/keys.ts'
import type { Documents } from '#platform/storage/documents.ts'
import type { NumberedKind } from './document-names.ts'

/** Nobody waits longer for a store that does not answer. */
const patienceMs = 1_000
const plainText = 'text/plain'

/** What a number was given out for: an order, or one refund of it. */
export interface Numbered {
  kind: NumberedKind
  orderId: string
  refundId: string | null
}

/**
 * Which number was printed for what, kept where the documents are: outside the database. After a restore from a
 * backup the database has forgotten numbers that buyers hold on paper; these marks have not. The marks outlive the
 * documents: a number is never printed for two things. Installations that share a store have marks of their own.
 */
export class NumberMarks {
  readonly #documents: Documents
  readonly #folder: string

  constructor(documents: Documents, keys: Keys) {
    this.#documents = documents
    this.#folder = `numbers/${keys.derive('numbers of documents').toString('hex').slice(0, 16)}`
  }

  /** Called before the document that carries the number is handed to anybody. */
  async mark(what: Numbered, number: number): Promise<void> {
    await this.#documents.put(this.#numberKey(what.kind, number), Buffer.from(subjectOf(what)), plainText)
    await this.#documents.put(this.#subjectKey(what), Buffer.from(String(number)), plainText)
  }

  /** The number that was printed for this before; null when there is none, or the store does not answer. */
  async numberOf(what: Numbered): Promise<number | null> {
    const number = Number(await this.#read(this.#subjectKey(what)))
    return Number.isSafeInteger(number) && number > 0 ? number : null
  }

  /** True when the number was printed for something else. False when the store does not answer: money is recorded all the same. */
  async isHeldByAnother(what: Numbered, number: number): Promise<boolean> {
    const holder = await this.#read(this.#numberKey(what.kind, number))
    return holder !== null && holder !== subjectOf(what)
  }

  async #read(key: string): Promise<string | null> {
    const asked = this.#documents.get(key).catch(() => null)
    const bytes = await Promise.race([asked, sleep(patienceMs, null, { ref: false })])
    return bytes?.toString('utf8') ?? null
  }

  #numberKey(kind: NumberedKind, number: number): string {
    return `${this.#folder}/${kind}/${number}`
  }

  #subjectKey(what: Numbered): string {
    return `${this.#folder}/of/${subjectOf(what)}`
  }
}

const subjectOf = ({ kind, orderId, refundId }: Numbered): string =>
  refundId === null ? `${orderId}/${kind}` : `${orderId}/${kind}/${refundId}`
