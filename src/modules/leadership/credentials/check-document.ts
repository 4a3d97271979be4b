import { z } from 'zod'
import type { Clock } from '#platform/kernel/clock.ts'
import { doneIn, entryOf, nameIn } from './credential-document.ts'
import type { CredentialKeys } from './credential-keys.ts'
import type { CredentialRegister, ListedCredential } from './credential-register.ts'
import { IssuedDocument, SignedDocument } from './document-form.ts'
import { isSigned, readJwt } from './signing.ts'

/** The steps of a check in order: format, issuer, signature, dates of validity, state in the register. */
export const checkSteps = ['form', 'issuer', 'signature', 'dates', 'register'] as const

export interface CheckStep {
  name: (typeof checkSteps)[number]
  ok: boolean
  /** The result as a sentence for the visitor. */
  message: string
}

/**
 * `unreadable`: no credential; `foreign`: of another issuer; `changed`: not as it was signed here; `replaced`: signed here
 * and reissued since; otherwise the credential's current state.
 */
export type CheckVerdict = ListedCredential['state'] | 'replaced' | 'changed' | 'foreign' | 'unreadable'

export interface CheckResult {
  /** The steps up to the first one that failed. */
  steps: CheckStep[]
  verdict: CheckVerdict
  /** The document's contents if its signature is valid; times as ISO 8601. */
  about: { id: string; name: string; program: string; validFrom: string; validUntil: string } | null
  /** The document if its signature is valid. */
  document: IssuedDocument | null
}

/** In characters. This site issues no longer text; a bundle has status lists and keys beside the credential. */
const longestText = 200_000

const JwtClaims = IssuedDocument.extend({
  iss: z.string(),
  jti: z.string(),
  nbf: z.number(),
  exp: z.number(),
})

/** Checks a credential step by step. It trusts only this site's keys and register. */
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

  /** @param input a credential as JSON text, a bundle that contains one, or a VC-JWT */
  async check(input: string): Promise<CheckResult> {
    const steps: CheckStep[] = []
    const addStep = (name: CheckStep['name'], ok: boolean, message: string): void =>
      void steps.push({ name, ok, message })
    const fail = (verdict: CheckVerdict, name: CheckStep['name'], message: string): CheckResult => {
      addStep(name, false, message)
      return { steps, verdict, about: null, document: null }
    }

    const text = input.trim()
    const isJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
    const parsed = text.length > longestText ? null : isJwt ? payloadOf(text) : credentialIn(text)
    if (parsed === null) return fail('unreadable', 'form', 'This is no credential: it cannot be read.')
    addStep('form', true, 'It can be read as a credential.')

    if (issuerOf(parsed) !== this.#did)
      return fail('foreign', 'issuer', 'Somebody else issued it, so nothing can be said of it here.')
    addStep('issuer', true, `It names ${this.#did} as its issuer: that is this site.`)

    const form = (isJwt ? JwtClaims : SignedDocument).safeParse(parsed)
    const keys = await this.#keys.known()
    const isSignatureValid =
      form.success &&
      (isJwt ? readJwt(text, this.#did, keys) !== null : await isSigned(parsed, this.#did, keys))
    if (!isSignatureValid)
      return fail(
        'changed',
        'signature',
        (await this.#keys.compromised()).includes(signerOf(parsed, text))
          ? 'It was signed with a key that is not trusted any more. If it is genuine, its page has a newer copy.'
          : 'Its signature does not hold: something in it was changed.',
      )
    addStep('signature', true, 'Its signature is ours and holds: nothing in it was changed.')

    const document: IssuedDocument = form.data
    const { id, name: program, validFrom, validUntil } = document
    const about = { id, program, validFrom, validUntil, name: nameIn(document) }
    const found = await this.#register.find(id.slice(id.lastIndexOf('/') + 1))
    const { verdict, step, message } = this.#registerStep(document, found)
    if (step !== 'dates' && verdict !== 'changed')
      addStep('dates', true, `It is valid until ${validUntil.slice(0, 10)}.`)
    addStep(step, verdict === 'valid', message)
    return { steps, verdict, about, document }
  }

  #registerStep(
    document: IssuedDocument,
    found: ListedCredential | null,
  ): { verdict: CheckVerdict; step: CheckStep['name']; message: string } {
    const mismatch = (message: string) => ({ verdict: 'changed', step: 'register', message }) as const
    if (found === null) return mismatch('It is not in the register of this site.')
    const isCurrent = found.statusIndex === entryOf(document)
    if (isCurrent && found.document !== null && !isCopyOf(found.document.json, document))
      return mismatch(
        'The register of this site has something else under this number: name, dates or work done.',
      )
    const ended = document.validUntil.slice(0, 10)
    if (Date.parse(document.validUntil) < this.#clock.now().getTime()) {
      const renewed = found.state === 'valid' ? ' It was renewed: this is the copy from before.' : ''
      return { verdict: 'expired', step: 'dates', message: `It ended on ${ended}.${renewed}` }
    }
    if (found.state === 'valid' && !isCurrent)
      return {
        verdict: 'replaced',
        step: 'register',
        message: 'It was issued anew since: this copy is not valid any more.',
      }
    return { verdict: found.state, step: 'register', message: registerMessages[found.state] }
  }
}

const registerMessages: Record<ListedCredential['state'], string> = {
  valid: 'The register of this site has it as valid.',
  expired: 'Its time is over.',
  suspended: 'It is suspended at the moment.',
  withdrawn: 'It was withdrawn.',
  erased: 'It was withdrawn, and what was kept of the person is deleted.',
}

/** The credential in a JSON text, which may be a bundle. Null for other texts. */
function credentialIn(text: string): object | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return null
    return 'credential' in parsed && typeof parsed.credential === 'object' ? parsed.credential : parsed
  } catch {
    return null
  }
}

/** Whether a document has the register's contents. A copy from before a renewal ends earlier. */
function isCopyOf(json: string, document: IssuedDocument): boolean {
  const registered = JSON.parse(json) as IssuedDocument
  const contentText = (each: IssuedDocument): string => {
    const { activityStartDate, activityEndDate } = each.credentialSubject
    return JSON.stringify([nameIn(each), each.validFrom, activityStartDate, activityEndDate, doneIn(each)])
  }
  return contentText(registered) === contentText(document) && document.validUntil <= registered.validUntil
}

/** The id of the key that a document names; '' for none. The key has not necessarily signed it. */
function signerOf(parsed: object, text: string): string {
  const { proof } = parsed as { proof?: { verificationMethod?: unknown } }
  const { kid } = (headerOf(text) ?? {}) as { kid?: unknown }
  return String(proof?.verificationMethod ?? kid ?? '').split('#')[1] ?? ''
}

const headerOf = (jwt: string): object | null =>
  credentialIn(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString())

const payloadOf = (jwt: string): object | null =>
  credentialIn(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())

function issuerOf(parsed: object): unknown {
  const issuer = 'issuer' in parsed ? parsed.issuer : undefined
  return typeof issuer === 'object' && issuer !== null && 'id' in issuer ? issuer.id : issuer
}
