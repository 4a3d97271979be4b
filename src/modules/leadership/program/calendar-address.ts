import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DerivedKey, Keys } from '#platform/kernel/keys.ts'

const idBytes = 16

/** Addresses of private calendars: the order's id and a signature over it. Nothing of them is stored but their round. */
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

  /** The order that a file name of such an address speaks of; null when it has another form. It proves nothing yet. */
  orderOf(file: string): string | null {
    const token = tokenOf(file)
    if (token === null) return null
    const hex = token.subarray(0, idBytes).toString('hex')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }

  /** Whether this is the file name of the order's address in this round. */
  holds(file: string, orderId: string, round: number): boolean {
    const given = tokenOf(file)?.subarray(idBytes)
    return (
      given !== undefined &&
      this.#keys.some((key) => {
        const expected = signatureOf(key, orderId, round)
        return given.length === expected.length && timingSafeEqual(given, expected)
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
