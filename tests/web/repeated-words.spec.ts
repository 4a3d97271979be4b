import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { App } from '../../apps/web/src/app.tsx'
import { configFrom } from '../../apps/web/src/lib/config.ts'
import { contentKey } from '../../apps/web/src/lib/content.ts'
import { keyed } from '../../apps/web/src/lib/keyed.ts'
import { createQueryClient } from '../../apps/web/src/lib/query-client.ts'
import { routes } from '../../apps/web/src/routes.ts'
import { preloadSections } from '../../apps/web/src/site/home/home.tsx'
import { Providers } from '../../apps/web/src/ui/providers.tsx'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'

/** The lists that were rendered, as the keys of their items. */
const lists = vi.hoisted((): string[][] => [])

const noteKeys = vi.hoisted(() => (props: unknown): void => {
  const { children } = props as { children?: unknown }
  const keysOf = (items: unknown): string[] =>
    Array.isArray(items)
      ? items.map((item) => (item as ReactElement | null)?.key).filter((key) => typeof key === 'string')
      : []
  lists.push(keysOf(children), ...(Array.isArray(children) ? children : []).map(keysOf))
})

// Which of the two runtimes is used depends on NODE_ENV.
vi.mock('react/jsx-dev-runtime', async (load) => {
  const runtime = await load<typeof import('react/jsx-dev-runtime')>()
  const jsxDEV: typeof runtime.jsxDEV = (type, props, ...rest) => {
    noteKeys(props)
    return runtime.jsxDEV(type, props, ...rest)
  }
  return { ...runtime, jsxDEV }
})
vi.mock('react/jsx-runtime', async (load) => {
  const runtime = await load<typeof import('react/jsx-runtime')>()
  const noting =
    (make: typeof runtime.jsx): typeof runtime.jsx =>
    (type, props, key) => {
      noteKeys(props)
      return make(type, props, key)
    }
  return { ...runtime, jsx: noting(runtime.jsx), jsxs: noting(runtime.jsxs) }
})

/** The value with the same words in each text of several words. */
function repeated<T>(value: T): T {
  if (typeof value === 'string') return (value.includes(' ') ? 'Same words' : value) as T
  if (Array.isArray(value)) return value.map(repeated) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, repeated(part)])) as T
}

test('given an editor who wrote the same words everywhere, then no list of a public page has two items with one key', async () => {
  const rendered = routes.filter((route) => route.rendered)
  await Promise.all([...rendered.map((route) => route.page.preload()), preloadSections()])
  const client = createQueryClient()
  client.setQueryData(contentKey, { pages: repeated(baseTemplate.pages) })
  for (const { path } of rendered)
    renderToStaticMarkup(
      createElement(
        Providers,
        { client, config: configFrom({}) } as Parameters<typeof Providers>[0],
        createElement(StaticRouter, { location: path }, createElement(App)),
      ),
    )
  client.clear()
  expect(lists.filter((keys) => keys.length > 1).length).toBeGreaterThan(20)
  expect(lists.filter((keys) => new Set(keys).size < keys.length)).toEqual([])
})

test('given texts that repeat, then their keys differ, and those of the others stay when one is added', () => {
  const keysOf = (...texts: string[]): string[] => keyed(texts, (text) => text).map(([key]) => key)
  expect(keysOf('a', 'b', 'a', '1 a')).toEqual(['0 a', '0 b', '1 a', '0 1 a'])
  expect(keysOf('new', 'a', 'b')).toEqual(expect.arrayContaining(keysOf('a', 'b')))
})
