import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DerivedKey } from '#platform/kernel/keys.ts'

const idBytes = 16

/**
 * Addresses that are their own permission: the order's id with a signature, such as `/calendar/….ics` and `/hours/….pdf`. A new round
 * ends the addresses of earlier ones; only the round is stored.
 */
export class PrivateAddresses {
  readonly #keys: DerivedKey
  readonly #publicUrl: string
  readonly #folder: string
  readonly #ending: string

  constructor(keys: DerivedKey, publicUrl: string, folder: 'calendar' | 'hours', ending: 'ics' | 'pdf') {
    this.#keys = keys
    this.#publicUrl = publicUrl
    this.#folder = folder
    this.#ending = ending
  }

  of(orderId: string, round: number): string {
    const token = Buffer.concat([idOf(orderId), signatureOf(this.#keys[0], orderId, round)])
    return `${this.#publicUrl}/${this.#folder}/${token.toString('base64url')}.${this.#ending}`
  }

  /** The order id in a file name; null for another format. The signature is not checked. */
  orderOf(file: string): string | null {
    const token = this.#tokenOf(file)
    if (token === null) return null
    const hex = token.subarray(0, idBytes).toString('hex')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }

  /** Whether the file name has a valid signature for the order and round. */
  isValid(file: string, orderId: string, round: number): boolean {
    const signature = this.#tokenOf(file)?.subarray(idBytes)
    return (
      signature !== undefined &&
      this.#keys.some((key) => {
        const expected = signatureOf(key, orderId, round)
        return signature.length === expected.length && timingSafeEqual(signature, expected)
      })
    )
  }

  #tokenOf(file: string): Buffer | null {
    const [, text, ending] = /^([\w-]{64})\.(ics|pdf)$/.exec(file) ?? []
    return text === undefined || ending !== this.#ending ? null : Buffer.from(text, 'base64url')
  }
}

const idOf = (orderId: string): Buffer => Buffer.from(orderId.replaceAll('-', ''), 'hex')

const signatureOf = (key: Buffer, orderId: string, round: number): Buffer =>
  createHmac('sha256', key).update(`${orderId.toLowerCase()}:${round}`).digest()
