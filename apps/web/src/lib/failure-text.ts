import { ApiFailure } from './call.ts'

/** The error message in the server's answer; undefined for a network failure or an answer without one. */
export function saidByServer(failure: unknown): string | undefined {
  if (!(failure instanceof ApiFailure)) return undefined
  for (const text of [failure.extra.error, failure.extra.message]) {
    if (typeof text === 'string' && text !== '') return text
  }
  return undefined
}

/** True when the failure carries this code. */
export function hasCode(failure: unknown, code: string): boolean {
  return failure instanceof ApiFailure && failure.code === code
}
