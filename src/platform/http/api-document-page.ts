import express, { type Router } from 'express'
import type { Endpoint } from '../contract/endpoint.ts'
import { apiDocument } from './api-document.ts'
import type { SecurityHeaders } from './headers.ts'
import { inlineHashes } from './inline-hashes.ts'

export interface ApiDocumentOptions {
  title: string
  endpoints: () => readonly Endpoint[]
  headers: SecurityHeaders
}

/** `GET /api/openapi.json` and the page `/api/docs`. Both are made when first asked for: most processes never are. */
export function apiDocumentRoutes({ title, endpoints, headers }: ApiDocumentOptions): Router {
  const router = express.Router()
  let document: Record<string, unknown> | undefined
  let page: string | undefined
  const made = () => {
    document ??= apiDocument(title, endpoints())
    return document
  }
  router.get('/api/openapi.json', (_req, res) => {
    res.set('Cache-Control', 'no-cache').json(made())
  })
  router.get('/api/docs', (_req, res) => {
    page ??= pageOf(title, made())
    res.set(headers.document({ route: '/api/docs', ...inlineHashes(page) }))
    res.set('Cache-Control', 'no-cache').set('X-Robots-Tag', 'noindex').type('html').send(page)
  })
  return router
}

interface Operation {
  summary: string
  security?: Record<string, unknown>[]
  'x-roles'?: string[]
  'x-limit'?: string
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: { 'application/json': { schema: unknown } } }
  responses: Record<string, { content?: { 'application/json': { schema: unknown } } }>
}

const style = `
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:2rem 1rem;color:#1c2321;background:#fff}
h1{font-size:1.75rem}h2{font-size:1.25rem;margin-top:2.5rem}
details{border-top:1px solid #d5dad7;padding:.5rem 0}summary{cursor:pointer}
summary code{font-weight:600}small{color:#4b5651}
pre{background:#f3f5f4;border-radius:6px;overflow:auto;padding:1rem;font-size:.85rem}`

function pageOf(title: string, document: Record<string, unknown>): string {
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>)) {
    const group = path.split('/')[2] ?? 'api'
    const list = groups.get(group) ?? []
    for (const [method, operation] of Object.entries(methods)) list.push(detailsOf(method, path, operation))
    groups.set(group, list)
  }
  const sections = [...groups].map(([group, list]) => `<h2>${escaped(group)}</h2>${list.join('')}`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>
<p>The same as a document for tools: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>${sections.join('')}</main></body></html>`
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
  const answer = operation.responses['200']?.content?.['application/json'].schema
  return `<details><summary><code>${method.toUpperCase()} ${escaped(path)}</code> ${escaped(operation.summary)}
<small>${escaped(notes)}</small></summary>${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}${shown(
    'Body',
    operation.requestBody?.content['application/json'].schema,
  )}${shown('Answer', answer)}</details>`
}

function shown(name: string, schema: unknown): string {
  return schema === undefined ? '' : `<p>${name}</p><pre>${escaped(JSON.stringify(schema, null, 2))}</pre>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
