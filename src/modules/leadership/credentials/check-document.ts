import { z } from 'zod'
import type { Clock } from '#platform/kernel/clock.ts'
import { doneIn, entryOf, nameIn } from './credential-document.ts'
import type { CredentialKeys } from './credential-keys.ts'
import type { CredentialRegister, ListedCredential } from './credential-register.ts'
import { IssuedDocument, SignedDocument } from './document-form.ts'
import { isSigned, readJwt } from './signing.ts'

/** The steps of a check in their order: can it be read, who issued it, was it changed, is its time over, what has become of it. */
export const checkSteps = ['form', 'issuer', 'signature', 'dates', 'register'] as const

export interface CheckStep {
  name: (typeof checkSteps)[number]
  ok: boolean
  /** A sentence for whoever asked. */
  words: string
}

/**
 * `unreadable`: no credential; `foreign`: another issuer's; `changed`: not what was signed here; `replaced`: signed here and
 * issued anew since; else what the credential is now.
 */
export type CheckVerdict = ListedCredential['state'] | 'replaced' | 'changed' | 'foreign' | 'unreadable'

export interface CheckResult {
  /** Those that were taken: the first that is not ok is the last. */
  steps: CheckStep[]
  verdict: CheckVerdict
  /** What the document says, once its signature holds; moments as ISO 8601. */
  about: { id: string; name: string; program: string; validFrom: string; validUntil: string } | null
  /** The document itself, once its signature holds. */
  document: IssuedDocument | null
}

/** Longer texts are not ours. A bundle has lists and keys beside the credential. */
const longestText = 200_000

const JwtClaims = IssuedDocument.extend({
  iss: z.string(),
  jti: z.string(),
  nbf: z.number(),
  exp: z.number(),
})

/** Takes a credential through each step of its check. What it trusts are the site's own keys and register. */
export class DocumentCheck {
  readonly #keys: CredentialKeys
  readonly #register: CredentialRegister
  readonly #clock: Clock
  readonly #did: string

  constructor(keys: CredentialKeys, register: CredentialRegister, clock: Clock, did: string) {
    this.#keys = keys
    this.#register = register
    this.#clock = clock
    this.#did = did
  }

  /** @param given the credential as JSON text, a bundle with one, or a VC-JWT */
  async check(given: string): Promise<CheckResult> {
    const steps: CheckStep[] = []
    const take = (name: CheckStep['name'], ok: boolean, words: string): void =>
      void steps.push({ name, ok, words })
    const end = (verdict: CheckVerdict, name: CheckStep['name'], words: string): CheckResult => {
      take(name, false, words)
      return { steps, verdict, about: null, document: null }
    }

    const text = given.trim()
    const isJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
    const read = text.length > longestText ? null : isJwt ? payloadOf(text) : credentialIn(text)
    if (read === null) return end('unreadable', 'form', 'This is no credential: it cannot be read.')
    take('form', true, 'It can be read as a credential.')

    if (issuerOf(read) !== this.#did)
      return end('foreign', 'issuer', 'Somebody else issued it, so nothing can be said of it here.')
    take('issuer', true, `It names ${this.#did} as its issuer: that is this site.`)

    const form = (isJwt ? JwtClaims : SignedDocument).safeParse(read)
    const keys = await this.#keys.known()
    const holds =
      form.success &&
      (isJwt ? readJwt(text, this.#did, keys) !== null : await isSigned(read, this.#did, keys))
    if (!holds)
      return end(
        'changed',
        'signature',
        (await this.#keys.compromised()).includes(signerOf(read, text))
          ? 'It was signed with a key that is not trusted any more. If it is genuine, its page has a newer copy.'
          : 'Its signature does not hold: something in it was changed.',
      )
    take('signature', true, 'Its signature is ours and holds: nothing in it was changed.')

    const document: IssuedDocument = form.data
    const { id, name: program, validFrom, validUntil } = document
    const about = { id, program, validFrom, validUntil, name: nameIn(document) }
    const found = await this.#register.find(id.slice(id.lastIndexOf('/') + 1))
    const { verdict, step, words } = this.#standing(document, found)
    if (step !== 'dates' && verdict !== 'changed')
      take('dates', true, `It is valid until ${validUntil.slice(0, 10)}.`)
    take(step, verdict === 'valid', words)
    return { steps, verdict, about, document }
  }

  #standing(
    document: IssuedDocument,
    found: ListedCredential | null,
  ): { verdict: CheckVerdict; step: CheckStep['name']; words: string } {
    const untrue = (words: string) => ({ verdict: 'changed', step: 'register', words }) as const
    if (found === null) return untrue('It is not in the register of this site.')
    const isCurrent = found.statusIndex === entryOf(document)
    if (isCurrent && found.document !== null && !isCopyOf(found.document.json, document))
      return untrue(
        'The register of this site has something else under this number: name, dates or work done.',
      )
    const ended = document.validUntil.slice(0, 10)
    if (Date.parse(document.validUntil) < this.#clock.now().getTime()) {
      const renewed = found.state === 'valid' ? ' It was renewed: this is the copy from before.' : ''
      return { verdict: 'expired', step: 'dates', words: `It ended on ${ended}.${renewed}` }
    }
    if (found.state === 'valid' && !isCurrent)
      return {
        verdict: 'replaced',
        step: 'register',
        words: 'It was issued anew since: this copy is not valid any more.',
      }
    return { verdict: found.state, step: 'register', words: registerWords[found.state] }
  }
}

const registerWords: Record<ListedCredential['state'], string> = {
  valid: 'The register of this site has it as valid.',
  expired: 'Its time is over.',
  suspended: 'It is suspended at the moment.',
  withdrawn: 'It was withdrawn.',
  erased: 'It was withdrawn, and what was kept of the person is deleted.',
}

/** The credential in a JSON text, which may be a bundle. Null for anything else. */
function credentialIn(text: string): object | null {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return null
    return 'credential' in read && typeof read.credential === 'object' ? read.credential : read
  } catch {
    return null
  }
}

/** Whether a document says what the register has. One from before a renewal ends earlier. */
function isCopyOf(json: string, document: IssuedDocument): boolean {
  const kept = JSON.parse(json) as IssuedDocument
  const said = (each: IssuedDocument): string => {
    const { activityStartDate, activityEndDate } = each.credentialSubject
    return JSON.stringify([nameIn(each), each.validFrom, activityStartDate, activityEndDate, doneIn(each)])
  }
  return said(kept) === said(document) && document.validUntil <= kept.validUntil
}

/** The key that a document names, whether it signed or not; '' for none. */
function signerOf(read: object, text: string): string {
  const { proof } = read as { proof?: { verificationMethod?: unknown } }
  const { kid } = (headerOf(text) ?? {}) as { kid?: unknown }
  return String(proof?.verificationMethod ?? kid ?? '').split('#')[1] ?? ''
}

const headerOf = (jwt: string): object | null =>
  credentialIn(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString())

const payloadOf = (jwt: string): object | null =>
  credentialIn(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())

function issuerOf(read: object): unknown {
  const issuer = 'issuer' in read ? read.issuer : undefined
  return typeof issuer === 'object' && issuer !== null && 'id' in issuer ? issuer.id : issuer
}
