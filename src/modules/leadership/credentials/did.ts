/** The site's `did:web`: verifiers fetch the keys from its host. Colons of a port or of IPv6 are `%3A`. */
export const didOf = (publicUrl: string): string => `did:web:${encodeURIComponent(new URL(publicUrl).host)}`

/** Whether a `did:web` or host is this site's: its own, a former one, or on a developer's machine one with another port. */
export class OwnHosts {
  /** Of the address that the site has now. */
  readonly did: string
  readonly #hosts: ReadonlySet<string>
  readonly #isLocal: boolean

  constructor(publicUrl: string, formerPublicUrls: readonly string[]) {
    this.did = didOf(publicUrl)
    this.#hosts = new Set([publicUrl, ...formerPublicUrls].map((each) => new URL(each).host))
    this.#isLocal = isLoopback(new URL(publicUrl).host)
  }

  has(host: string): boolean {
    return this.#hosts.has(host) || (this.#isLocal && isLoopback(host))
  }

  hasDid(did: unknown): did is string {
    if (typeof did !== 'string' || !/^did:web:[\w.%-]+$/.test(did)) return false
    try {
      return this.has(decodeURIComponent(did.slice('did:web:'.length)))
    } catch {
      return false
    }
  }
}

const isLoopback = (host: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)

export interface DidDocument {
  '@context': string[]
  id: string
  verificationMethod: { id: string; type: 'Multikey'; controller: string; publicKeyMultibase: string }[]
  assertionMethod: string[]
}

/** The DID document. It keeps every key that ever signed, because credentials are checked for years. */
export function didDocumentOf(did: string, keyIds: readonly string[]): DidDocument {
  const idOf = (key: string): string => `${did}#${key}`
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: keyIds.map((key) => ({
      id: idOf(key),
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: key,
    })),
    assertionMethod: keyIds.map(idOf),
  }
}
