import { z } from 'zod'
import { plain, visible } from '#platform/kernel/plain.ts'

/** One line of text about a person or of a company's papers, without invisible characters. */
export const Line = z
  .string('must be text')
  .overwrite(visible)
  .trim()
  .max(120, 'must be at most 120 characters')
  .regex(/^[^\p{Cc}]*$/u, 'must be one line of text')

/** A number or mark that others compare letter by letter, such as a postal code or a purchase order number. */
export const NumberLine = Line.overwrite(plain)
