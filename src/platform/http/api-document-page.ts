import { setImmediate as nextTurn } from 'node:timers/promises'
import { inspect } from 'node:util'
import { endpoint } from '../contract/endpoint.ts'
import { staffRoles } from '../kernel/actor.ts'
import { apiDocument } from './api-document.ts'
import type { ExpressApi } from './api-router.ts'
import { KeptDocument } from './document-table.ts'
import type { SecurityHeaders } from './headers.ts'
import { inlineHashes } from './inline-hashes.ts'

export interface ApiDocumentOptions {
  title: string
  /** The address of the site, which is known once it listens. */
  url: () => string
  headers: SecurityHeaders
  /** `staff`: only signed-in staff may read the document, because it describes every call, those of finance included. */
  readers: 'public' | 'staff'
  /** The `webhooks` of the document. */
  webhooks?: Record<string, unknown> | undefined
}

/**
 * `GET /api/openapi.json` and the page `/api/docs`. Both are made at the first request, from all mounted endpoints, as
 * most processes never get one, and are then kept as bytes.
 */
export function mountApiDocuments(api: ExpressApi, options: ApiDocumentOptions): void {
  const { title, url, headers, readers, webhooks } = options
  const document = lazily(() => apiDocument(title, url(), api.endpoints, webhooks))
  const access = readers === 'public' ? 'public' : ({ staff: staffRoles } as const)
  const limit = { points: 60, seconds: 60 }
  const kept = { 'Cache-Control': 'private, no-cache' }
  const serve = (path: string, summary: string, make: () => Promise<KeptDocument>): void => {
    const made = lazily(make)
    const described = endpoint({ method: 'GET', path, summary, access, limit, response: 'stream' })
    api.serve(described, async (_, { req, res }) => {
      const answer = await made()
      answer.answer(req, res)
      return undefined
    })
  }

  serve('/api/openapi.json', 'This description as OpenAPI 3.1', async () =>
    KeptDocument.of({
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(await document()),
      headers: kept,
    }),
  )
  serve('/api/docs', 'This description as a page', async () => {
    const html = await pageOf(title, await document())
    return KeptDocument.of({
      contentType: 'text/html; charset=utf-8',
      body: html,
      headers: {
        ...headers.document({ route: '/api/docs', ...inlineHashes(html) }),
        ...kept,
        'X-Robots-Tag': 'noindex',
      },
    })
  })
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

interface Operation {
  summary: string
  security?: Record<string, unknown>[]
  'x-roles'?: string[]
  'x-limit'?: string
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>
}

const style = `
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:2rem 1rem;color:#1c2321;background:#fff}
h1{font-size:1.75rem}h2{font-size:1.25rem;margin-top:2.5rem}
details{border-top:1px solid #d5dad7;padding:.5rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
summary code{font-weight:600}small{color:#4b5651}
pre{background:#f3f5f4;border-radius:6px;overflow:auto;padding:1rem;font-size:.85rem}`

/** The page, rendered one operation per turn of the event loop: all at once would take a tenth of a second. */
async function pageOf(title: string, document: Record<string, unknown>): Promise<string> {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>)) {
    const [, first = '', second = 'api'] = path.split('/')
    const group = first === 'api' ? second : first
    const list = groups.get(group) ?? []
    for (const [method, operation] of Object.entries(methods)) {
      await nextTurn()
      list.push(detailsOf(method, path, operation))
    }
    groups.set(group, list)
  }
  const sections = [...groups].map(([group, list]) => `<h2>${escaped(group)}</h2>${list.join('')}`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>
<p>Deeply nested parts are shortened to [Object] here. <a href="/api/openapi.json">The OpenAPI 3.1 document</a> has them whole.</p>${sections.join('')}</main></body></html>`
}

function detailsOf(method: string, path: string, operation: Operation): string {
  const access = operation['x-roles']
    ? `staff: ${operation['x-roles'].join(', ')}`
    : operation.security
      ? 'customer'
      : 'public'
  const notes = [access, operation['x-limit']].filter(Boolean).join(' · ')
  const parameters = (operation.parameters ?? []).map(
    (each) => `<li><code>${escaped(each.name)}</code> in ${each.in}${each.required ? ', required' : ''}</li>`,
  )
  const answer = operation.responses['200']?.content?.['application/json']?.schema
  return `<details><summary><code>${method.toUpperCase()} ${escaped(path)}</code> ${escaped(operation.summary)}
<small>${escaped(notes)}</small></summary>${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}${shown(
    'Body',
    Object.values(operation.requestBody?.content ?? {})[0]?.schema,
  )}${shown('Answer', answer)}</details>`
}

/** What is short in one line, and not deeper than nearly all schemas are: the page's content alone has 6,000 lines as JSON. */
const readable = { depth: 10, maxArrayLength: null, maxStringLength: null, breakLength: 110, compact: 4 }

function shown(name: string, schema: unknown): string {
  return schema === undefined ? '' : `<p>${name}</p><pre>${escaped(inspect(schema, readable))}</pre>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
