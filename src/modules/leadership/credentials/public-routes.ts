import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Response } from 'express'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { DocumentCheck } from './check-document.ts'
import {
  type CredentialFile,
  credentialDirectory,
  credentialFile,
  credentialFiles,
  credentialFont,
  verifyFile,
  verifyPage,
} from './contract-public.ts'
import { fileOf } from './credential-files.ts'
import { credentialPage, hasFiles } from './credential-page.ts'
import { type CredentialRegister, pageSize } from './credential-register.ts'
import { OwnHosts } from './did.ts'
import { directoryPage } from './directory-page.ts'
import { type PublicSite, sendPublicPage } from './public-page.ts'
import { checkedAddress, checkedForm } from './verify-form.ts'
import { verifyPageOf } from './verify-page.ts'

export interface PublicPageParts {
  register: CredentialRegister
  check: DocumentCheck
  clock: Clock
  site: PublicSite & { formerPublicUrls: readonly string[] }
}

const types: Record<CredentialFile, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
}

const fonts = {
  'display.woff2': '@fontsource/newsreader/files/newsreader-latin-500-normal.woff2',
  'text.woff2': '@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff2',
  'strong.woff2': '@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff2',
}

/** Files, directory and check of credentials, without scripts. Mounted before `/credentials/:id`. */
export function mountPublicPages(api: ApiRouter, { register, check, clock, site }: PublicPageParts): void {
  const hosts = () => new OwnHosts(site.publicUrl, site.formerPublicUrls)
  for (const kind of credentialFiles)
    api.serve(credentialFile(kind), async ({ params: { id } }, { res }) => {
      const view = await register.find(id)
      if (view?.document == null || (kind !== 'json' && !hasFiles(view))) {
        const page = credentialPage(view, clock.now())
        return sendPublicPage(res, page.status === 200 ? { ...page, status: 403 } : page, site)
      }
      const body = await fileOf(kind, view, view.document)
      return sendFile(res, kind, `${kind === 'pdf' ? 'certificate' : 'credential'}-${id}.${kind}`, body)
    })

  api.serve(credentialDirectory, async ({ query: { q: text, page } }, { res }) => {
    const found = await register.directory({ page, text })
    return sendPublicPage(res, directoryPage({ ...found, page, text, pageSize }), site)
  })

  api.serve(verifyPage, async ({ query: { of } }, { res }) =>
    sendPublicPage(
      res,
      verifyPageOf(
        of === undefined ? null : await checkedAddress(of, site.publicUrl, hosts(), register, check),
      ),
      site,
    ),
  )

  api.serve(verifyFile, async ({ body }, { req, res }) =>
    sendPublicPage(
      res,
      verifyPageOf(
        await checkedForm(body as unknown as Buffer, req.headers['content-type'] ?? '', register, check),
      ),
      site,
    ),
  )

  api.serve(credentialFont, async ({ params: { name } }, { res }) => {
    res
      .set({ 'Cache-Control': 'public, max-age=2592000' })
      .type('font/woff2')
      .send(readFileSync(fileURLToPath(import.meta.resolve(fonts[name]))))
    return undefined
  })
}

function sendFile(res: Response, kind: CredentialFile, name: string, body: Buffer | string): undefined {
  res
    .set({
      'Content-Type': types[kind],
      // Badges are shown on other sites.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      'Content-Disposition': `${kind === 'json' ? 'attachment' : 'inline'}; filename="${name}"`,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      // The SVG has its style inside.
      ...(kind === 'svg'
        ? {
            'Content-Security-Policy':
              "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          }
        : {}),
    })
    .send(body)
  return undefined
}
