// Which file may import which. Severity is error or the rule is absent; a type-only import counts like any other.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

/** @type {Record<string, string[]>} */
const edges = JSON.parse(readFileSync(join(__dirname, 'src/modules/edges.json'), 'utf8'))

const neighbours = Object.entries(edges).map(([module, allowed]) => ({
  name: `neighbours-of-${module}`,
  comment: 'A module knows only the neighbours that src/modules/edges.json lists.',
  severity: 'error',
  from: { path: `^src/modules/${module}/` },
  to: { path: '^src/modules/', pathNot: [module, ...allowed].map((name) => `^src/modules/${name}/`) },
}))

/**
 * Contracts: what both sides of a call read, and with the rules of a module and the client's copy of the base template
 * all that the browser may import of `src/modules`. A contract stands beside the routes that serve it: the text
 * goes after the folder of a module or of a parent.
 */
const contract = '.*/contract[^/]*\\.ts$'

/**
 * Folders of `parent`, lowest first: none imports a higher one, nor the files beside them but contracts, rules.ts and index.ts.
 * @param {string} parent
 * @param {string[]} order
 */
const layers = (parent, order) =>
  order.map((layer, at) => ({
    name: `layer ${parent}: ${layer}`,
    comment: `In ${parent} imports go down only: ${order.join(' < ')}.`,
    severity: 'error',
    from: { path: `^${parent}/${layer}/` },
    to: {
      path: `^${parent}/`,
      pathNot: [
        ...order.slice(0, at + 1).map((lower) => `^${parent}/${lower}/`),
        `^${parent}${contract}`,
        `^${parent}/(index|rules)\\.ts$`,
      ],
    },
  }))

const commerce = [
  'domain',
  'vendor-pack',
  'payments/stripe',
  'orders',
  'payments/bank-transfers',
  'pricing',
  'tax',
  'checkout',
  'invoices',
  'quotes',
  'withdrawals',
  'finance',
]
const leadership = ['domain', 'calculator', 'cohorts', 'credentials', 'reports']
const identity = ['domain', 'accounts', 'sessions', 'customers', 'staff', 'organizations']
const platform = [
  'kernel',
  'contract',
  'database',
  'config',
  'telemetry',
  'jobs',
  'event-log',
  'storage',
  'audit',
  'settings',
  'challenge',
  'http',
  'privacy',
  'export',
  'pdf',
  'mail',
]
/** Applications over what they share; a later one may send people on to an earlier one. */
const client = ['lib', 'first-load', 'ui', 'site', 'shop', 'account', 'staff']
const finance = [
  'books',
  'log',
  'verification',
  'search',
  'inbox',
  'register',
  'receivables',
  'schedule',
  'payouts',
  'journal',
  'exports',
  'reconciliation',
  'bank-transfers',
  'mails',
]

module.exports = {
  forbidden: [
    ...neighbours,
    ...layers('src/modules/commerce', commerce),
    ...layers('src/modules/commerce/finance', finance),
    ...layers('src/modules/leadership', leadership),
    ...layers('src/modules/identity', identity),
    ...layers('apps/web/src', client),
    ...layers('src/platform', platform),
    {
      name: 'public-api-between-modules',
      comment: 'Neighbours talk through index.ts only.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/index\\.ts$'] },
    },
    {
      name: 'light-public-api',
      comment: 'index.ts never leads to the implementation: that is how containers grow cycles.',
      severity: 'error',
      from: { path: '^src/modules/[^/]+/index\\.ts$' },
      to: {
        path: '^src/',
        pathNot: ['^src/platform/kernel/', '^src/modules/[^/]+/domain/', '^src/modules/[^/]+/[^/]+/domain/'],
      },
    },
    {
      name: 'composition-root-only',
      comment: 'module.ts is read by the composition root and nobody else.',
      severity: 'error',
      from: { path: '^(src|apps)/', pathNot: ['^src/server/(app|services)\\.ts$'] },
      to: { path: '^src/modules/[^/]+/module\\.ts$' },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/(modules/|server/|main\\.ts)' },
    },
    {
      name: 'server-above-modules',
      comment: 'The server puts modules together; none of them knows it.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '^src/(server/|main\\.ts)' },
    },
    {
      name: 'server-through-public-files',
      comment: 'The server enters a module where the module says so: commands.ts is for the command line.',
      severity: 'error',
      from: { path: '^src/server/' },
      to: {
        path: '^src/modules/',
        pathNot: ['^src/modules/[^/]+/(module|migrations|commands|index|contract)\\.ts$'],
      },
    },
    {
      name: 'lab-is-its-own-program',
      comment: 'The payment lab shares the kernel with the product, and nothing else.',
      severity: 'error',
      from: { path: '^apps/payment-lab/' },
      to: { path: '^(src|apps/web)/', pathNot: '^src/platform/kernel/' },
    },
    {
      name: 'pure-domain',
      comment: 'Rules import the rules of their module and the kernel: no clock, no I/O.',
      severity: 'error',
      from: { path: ['^src/modules/([^/]+)/domain/', '^src/modules/([^/]+)/[^/]+/domain/'] },
      to: {
        pathNot: [
          '^src/modules/$1/domain/',
          '^src/modules/$1/[^/]+/domain/',
          '^src/platform/kernel/(error|money|actor|logo|plain|time-zone)\\.ts$',
        ],
      },
    },
    {
      name: 'contract-imports-zod-only',
      comment: 'The browser reads contracts, so they stay light.',
      severity: 'error',
      from: { path: `^src/modules/([^/]+)${contract}` },
      to: {
        pathNot: [
          '^src/platform/(contract|kernel)/',
          `^src/modules/$1${contract}`,
          '^src/modules/$1/(rules|sections?[^/]*)\\.ts$',
          '^src/modules/$1/(sections|domain)/',
          '^src/modules/$1/[^/]+/domain/',
          '^node_modules/zod/',
        ],
      },
    },
    {
      name: 'browser-sees-contracts-only',
      severity: 'error',
      from: { path: '^apps/web/src/' },
      to: {
        path: '^src/',
        pathNot: [
          `^src/modules/[^/]+${contract}`,
          '^src/modules/[^/]+/rules\\.ts$',
          '^src/modules/leadership/(calculator|cohorts|credentials)/domain/',
          '^src/modules/content/base-template/',
          '^src/platform/(contract|kernel)/',
        ],
      },
    },
    {
      name: 'staff-stands-alone',
      comment: 'The staff application shares ui and lib with the others, and nothing else.',
      severity: 'error',
      from: { path: '^apps/web/src/staff/' },
      to: { path: '^apps/web/src/(site|shop|account)/' },
    },
    {
      name: 'lab-behind-http',
      comment: 'Only start.ts starts the payment lab; everything else speaks HTTP to it.',
      severity: 'error',
      from: { path: '^(src|apps/web)/', pathNot: '^src/server/start\\.ts$' },
      to: { path: '^apps/payment-lab/' },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^(src|apps)/' }, to: { circular: true } },
    {
      name: 'source-never-imports-tests',
      severity: 'error',
      from: { path: '^(src|apps)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: { path: '^(src|apps|tests)/' },
      to: { couldNotResolve: true, pathNot: ['\\.css', '\\.svg', '\\.woff2', '^virtual:', '^vite/client$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '^node_modules/\\.cache/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
}
