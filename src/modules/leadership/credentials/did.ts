/** `did:web` of the site: whoever reads the credential asks there for the keys. A port is written `%3A`. */
export const didOf = (publicUrl: string): string => `did:web:${new URL(publicUrl).host.replace(':', '%3A')}`

export interface DidDocument {
  '@context': string[]
  id: string
  verificationMethod: { id: string; type: 'Multikey'; controller: string; publicKeyMultibase: string }[]
  assertionMethod: string[]
}

/** Every key that ever signed stays in it: what it signed is checked for years. */
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
