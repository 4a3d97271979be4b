/** Milliseconds for which an answer about the session counts; the same as in auth.ts. */
const freshMs = 5 * 60_000

/** The session request that boot.ts sent before the rest of the client was loaded. */
let early: { at: number; answer: Promise<unknown> } | undefined

/**
 * Requests the session.
 * @throws TypeError without an answer, SyntaxError for an answer that is not JSON
 */
export function askSession(): Promise<unknown> {
  const answer = fetch('/api/auth/user/session').then((response) => response.json() as Promise<unknown>)
  early = { at: Date.now(), answer }
  return answer
}

/** The answer to the early request, once, so that no second request is needed. Undefined without one, or if it is too old. */
export function takeSessionAnswer(): Promise<unknown> | undefined {
  const answer = early && Date.now() - early.at < freshMs ? early.answer : undefined
  early = undefined
  return answer
}
