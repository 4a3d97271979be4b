import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type DocumentData,
  documentOf,
  doneIn,
  entryOf,
} from '../../../src/modules/leadership/credentials/credential-document.ts'
import { didDocumentOf, didOf } from '../../../src/modules/leadership/credentials/did.ts'
import {
  SignedDocument,
  statusListLength,
} from '../../../src/modules/leadership/credentials/document-form.ts'
import {
  isSigned,
  keyIdOf,
  type SigningKey,
  signed,
  signedBadge,
} from '../../../src/modules/leadership/credentials/signing.ts'
import { faultsOf } from './open-badge-form.ts'
import { holds } from './stranger.ts'

const long = process.env.LONG === '1'
const publicUrl = 'https://veralead.example:8443'
const issuer = { did: didOf(publicUrl), publicUrl, brand: 'Veralead', email: 'hello@veralead.example' }
const { did } = issuer
const newKey = (): SigningKey => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { id: keyIdOf(privateKey), private: privateKey }
}
const key = newKey()
const data = (more: Partial<DocumentData> = {}): DocumentData => ({
  ...{ id: 'A'.repeat(22), name: 'Zoë O’Brien-Núñez', statusIndex: statusListLength + 7 },
  ...{ validFrom: '2027-06-01T00:00:00Z', validUntil: '2029-06-01T23:59:59Z' },
  ...{ startsOn: '2027-03-01', endsOn: '2027-05-23' },
  done: { assignmentsAccepted: 11, weeksAttended: 12, coachingSessions: 2 },
  ...more,
})
const issue = (more: Partial<DocumentData> = {}, by = key) =>
  signedBadge(documentOf(data(more), issuer), by, did, '2027-06-01T10:00:00Z')
type Read = Record<string, unknown>
const keysOf = (...keys: SigningKey[]) =>
  didDocumentOf(
    did,
    keys.map(({ id }) => id),
  )

describe('the signature of a credential', () => {
  const count = long ? 1_000 : 20
  it(`given ${count} issued ones, then a verifier that is not ours finds each signed, without any network`, async () => {
    expect(did).toBe('did:web:veralead.example%3A8443')
    expect(didOf('http://[::1]:8443')).toBe('did:web:%5B%3A%3A1%5D%3A8443')
    for (let at = 0; at < count; at += 1) {
      const credential = await issue({ name: `Leader ${at}`, statusIndex: at * 97 })
      expect(SignedDocument.safeParse(credential).success).toBe(true)
      expect(entryOf(credential)).toBe(at * 97)
      expect(faultsOf(credential), `credential ${at}`).toEqual([])
      expect(await holds(credential as unknown as Read, keysOf(key)), `credential ${at}`).toBe(true)
    }
  })

  it('given what Open Badges 3.0 does not permit, then the check of the form finds it', async () => {
    const credential = (await issue()) as unknown as Read
    const status = credential.credentialStatus as Read
    const subject = credential.credentialSubject as Read
    for (const [changed, fault] of [
      [{ credentialStatus: [status, status] }, 'credentialStatus must be one'],
      [{ credentialStatus: { ...status, type: undefined } }, 'credentialStatus.type is missing'],
      [
        { credentialSubject: { ...subject, achievement: undefined } },
        'credentialSubject.achievement is missing',
      ],
      [{ type: 'VerifiableCredential' }, 'type must be a list'],
      [{ validFrom: '2027-06-01' }, 'validFrom must be a moment'],
    ] as [Read, string][])
      expect(faultsOf(JSON.parse(JSON.stringify({ ...credential, ...changed })))).toContain(fault)
  })

  it('given a cohort without coaching, then nothing that is signed speaks of it; else it says what is counted', () => {
    const done = { assignmentsAccepted: 11, weeksAttended: 12, coachingSessions: 0 }
    const document = documentOf(data({ done }), issuer)
    expect(JSON.stringify(document)).not.toMatch(/coaching|session/i)
    expect(doneIn(document)).toEqual(done)
    const other = documentOf(data(), issuer)
    expect(other.credentialSubject.achievement.criteria.narrative).toContain('all private coaching sessions')
    expect(doneIn(other).coachingSessions).toBe(2)
  })

  it('given the same data, then the same bytes', async () => {
    expect(JSON.stringify(await issue())).toBe(JSON.stringify(await issue()))
  })

  it('given any flipped byte, then neither we nor the stranger take it', async () => {
    const text = JSON.stringify(await issue())
    expect(await isSigned(JSON.parse(text), did, [key.id])).toBe(true)
    const bytes = Buffer.from(text)
    const step = long ? 1 : 29
    for (let at = 0; at < bytes.length; at += step) {
      const changed = Buffer.from(bytes)
      changed[at] = changed[at]! ^ (1 << (at % 8))
      let read: unknown
      try {
        read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(changed))
      } catch {
        continue
      }
      const form = SignedDocument.safeParse(read)
      expect(form.success && (await isSigned(form.data, did, [key.id])), `byte ${at}`).toBe(false)
      expect(await holds(read as Read, keysOf(key)), `byte ${at}, stranger`).toBe(false)
    }
  })

  it('given three rotations later, then the oldest still verifies, and one of an unknown key does not', async () => {
    const [second, third, fourth] = [newKey(), newKey(), newKey()]
    const oldest = await issue()
    const all = keysOf(key, second, third, fourth)
    const ids = [key, second, third, fourth].map(({ id }) => id)
    expect(await isSigned(oldest, did, ids)).toBe(true)
    expect(await holds(oldest as unknown as Read, all)).toBe(true)
    for (const each of [second, third, fourth])
      expect(await holds((await issue({}, each)) as unknown as Read, all)).toBe(true)
    const forged = await issue({}, newKey())
    expect(await isSigned(forged, did, ids)).toBe(false)
    expect(await holds(forged as unknown as Read, all)).toBe(false)
  })

  it('given a term that no context knows, then nothing is signed (JSON-LD safe mode); and nothing of another form is made', async () => {
    const document = { ...documentOf(data(), issuer), favouriteColour: 'copper' }
    await expect(signed(document, key, did, '2027-06-01T10:00:00Z')).rejects.toThrow()
    const other = { ...documentOf(data(), issuer), '@context': ['https://example.com/context'] }
    await expect(signed(other, key, did, '2027-06-01T10:00:00Z')).rejects.toThrow()
    expect(() => documentOf(data({ name: '' }), issuer)).toThrow()
    expect(() => documentOf(data({ statusIndex: 0.5 }), issuer)).toThrow()
    expect(() => documentOf(data({ validUntil: 'next year' }), issuer)).toThrow()
  })
})
