/** The site's `did:web`: verifiers fetch the keys from its host. Colons of a port or of IPv6 are `%3A`. */
export const didOf = (publicUrl: string): string => `did:web:${encodeURIComponent(new URL(publicUrl).host)}`

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
