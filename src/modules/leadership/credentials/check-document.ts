import type { Clock } from '#platform/kernel/clock.ts'
import { doneIn, entryOf, nameIn } from './credential-document.ts'
import type { CredentialKeys } from './credential-keys.ts'
import type { CredentialRegister, ListedCredential } from './credential-register.ts'
import { type Bundle, credentialsIn, type Problem } from './credentials-in.ts'
import { type DidDocument, didDocumentOf, type OwnHosts } from './did.ts'
import { type IssuedDocument, SignedDocument, SignedStatusList } from './document-form.ts'
import { isSigned } from './signing.ts'

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

/** Checks a credential step by step. It trusts only this site's keys and register. */
export class DocumentCheck {
  readonly #keys: CredentialKeys
  readonly #register: CredentialRegister
  readonly #clock: Clock
  readonly #hosts: OwnHosts

  constructor(keys: CredentialKeys, register: CredentialRegister, clock: Clock, hosts: OwnHosts) {
    this.#keys = keys
    this.#register = register
    this.#clock = clock
    this.#hosts = hosts
  }

  /** @param input a credential as JSON text, or a text that contains one. @returns the result of its first credential */
  async check(input: string): Promise<CheckResult> {
    const found = credentialsIn(input)
    return 'problem' in found ? refusedResult(found) : this.checkParsed(found.credentials[0] ?? {})
  }

  /** Whether everything beside the credential of a bundle is this site's: its keys and its signed status lists. */
  async isOwnBundle({ credential: _checked, didDocument, statusLists, ...others }: Bundle): Promise<boolean> {
    const { id, verificationMethod } = (didDocument ?? {}) as Partial<DidDocument>
    const known = await this.#keys.known()
    const named = Array.isArray(verificationMethod)
      ? verificationMethod.map((each) => String(each?.publicKeyMultibase))
      : []
    return (
      Object.keys(others).length === 0 &&
      (didDocument === undefined ||
        (this.#hosts.hasDid(id) &&
          named.every((key) => known.includes(key)) &&
          JSON.stringify(didDocument) === JSON.stringify(didDocumentOf(id, named)))) &&
      (statusLists === undefined ||
        (Array.isArray(statusLists) &&
          statusLists.length <= 1 &&
          (await this.#areSigned(statusLists, known))))
    )
  }

  async #areSigned(lists: readonly unknown[], keys: readonly string[]): Promise<boolean> {
    for (const list of lists) {
      const form = SignedStatusList.safeParse(list)
      if (!form.success || !this.#hosts.hasDid(form.data.issuer)) return false
      if (!(await isSigned(form.data, form.data.issuer, keys))) return false
    }
    return true
  }

  /** Checks one credential. */
  async checkParsed(parsed: object): Promise<CheckResult> {
    const steps: CheckStep[] = []
    const addStep = (name: CheckStep['name'], ok: boolean, message: string): void =>
      void steps.push({ name, ok, message })
    const fail = (verdict: CheckVerdict, name: CheckStep['name'], message: string): CheckResult => {
      addStep(name, false, message)
      return { steps, verdict, about: null, document: null }
    }

    addStep('form', true, 'It can be read as a credential.')

    const did = issuerOf(parsed)
    if (!this.#hosts.hasDid(did))
      return fail('foreign', 'issuer', 'Someone else issued it, so we cannot check it here.')
    const which = did === this.#hosts.did ? 'this site' : 'this site, at an address that it had before'
    addStep('issuer', true, `It names ${did} as its issuer: that is ${which}.`)

    const form = SignedDocument.safeParse(parsed)
    const keys = await this.#keys.known()
    if (!form.success || !(await isSigned(parsed, did, keys)))
      return fail(
        'changed',
        'signature',
        (await this.#keys.isCompromised(signerOf(parsed)))
          ? 'It was signed with a key that is no longer trusted. If it is genuine, its page has a newer copy.'
          : 'Its signature is not valid: something in it was changed.',
      )
    addStep('signature', true, 'Its signature is ours and valid: nothing in it was changed.')

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
      const renewed = found.state === 'valid' ? ' It has been renewed: this is the earlier copy.' : ''
      return { verdict: 'expired', step: 'dates', message: `It ended on ${ended}.${renewed}` }
    }
    if (found.state === 'valid' && !isCurrent)
      return {
        verdict: 'replaced',
        step: 'register',
        message: 'It has been reissued since: this copy is no longer valid.',
      }
    return { verdict: found.state, step: 'register', message: registerMessages[found.state] }
  }
}

/** The result for a text whose credentials are not looked at. */
export const refusedResult = ({ problem, verdict }: Problem): CheckResult => ({
  steps: [{ name: 'form', ok: false, message: problem }],
  verdict: verdict ?? 'unreadable',
  about: null,
  document: null,
})

const registerMessages: Record<ListedCredential['state'], string> = {
  valid: 'The register of this site has it as valid.',
  expired: 'It has expired.',
  suspended: 'It is suspended at the moment.',
  withdrawn: 'It was withdrawn.',
  erased: 'It was withdrawn, and the holder’s data was deleted.',
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
function signerOf({ proof }: { proof?: unknown }): string {
  const [first] = [proof].flat() as { verificationMethod?: unknown }[]
  return String(first?.verificationMethod ?? '').split('#')[1] ?? ''
}

function issuerOf(parsed: object): unknown {
  const issuer = 'issuer' in parsed ? parsed.issuer : undefined
  return typeof issuer === 'object' && issuer !== null && 'id' in issuer ? issuer.id : issuer
}
