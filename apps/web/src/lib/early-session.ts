/** Milliseconds for which an answer about the session counts, as everywhere. */
const keptMs = 5 * 60_000

/** What the first script asked of the session before the rest of the client was there. */
let asked: { at: number; answer: Promise<unknown> } | undefined

/** Asks who is signed in. @throws TypeError or SyntaxError where nobody answers, or not as the site does */
export function askSession(): Promise<unknown> {
  const answer = fetch('/api/auth/user/session').then((response) => response.json() as Promise<unknown>)
  asked = { at: Date.now(), answer }
  return answer
}

/** The answer of the first script, once: nobody has to ask the same again. Undefined where there is none, or an old one. */
export function takeSessionAnswer(): Promise<unknown> | undefined {
  const answer = asked && Date.now() - asked.at < keptMs ? asked.answer : undefined
  asked = undefined
  return answer
}
