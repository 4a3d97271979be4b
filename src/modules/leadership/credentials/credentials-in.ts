/** The file that this site gives for checking without it. Anybody can write one, so nothing in it is trusted. */
export interface Bundle {
  credential: object
  didDocument?: unknown
  statusLists?: unknown
}

/** The credentials of a JSON text, or the problem why there are none. */
export type CredentialsIn =
  | {
      credentials: object[]
      /** What is around them: nothing, a bundle that may have been changed, or the presentation of a wallet. */
      around: { kind: 'nothing' } | { kind: 'bundle'; bundle: Bundle } | { kind: 'presentation' }
    }
  | Problem

/** `verdict`: of the text itself; null if the visitor can bring its credential in another way. */
export interface Problem {
  problem: string
  verdict: 'unreadable' | 'changed' | null
}

/** In characters. This site issues no longer text; a bundle has a status list and keys beside the credential. */
const longestText = 200_000
/** Credentials of one file that are checked. */
const mostCredentials = 10

const unreadable: Problem = { problem: 'This is no credential: it cannot be read.', verdict: 'unreadable' }
const anotherWay = (problem: string): Problem => ({ problem, verdict: null })
const noJwt = anotherWay(
  'This is a credential as a JWT. We issue ours as JSON: take it from the page of the credential, or check its address below.',
)

/** Finds the credentials in a JSON text: one alone, in a list, in a bundle, or in the presentation of a wallet. */
export function credentialsIn(text: string): CredentialsIn {
  const json = text.trim()
  if (json.length > longestText) return unreadable
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(json)) return noJwt
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return json.search(/[{[]/) > 0 && json.includes('credentialSubject')
      ? anotherWay(
          'There is text before the credential. Save what is from the first { to the last } as a file of its own.',
        )
      : unreadable
  }
  if (typeof parsed !== 'object' || parsed === null) return unreadable
  if (hasRepeatedNames(json))
    return {
      problem:
        'Names are repeated in it, so that two programs can read two different things. We issue no such file.',
      verdict: 'changed',
    }
  if (Array.isArray(parsed)) return several(parsed, { kind: 'nothing' })
  if (isPresentation(parsed)) {
    const held = parsed.verifiableCredential ?? []
    return several(Array.isArray(held) ? held : [held], { kind: 'presentation' })
  }
  if ('credential' in parsed && typeof parsed.credential === 'object' && parsed.credential !== null)
    return { credentials: [parsed.credential], around: { kind: 'bundle', bundle: parsed as Bundle } }
  return several([parsed], { kind: 'nothing' })
}

function several(
  given: readonly unknown[],
  around: { kind: 'nothing' } | { kind: 'presentation' },
): CredentialsIn {
  const credentials = given.filter((each) => typeof each === 'object' && each !== null)
  if (credentials.length === 0 || credentials.length < given.length) return unreadable
  if (credentials.length > mostCredentials)
    return anotherWay(`It has ${credentials.length} credentials. Check at most ${mostCredentials} at a time.`)
  // Wallets put a JWT into such an envelope.
  if (credentials.some((each) => typesOf(each).includes('EnvelopedVerifiableCredential'))) return noJwt
  return { credentials, around }
}

const typesOf = (each: object): unknown[] => ('type' in each ? [each.type].flat() : [])

const isPresentation = (each: object): each is { verifiableCredential?: unknown } =>
  typesOf(each).includes('VerifiablePresentation')

/** Whether an object of a valid JSON text has a name twice: programs differ in which of the values they read. */
function hasRepeatedNames(json: string): boolean {
  const names: Set<string>[] = []
  for (const [token, quoted, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') names.push(new Set())
    else if (token === '}' || token === ']') names.pop()
    else if (quoted !== undefined && colon !== undefined) {
      // One name can be written in several ways: "a" and "\u0061".
      const name = JSON.parse(quoted) as string
      if (names.at(-1)?.has(name)) return true
      names.at(-1)?.add(name)
    }
  }
  return false
}
