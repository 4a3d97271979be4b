import { z } from 'zod'
import { canonicalEmail } from '../contract/email.ts'

/**
 * One line of a setting that is printed on documents or shown on pages. Line breaks, control characters and characters
 * that change the direction of text or are invisible are refused.
 */
export const settingLine = (max = 120) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(
      /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u200b\u2060-\u2064\ufeff]*$/u,
      'must be one line of visible text',
    )

/** An email address, or '' for none. */
export const settingEmail = settingLine(254).refine(
  (text) => text === '' || canonicalEmail(text) !== null,
  'must be an email address',
)
