import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export interface IdentityProvider {
  issuer: string
  /** The claims of the next tokens; `undefined` leaves one out. */
  claims: JWTPayload
  /** Signs with a key that it does not publish. */
  forged: boolean
  /** What the product sent for the last token. */
  asked: URLSearchParams
  /** As a person who agrees on its page: the address that the browser is led back to. */
  agree(page: string): URL
  close(): Promise<void>
}

/** A small OpenID provider: discovery, keys and tokens. A code may be used again, so that the product must refuse it. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const [genuine, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(genuine.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const nonces = new Map<string, string>()
  const server = createServer((request, response) => {
    const send = (body: unknown): void => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    }
    const { issuer } = provider
    if (request.url === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (request.url === '/keys') return send({ keys: [jwk] })
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      provider.asked = new URLSearchParams(body)
      const now = Math.floor(Date.now() / 1000)
      const claims = {
        ...{ iss: issuer, aud: 'veralead', sub: 'ada', iat: now, exp: now + 300 },
        nonce: nonces.get(provider.asked.get('code') ?? ''),
        ...provider.claims,
      }
      void new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(provider.forged ? other.privateKey : genuine.privateKey)
        .then((token) =>
          send({ access_token: 'none', token_type: 'Bearer', expires_in: 300, id_token: token }),
        )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: IdentityProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    forged: false,
    asked: new URLSearchParams(),
    agree: (page) => {
      const { searchParams } = new URL(page)
      const code = `code-${nonces.size}`
      nonces.set(code, searchParams.get('nonce') ?? '')
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = String(new URLSearchParams({ code, state: searchParams.get('state') ?? '' }))
      return back
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return provider
}
