import { AppError } from '#platform/kernel/error.ts'
import type { SendVerdict } from '../domain/codes.ts'

/** The error for a refused request for another code. */
export function tooManyCodes(verdict: Extract<SendVerdict, { allowed: false }>): AppError {
  const seconds = verdict.retryAfterSeconds
  const minutes = Math.ceil(seconds / 60)
  return verdict.reason === 'too-soon'
    ? new AppError(
        'too-many',
        'RESEND_TOO_SOON',
        `Please wait ${seconds} seconds before requesting another code.`,
        { retryAfter: seconds },
      )
    : new AppError(
        'too-many',
        'TOO_MANY_CODES',
        `Too many codes were requested for this address. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
        { retryAfter: seconds },
      )
}

/** The error when a registration has no code that can be tried. */
export const noLiveCode = (usedUp: boolean): AppError =>
  usedUp
    ? new AppError('invalid', 'OTP_ATTEMPTS_EXCEEDED', 'Too many wrong codes. Please request a new code.')
    : new AppError('invalid', 'OTP_EXPIRED', 'This code has expired. Please request a new code.')
