import { execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const edges = JSON.parse(readFileSync(join(root, 'src/modules/edges.json'), 'utf8')) as Record<
  string,
  string[]
>
const modules = Object.keys(edges)
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: { name: string }[]
}
const rules = forbidden.map(({ name }) => name)

interface Cruise {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
}

/** The json reporter exits 0 even on breaches, so its output is what counts. */
function cruise(directory: string, folders: string[]): Cruise {
  const output = execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
      ...folders,
    ],
    { cwd: directory, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(output) as Cruise
}

/** One breach per rule: the file that breaks it, and what must exist for it to break it. */
const breaches: Record<string, Record<string, string>> = {
  'public-api-between-modules': {
    'src/modules/commerce/breach-public-api.ts': `import '../identity/secret.ts'`,
    'src/modules/identity/secret.ts': 'export const secret = 1',
  },
  'light-public-api': {
    'src/modules/leads/index.ts': `import './leads.ts'`,
    'src/modules/leads/leads.ts': 'export const leads = 1',
  },
  'composition-root-only': {
    'src/modules/content/breach-module.ts': `import './module.ts'`,
    'src/modules/content/module.ts': 'export const contentModule = 1',
  },
  'platform-knows-no-module': {
    'src/platform/http/breach.ts': `import '../../modules/identity/index.ts'`,
    'src/modules/identity/index.ts': 'export const identity = 1',
  },
  'server-above-modules': {
    'src/modules/content/breach-server.ts': `import '../../server/start.ts'`,
    'src/server/start.ts': 'export const start = 1',
  },
  'server-through-public-files': {
    'src/server/cli/breach.ts': `import '../../modules/commerce/orders/orders.ts'`,
    'src/modules/commerce/orders/orders.ts': 'export const orders = 1',
  },
  'lab-is-its-own-program': {
    'apps/payment-lab/breach.ts': `import '../../src/platform/http/server.ts'`,
    'src/platform/http/server.ts': 'export const server = 1',
  },
  'pure-domain': { 'src/modules/commerce/domain/breach.ts': `import 'node:fs'` },
  'contract-imports-zod-only': {
    // Beside the routes of a layer, as well as at the top of a module.
    'src/modules/commerce/finance/books/contract.ts': `import './books.ts'`,
    'src/modules/commerce/finance/books/books.ts': 'export const books = 1',
  },
  'browser-sees-contracts-only': {
    'apps/web/src/shop/orders/breach.ts': `import type { Orders } from '../../../../../src/modules/commerce/orders/orders.ts'`,
    'src/modules/commerce/orders/orders.ts': 'export interface Orders { a: 1 }',
  },
  'staff-stands-alone': {
    'apps/web/src/staff/breach.ts': `import '../site/page.ts'`,
    'apps/web/src/site/page.ts': 'export const page = 1',
  },
  'lab-behind-http': {
    'src/platform/http/breach-lab.ts': `import '../../../apps/payment-lab/lab.ts'`,
    'apps/payment-lab/lab.ts': 'export const lab = 1',
  },
  'no-cycles': {
    'src/platform/kernel/left.ts': `import './right.ts'`,
    'src/platform/kernel/right.ts': `import './left.ts'`,
  },
  'source-never-imports-tests': {
    'src/platform/kernel/breach-tests.ts': `import '../../../tests/planted.ts'`,
    'tests/planted.ts': 'export const planted = 1',
  },
  'everything-resolves': { 'src/platform/kernel/breach-lost.ts': `import './nowhere.ts'` },
}

for (const name of modules) {
  const stranger = modules.find((other) => other !== name && !edges[name]?.includes(other))
  if (stranger === undefined) continue
  breaches[`neighbours-of-${name}`] = {
    [`src/modules/${name}/breach-neighbour.ts`]: `import '../${stranger}/index.ts'`,
    [`src/modules/${stranger}/index.ts`]: `export const api = '${stranger}'`,
  }
}

/** `layer <parent>: <layer>`, lowest first within a parent; a layer may be a folder within a folder. */
const layersOf = Map.groupBy(
  rules.flatMap((name) => {
    const [, parent = '', layer = ''] = /^layer (.+): (.+)$/.exec(name) ?? []
    return parent === '' ? [] : [{ parent, layer }]
  }),
  ({ parent }) => parent,
)
for (const [parent, found] of layersOf) {
  for (const [at, { layer }] of found.entries()) {
    // The highest layer must not import what binds it, the others not the layer above them.
    const above = found[at + 1]?.layer
    const imported = above ? `${above}/above.ts` : 'beside.ts'
    breaches[`layer ${parent}: ${layer}`] = {
      [`${parent}/${layer}/breach-layer.ts`]: `import '${relative(layer, imported)}'`,
      [`${parent}/${imported}`]: 'export const above = 1',
    }
  }
}

describe('the import rules', () => {
  let planted: string

  beforeAll(() => {
    planted = mkdtempSync(join(tmpdir(), 'import-rules-'))
    for (const file of [
      '.dependency-cruiser.cjs',
      'tsconfig.json',
      'package.json',
      'src/modules/edges.json',
    ]) {
      mkdirSync(dirname(join(planted, file)), { recursive: true })
      cpSync(join(root, file), join(planted, file))
    }
    symlinkSync(join(root, 'node_modules'), join(planted, 'node_modules'))
    for (const files of Object.values(breaches)) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(planted, path)), { recursive: true })
        writeFileSync(join(planted, path), `${text}\nexport {}\n`, { flag: 'a' })
      }
    }
  })

  afterAll(() => rmSync(planted, { recursive: true, force: true }))

  it('given the real tree, then its files are read and no rule is broken', () => {
    const { summary } = cruise(root, ['src', 'apps', 'tests'])
    expect(summary.totalCruised).toBeGreaterThan(150)
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
  })

  it('given one planted breach per rule, then every rule reports its own', () => {
    const reported = new Set(
      cruise(planted, ['src', 'apps', 'tests']).summary.violations.map(({ rule }) => rule.name),
    )
    expect(Object.keys(breaches).filter((rule) => !reported.has(rule))).toEqual([])
  })

  it('given the rules of the configuration, then each has a planted breach', () => {
    expect(rules.length).toBeGreaterThan(25)
    expect(rules.filter((name) => !(name in breaches))).toEqual([])
  })

  it('given a module in layers, then each of its folders is one of them', () => {
    expect(layersOf.size).toBeGreaterThan(0)
    for (const [parent, found] of layersOf) {
      const layers = found.map(({ layer }) => layer)
      const files = globSync('*/**/*.ts', { cwd: join(root, parent) })
      expect(files.filter((file) => !layers.some((layer) => file.startsWith(`${layer}/`)))).toEqual([])
      expect(layers.filter((layer) => !files.some((file) => file.startsWith(`${layer}/`)))).toEqual([])
    }
  })

  it('given the module folders, then each is listed and has its files', () => {
    const folders = readdirSync(join(root, 'src/modules'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    expect(folders.map(({ name }) => name).sort()).toEqual([...modules].sort())
    for (const { name } of folders) {
      const files = readdirSync(join(root, 'src/modules', name))
      expect(files, name).toEqual(
        expect.arrayContaining(['README.md', 'contract.ts', 'index.ts', 'module.ts', 'routes.ts']),
      )
    }
  })
})
