import { ApiFailure } from './call.ts'

/** The sentence the server itself gave, if it gave one; undefined for a network failure or a bare status. */
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
