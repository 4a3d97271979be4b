import type { Request, Response } from 'express'
import Negotiator from 'negotiator'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { credentialBundle, didDocument, showCredential, statusList } from './contract.ts'
import { listIn } from './credential-document.ts'
import type { CredentialKeys } from './credential-keys.ts'
import { credentialPage } from './credential-page.ts'
import type { CredentialRegister } from './credential-register.ts'
import type { CredentialContent } from './credential-view.ts'
import type { Credentials } from './credentials.ts'
import { didDocumentOf } from './did.ts'
import type { IssuedDocument } from './document-form.ts'
import { noCredential } from './domain/credential-decisions.ts'
import { type PublicSite, sendPublicPage } from './public-page.ts'
import type { StatusLists } from './status-lists.ts'

export interface PublicParts {
  register: CredentialRegister
  credentials: Credentials
  keys: CredentialKeys
  lists: StatusLists
  clock: Clock
  site: PublicSite
}

const jsonTypes = ['application/vc+ld+json', 'application/vc', 'application/ld+json', 'application/json']

/** The type to answer with. Parameters of the types that are asked for, such as a profile, do not matter. */
function acceptedOf(req: Request): string | undefined {
  const accept = (req.headers.accept ?? '*/*').replace(/;\s*(?!q=)[\w-]+=(?:"[^"]{0,200}"|[^\s;,]*)/gi, '')
  return new Negotiator({ headers: { accept } }).mediaType(['text/html', ...jsonTypes])
}

/** The body for an erased credential, without its id or holder. */
const erasedBody = { success: false, code: 'CREDENTIAL_ERASED', message: 'This credential was deleted.' }

/** The public endpoints. Other sites may read them (CORS): the responses are the same for every caller. */
export function mountCredentialRoutes(api: ApiRouter, parts: PublicParts): void {
  const { register, credentials, keys, lists, clock, site } = parts
  const { did } = credentials.issuer

  const send = (res: Response, type: string, text: string, maxAge = 0): undefined => {
    res
      .set({
        'content-type': type,
        'cache-control': maxAge === 0 ? 'no-store' : `public, max-age=${maxAge}`,
        'access-control-allow-origin': '*',
        'x-robots-tag': 'noindex',
      })
      .send(text)
    return undefined
  }

  /** Null after a 410 response, for an erased credential. */
  const contentOf = async (id: string, res: Response): Promise<CredentialContent | null> => {
    const view = await register.find(id)
    if (view === null) throw noCredential()
    if (view.document === null) res.status(410).json({ ...erasedBody, error: erasedBody.message })
    return view.document
  }

  const didText = async (issuer = did): Promise<string> =>
    JSON.stringify(didDocumentOf(issuer, await keys.known()))

  api.serve(showCredential, async ({ params: { id } }, { req, res }) => {
    res.vary('Accept')
    const accepted = acceptedOf(req)
    if (accepted === 'text/html' || accepted === undefined) {
      return sendPublicPage(res, credentialPage(await register.find(id), clock.now()), site)
    }
    const content = await contentOf(id, res)
    if (content === null) return undefined
    return send(res, accepted, content.json)
  })

  api.serve(credentialBundle, async ({ params: { id } }, { res }) => {
    const content = await contentOf(id, res)
    if (content === null) return undefined
    const ownList = await lists.text(listIn(JSON.parse(content.json) as IssuedDocument))
    res.set('content-disposition', `attachment; filename="credential-${id}.json"`)
    // The signed texts verbatim: parsed and serialized again they could differ.
    const bundle = `{"credential":${content.json},"didDocument":${await didText(content.issuer.did)},"statusLists":[${ownList}]}`
    return send(res, 'application/json', bundle)
  })

  // Cached for 30 seconds, so that a change is visible everywhere within a minute.
  api.serve(statusList, async ({ params: { number } }, { res }) =>
    send(res, 'application/vc+ld+json', await lists.text(number), 30),
  )

  api.serve(didDocument, async (_, { res }) => {
    if ((await keys.known()).length === 0)
      throw new AppError('not-found', 'NO_CREDENTIAL_KEY', 'This site has signed no credential yet.')
    return send(res, 'application/did+ld+json', await didText(), 300)
  })
}
