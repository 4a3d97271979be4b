import { z } from 'zod'
import { fromDecimal, toDecimal } from '../kernel/money.ts'

// In a contract `z.input` is what travels and `z.output` is what the code holds: requests are decoded, answers are encoded.
// The browser sees what travels only.

/** A moment: text on the wire, a `Date` in the code. */
export const Moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
})

const decimal = /^-?\d+(\.\d{2,3})?$/
/** An amount as JSON carries it, also in the code: a decimal string, `"2500.00"`, `"2500"` in JPY. */
export const AmountText = z.string().regex(decimal)
/** The same within a `priced` object, whose code holds minor units. */
export const Amount = z.string().regex(decimal).brand<'Amount'>()

/** The same shape with minor units for each amount. */
export type Minor<T> =
  T extends z.output<typeof Amount>
    ? number
    : T extends string | number | boolean | bigint | Date | null | undefined
      ? T
      : { [K in keyof T]: Minor<T[K]> }

/** What the code holds of an object with amounts: minor units, and their currency, also where it does not travel. */
type Held<Wire extends z.ZodObject> = Minor<z.output<Wire>> & { currency: string | null }

/**
 * An object with amounts of its `currency`: decimal strings on the wire, minor units in the code. The amounts may be within
 * objects, lists and records of it.
 */
export function priced<Wire extends z.ZodObject>(
  wire: Wire,
): z.ZodCodec<Wire, z.ZodType<Held<Wire>, Held<Wire>>> {
  const convert = amountsIn(wire) ?? ((value) => value)
  return z.codec(wire, z.custom<Held<Wire>>(), {
    decode: (sent) => convert(sent, (amount) => fromDecimal(amount as string, currencyOf(sent))) as never,
    encode(held, context) {
      try {
        return convert(held, (amount) => toDecimal(amount as number, currencyOf(held))) as never
      } catch (error) {
        context.issues.push({ code: 'custom', input: held, message: String(error) })
        return z.NEVER
      }
    },
  })
}

function currencyOf(object: unknown): string {
  const { currency } = object as { currency?: string | null }
  if (typeof currency !== 'string') throw new RangeError('an amount has no currency')
  return currency
}

type Convert = (value: unknown, change: (amount: unknown) => unknown) => unknown

/** What changes each amount in a value of this schema; null for a schema without amounts, and for an inner `priced`. */
function amountsIn(schema: z.core.$ZodType): Convert | null {
  if (schema === Amount) return (value, change) => change(value)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = amountsIn(schema.def.innerType)
    return (
      inner && ((value, change) => (value === null || value === undefined ? value : inner(value, change)))
    )
  }
  if (schema instanceof z.ZodArray) {
    const inner = amountsIn(schema.def.element)
    return inner && ((value, change) => (value as unknown[]).map((each) => inner(each, change)))
  }
  if (schema instanceof z.ZodRecord) {
    const inner = amountsIn(schema.def.valueType)
    return inner && ((value, change) => changed(value, Object.keys(value as object), () => inner, change))
  }
  if (!(schema instanceof z.ZodObject)) return null
  const fields = new Map(Object.entries(schema.def.shape).map(([name, field]) => [name, amountsIn(field)]))
  const names = [...fields.keys()].filter((name) => fields.get(name))
  if (names.length === 0) return null
  return (value, change) => changed(value, names, (name) => fields.get(name) ?? null, change)
}

function changed(
  value: unknown,
  names: string[],
  convertOf: (name: string) => Convert | null,
  change: (amount: unknown) => unknown,
): unknown {
  const copy = { ...(value as Record<string, unknown>) }
  for (const name of names) copy[name] = convertOf(name)?.(copy[name], change)
  return copy
}

/** A request's schema within an answer, where its fields with a default are always there. */
export const readAs = <S extends z.ZodType>(schema: S) =>
  schema as unknown as z.ZodType<z.output<S>, z.output<S>>

/** The schema of an answer; a handler returns the fields without `success`. */
export const answer = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ success: z.literal(true), ...shape })

/** The answer of a call that only says that it is done: its handler returns nothing. */
export const Done = answer({})
