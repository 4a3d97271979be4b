import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { Amount, answer, Done, Moment, priced } from '#platform/contract/wire.ts'
import { plain } from '#platform/kernel/plain.ts'
import { guessedCodes } from '../contract.ts'

const reading = { staff: ['finance', 'viewer'] } as const
/** The role that changes settings: the owner decides on prices. */
const changing = { staff: ['owner'] } as const

/** Seats of one order. */
export const Seats = z
  .number('must be a number of seats')
  .int('must be a whole number of seats')
  .min(1, 'must be at least 1')
  .max(500, 'must be at most 500; write to us for more')
/** As people type it. */
export const CouponCode = z.string().trim().max(40, 'must have at most 40 characters')

/** What seats cost, and why. */
export const PriceView = priced(
  z.object({
    seats: z.number().int(),
    unitPrice: Amount,
    /** Before any discount. */
    listPrice: Amount,
    discounts: z.array(z.object({ reason: z.string(), amount: Amount })),
    total: Amount,
    currency: z.string(),
  }),
)
export type PriceView = z.output<typeof PriceView>

const VolumeStep = z.object({ from: z.number().int(), percent: z.number().int() })

export const previewPrice = endpoint({
  method: 'POST',
  path: '/api/prices/preview',
  summary: 'What so many seats cost now, with the reasons; nothing is kept',
  access: 'public',
  limit: { points: 60, seconds: 60, ...guessedCodes },
  body: z.object({
    productId: InputId,
    seats: Seats,
    cohortId: InputId.nullable().default(null),
    couponCode: CouponCode.nullable().default(null),
  }),
  response: answer({ price: PriceView, steps: z.array(VolumeStep) }),
})

export const letter = endpoint({
  method: 'POST',
  path: '/api/prices/letter',
  summary: 'A letter that asks an employer to pay for so many seats; nothing is kept',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  body: z.object({
    productId: InputId,
    seats: Seats,
    /** As for the report of a calculation. */
    report: z.record(z.string().max(40), z.unknown()).nullable(),
    as: z.enum(['text', 'pdf']),
  }),
  response: 'stream',
})

const Coupon = priced(
  z.object({
    id: z.uuid(),
    code: z.string(),
    /** 1 to 100; null for an amount. */
    percent: z.number().int().nullable(),
    amount: Amount.nullable(),
    currency: z.string().nullable(),
    productId: z.uuid().nullable(),
    cohortId: z.uuid().nullable(),
    validUntil: Moment.nullable(),
    maxUses: z.number().int().nullable(),
    /** Most seats of one order. */
    maxSeats: z.number().int().nullable(),
    /** Orders that use it now. */
    uses: z.number().int(),
    definedAt: Moment,
    endedAt: Moment.nullable(),
  }),
)
export type CouponView = z.output<typeof Coupon>

export const listPrices = endpoint({
  method: 'GET',
  path: '/api/admin/prices',
  summary: 'The volume steps and the coupons, with how many orders have each',
  access: reading,
  response: answer({
    steps: z.array(VolumeStep.extend({ uses: z.number().int() })),
    coupons: z.array(Coupon),
  }),
})

export const defineCoupon = endpoint({
  method: 'POST',
  path: '/api/admin/prices/coupons',
  summary: 'Define a coupon; a repeat with the same id changes nothing',
  access: changing,
  body: z
    .object({
      id: InputId,
      code: z
        .string()
        .overwrite(plain)
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9][A-Z0-9-]{5,31}$/, 'must have 6 to 32 letters, digits and dashes'),
      percent: z.number().int().min(1).max(100).nullable(),
      amount: z
        .string()
        .regex(/^\d{1,9}(\.\d{1,3})?$/, 'must be an amount such as 250.00')
        .nullable(),
      productId: InputId.nullable(),
      cohortId: InputId.nullable(),
      validUntil: z.iso.datetime().nullable(),
      maxUses: z.number().int().min(1).max(1_000_000).nullable(),
      maxSeats: z.number().int().min(1).max(500).nullable().default(null),
    })
    .refine(({ percent, amount }) => (percent === null) !== (amount === null), {
      path: ['percent'],
      message: 'must be given, or an amount, and not both',
    }),
  response: Done,
})

export const endCoupon = endpoint({
  method: 'POST',
  path: '/api/admin/prices/coupons/:id/end',
  summary: 'End a coupon; orders that use it keep their price',
  access: changing,
  params: z.object({ id: InputId }),
  response: Done,
})

/** An order that has a discount, or had it. */
const DiscountUse = priced(
  z.object({
    orderId: z.uuid(),
    amount: Amount,
    currency: z.string(),
    takenAt: Moment,
    releasedAt: Moment.nullable(),
    /** Why it came back; null while the order has it. */
    reason: z.enum(['cancelled', 'refunded', 'quote-ended']).nullable(),
  }),
)
export type DiscountUse = z.output<typeof DiscountUse>

export const listDiscountUses = endpoint({
  method: 'GET',
  path: '/api/admin/prices/uses',
  summary: 'The orders with a discount, newest first, at most 500; also those that gave it back',
  access: reading,
  query: z.object({ kind: z.enum(['volume', 'coupon']), id: z.string().max(64) }),
  response: answer({ uses: z.array(DiscountUse) }),
})
