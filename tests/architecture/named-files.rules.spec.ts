import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const pages = globSync(
  [
    '*.md',
    '{src,apps,scripts,tests}/**/README.md',
    'docs/*.md',
    'docs/{decisions,operations,performance}/README.md',
    'docs/operations/*.md',
  ],
  {
    cwd: root,
    exclude: ['CHANGELOG.md', 'docs/{checklist,promises}.md', '**/node_modules/**'],
  },
)
const sources = globSync('src/**/*.ts', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))
const tables = new Set(
  sources
    .flatMap((text) => [...text.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g)])
    .map(([, name]) => name),
)

/** What a page puts between backticks, outside of its blocks of code. */
const named = (page: string): string[] =>
  [...page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
const isFile = (word: string): boolean =>
  /^(?!\*|DATA_DIR|\/?\.well-known|did\.json)[\w.{},*/-]+\.(?:ts|tsx|mjs|cjs|json|md|sql|sh)$/.test(word)
const isFolder = (word: string): boolean =>
  /^(?:src|apps|docs|tests|scripts|docker|bin|site|shop|account|staff)\/[\w./-]*$/.test(word)
const isTable = (word: string): boolean =>
  /^(?:platform|content|hooks|leads|identity|commerce|leadership|program|performance)_[a-z_]+$/.test(word)

const files = globSync('{src,apps,scripts,tests,docs,docker,bin}/**/*.*', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).toSorted()

/** A page of a module names files of its module by the end of their path; each page names others from the root, src or src/modules. */
function isThere(page: string, word: string): boolean {
  const [, home = ''] = /^(src\/modules\/\w+|apps\/[\w-]+)\//.exec(page) ?? []
  const inside = files.some((path) => path.startsWith(home) && `/${path}`.endsWith(`/${word}`))
  if (inside) return true
  return [
    '',
    'src/',
    'src/modules/',
    'apps/web/src/',
    'apps/web/src/first-load/',
    'tests/e2e/',
    `${dirname(page)}/`,
  ].some((folder) => {
    const path = join(root, folder, word)
    return /[*{]/.test(word) ? globSync(path).length > 0 : existsSync(path)
  })
}

/** Classes, events and other names of the code. */
const names = new Set(sources.flatMap((text) => text.match(/\b[A-Z][a-z]+[A-Z]\w+\b/g) ?? []))
const isName = (word: string): boolean => /^[A-Z][a-z]+[A-Z][A-Za-z]+$/.test(word)

describe.each(pages)('given %s', (page) => {
  const text = readFileSync(join(root, page), 'utf8')

  it('then the files and folders that it names exist', () => {
    const words = named(text).filter((word) => isFile(word) || isFolder(word))
    expect(words.filter((word) => !isThere(page, word))).toEqual([])
  })

  it('then the tables that it names exist', () => {
    expect(named(text).filter((word) => isTable(word) && !tables.has(word))).toEqual([])
  })

  it.runIf(page.startsWith('src/modules/'))('then the classes and events that it names exist', () => {
    expect(named(text).filter((word) => isName(word) && !names.has(word))).toEqual([])
  })

  it('then its links to files lead to files', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path)
    const inside = links.filter((path) => !/^(?:https?|mailto):/.test(path))
    expect(inside.filter((path) => !existsSync(join(root, dirname(page), path)))).toEqual([])
  })
})

it('given the pages, then every module and every slice of a large module has one', () => {
  const slices = {
    commerce: [
      'checkout',
      'finance',
      'invoices',
      'orders',
      'payments/bank-transfers',
      'payments/stripe',
      'pricing',
      'tax',
      'quotes',
      'withdrawals',
      'vendor-pack',
    ],
    identity: ['accounts', 'customers', 'organizations', 'sessions', 'staff'],
    leadership: ['calculator', 'cohorts', 'cohorts/seats', 'credentials', 'reports'],
  }
  const wanted = [
    ...['commerce', 'content', 'hooks', 'identity', 'leadership', 'leads', 'performance'],
    ...Object.entries(slices).flatMap(([module, names]) => names.map((name) => `${module}/${name}`)),
  ]
  expect(wanted.filter((name) => !pages.includes(`src/modules/${name}/README.md`))).toEqual([])
})

it('given the decisions, then their list has each with its title', () => {
  const list = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
  const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: root })
  expect(decisions.length).toBeGreaterThan(80)
  const unlisted = decisions.filter((path) => {
    const [, title] = /^# \d{3}\. (.+)$/m.exec(readFileSync(join(root, path), 'utf8')) ?? []
    return title === undefined || !list.includes(`(${path.slice('docs/decisions/'.length)}) ${title}`)
  })
  expect(unlisted).toEqual([])
})
