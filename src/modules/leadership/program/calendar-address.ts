import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DerivedKey, Keys } from '#platform/kernel/keys.ts'

const idBytes = 16

/** Addresses of private calendars: the order's id with a signature. Only their round is stored. */
export class CalendarAddresses {
  readonly #keys: DerivedKey
  readonly #publicUrl: string

  constructor(keys: Keys, publicUrl: string) {
    this.#keys = keys.derive('program-calendar')
    this.#publicUrl = publicUrl
  }

  of(orderId: string, round: number): string {
    const token = Buffer.concat([idOf(orderId), signatureOf(this.#keys[0], orderId, round)])
    return `${this.#publicUrl}/calendar/${token.toString('base64url')}.ics`
  }

  /** The order id in the file name of a calendar; null for another format. The signature is not checked. */
  orderOf(file: string): string | null {
    const token = tokenOf(file)
    if (token === null) return null
    const hex = token.subarray(0, idBytes).toString('hex')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }

  /** Whether the file name has a valid signature for the order and round. */
  isValid(file: string, orderId: string, round: number): boolean {
    const signature = tokenOf(file)?.subarray(idBytes)
    return (
      signature !== undefined &&
      this.#keys.some((key) => {
        const expected = signatureOf(key, orderId, round)
        return signature.length === expected.length && timingSafeEqual(signature, expected)
      })
    )
  }
}

const idOf = (orderId: string): Buffer => Buffer.from(orderId.replaceAll('-', ''), 'hex')

function tokenOf(file: string): Buffer | null {
  const text = /^([\w-]{64})\.ics$/.exec(file)?.[1]
  return text === undefined ? null : Buffer.from(text, 'base64url')
}

const signatureOf = (key: Buffer, orderId: string, round: number): Buffer =>
  createHmac('sha256', key).update(`${orderId.toLowerCase()}:${round}`).digest()
