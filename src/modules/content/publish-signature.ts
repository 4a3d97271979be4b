import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#platform/kernel/error.ts'

/** `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA256 over `<seconds>.<body>`, as Stripe signs. */
export const signatureHeader = 'x-content-signature'

/** Milliseconds allowed for the difference of the two clocks and the time of the transfer. */
export const signatureLivesMs = 5 * 60_000

/** The parts of a valid signature header. */
export interface Signed {
  /** Different for every publish: a second request with the same one is a repeat. */
  signature: string
  at: Date
}

export function signatureOf(secret: string, body: Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${digestOf(secret, seconds, body)}`
}

/** @throws AppError forbidden BAD_SIGNATURE or SIGNATURE_EXPIRED */
export function demandSignature(
  secret: string | undefined,
  { body, header, now }: { body: Buffer; header: string | undefined; now: Date },
): Signed {
  const [, time = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  const given = Buffer.from(signature)
  const expected = Buffer.from(secret === undefined ? '' : digestOf(secret, Number(time), body))
  if (secret === undefined || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError(
      'forbidden',
      'BAD_SIGNATURE',
      'The published content is not signed with the shared secret.',
    )
  const at = new Date(Number(time) * 1000)
  if (Math.abs(now.getTime() - at.getTime()) > signatureLivesMs)
    throw new AppError(
      'forbidden',
      'SIGNATURE_EXPIRED',
      `The publish was signed at ${at.toISOString()}, more than 5 minutes from now (${now.toISOString()}). Publish again; if that does not help, set the clock of both machines.`,
    )
  return { signature, at }
}

const digestOf = (secret: string, seconds: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
