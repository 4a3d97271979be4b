/** Which tests a change touches: the map of `npm run test:changed`. */

/** Guards of the whole product: where a path of the first column changes, the tests of the second speak up. */
const guards: [RegExp, string[]][] = [
  [/^src\/modules\/(?!.*migrations\.ts$).*\.ts$/, ['tests/architecture/sql-text.rules.spec.ts']],
  [/\/(tables|rows|migrations|[\w-]+\.sql)\.ts$/, ['tests/architecture/entities.int.spec.ts']],
  [/\/(contract|routes)[\w-]*\.ts$/, ['tests/site/authorisation.api.spec.ts']],
  [/-routes\.ts$/, ['tests/site/authorisation.api.spec.ts']],
  [/^src\/modules\/commerce\/domain\/events\.ts$/, ['tests/commerce/domain/golden.spec.ts']],
  [
    /-(mails|words)\.ts$|^apps\/web\/src\/(account|shop|site)\/|base-template\//,
    ['tests/content/promises.spec.ts'],
  ],
  [/^docs\/promises\.md$/, ['tests/content/promises.spec.ts']],
  [/^docs\/(operations\.md|kubernetes\/)/, ['tests/operations/kubernetes.spec.ts']],
  [/README\.md$|^CONTRIBUTING\.md$/, ['tests/architecture/named-files.rules.spec.ts']],
  [/^docs\/proof\.md$|^package(-lock)?\.json$/, ['tests/architecture/secrets.rules.spec.ts']],
  [/^package\.json$/, ['tests/architecture/stack.rules.spec.ts']],
]

/** Where the tests of a folder are; the first row that matches counts. */
const folders: [RegExp, string][] = [
  [
    /^src\/modules\/commerce\/(?:finance|payments)\/bank-transfers\//,
    'tests/commerce/payments/bank-transfers/',
  ],
  [/^src\/modules\/commerce\/finance\//, 'tests/commerce/books/'],
  [/^src\/modules\/commerce\/quotes\//, 'tests/commerce/pricing/'],
  [/^src\/modules\/commerce\/(domain|invoices|pricing|tax|vendor-pack)\//, 'tests/commerce/$1/'],
  [/^src\/modules\/leadership\/cohorts\/seats\//, 'tests/leadership/cohorts/seats/'],
  [/^src\/modules\/leadership\/(cohorts|credentials|reports)\//, 'tests/leadership/$1/'],
  [/^src\/modules\/([\w-]+)\//, 'tests/$1/'],
  [/^src\/platform\/([\w-]+)\//, 'tests/platform/$1/'],
  [/^src\/server\/(cli|doctor)\//, 'tests/operations/'],
  [/^src\/server\//, 'tests/site/'],
  [/^apps\/(web|payment-lab|world)\//, 'tests/$1/'],
]

/** The journeys of the folders of the client, the most telling one first; the first row that matches counts. */
const journeys: [string, string[]][] = [
  ['site/home', ['site-home', 'site-content']],
  ['site/about', ['site-about']],
  ['site/calculator', ['calculator-flow', 'calculator-words', 'calculator-scheduler', 'calculator-trouble']],
  ['site/leads', ['leads-forms']],
  ['site/people', ['site-about', 'paying-programme']],
  ['site', ['site-shell', 'site-access', 'site-arrival']],
  ['shop/program', ['paying-programme']],
  ['shop/questionnaire', ['paying-questionnaire']],
  ['shop/cohorts', ['paying-cohort', 'program']],
  ['shop/company', ['company-purchase']],
  ['shop/enrollment', ['paying-enrollment', 'paying-return']],
  ['shop/payment', ['paying-checkout', 'paying-details', 'paying-trouble', 'paying-stripe-policy']],
  ['shop', ['purchase', 'paying-checkout']],
  ['account/organization', ['organization']],
  ['account/profile', ['accounts-profile']],
  ['account/program', ['program']],
  ['account/sign-in', ['accounts-signin', 'accounts-guarded']],
  ['account/sign-up', ['accounts-signup']],
  ['account', ['accounts-guarded', 'accounts-signin']],
  ['staff/accounts', ['admin-staff', 'admin-session']],
  ['staff/certificates', ['credentials']],
  ['staff/cohorts', ['program']],
  ['staff/finance', ['finance', 'finance-refunds', 'finance-roles']],
  ['staff/leads', ['leads-inbox']],
  ['staff/performance', ['performance']],
  ['staff/receivables', ['company-purchase', 'finance']],
  ['staff/sign-in', ['admin-session']],
  ['staff/transfers', ['csv-statement', 'finance']],
  ['staff/prices', ['company-purchase', 'staff-demo']],
  ['staff/frame', ['admin-tabs', 'admin-addresses', 'admin-screen']],
  ['staff', ['admin', 'admin-screen', 'admin-addresses']],
  ['first-load', ['site-first-paint', 'site-untouched', 'site-early']],
  ['', ['purchase', 'site-shell']],
]

/** The words of a path that say what it is about, without those that many files have. */
const wordsOf = (path: string): Set<string> =>
  new Set(
    path
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 3 && !/^(modules|platform|tests|spec)$/.test(word)),
  )

function replaced(path: string, [pattern, target]: [RegExp, string]): string {
  return target.replace('$1', pattern.exec(path)?.[1] ?? '')
}

export interface Touched {
  /** Sources whose unit tests vitest finds by their imports. */
  sources: string[]
  /** Tests of vitest to run, those that changed themselves and the guards first. */
  tests: string[]
  /** The rest of the tests in the folder of a change, when there are too many for a minute. */
  moreTests: string[]
  journeys: string[]
  moreJourneys: string[]
}

/**
 * What to run for changed files.
 * @param changed paths from the root of the repository
 * @param all the test files of the repository
 * @param most how many tests of neighbour folders are run; the others are named only
 */
export function touchedBy(changed: readonly string[], all: readonly string[], most = 2): Touched {
  const exists = new Set(all)
  const own = changed.filter((path) => exists.has(path))
  const guarding = changed.flatMap((path) =>
    guards.flatMap(([pattern, files]) => (pattern.test(path) ? files : [])),
  )
  const near = new Map<string, number>()
  for (const path of changed) {
    const row = /\.(?:tsx?|css)$/.test(path) ? folders.find(([pattern]) => pattern.test(path)) : undefined
    if (row === undefined) continue
    const words = wordsOf(path)
    for (const test of all)
      if (test.startsWith(replaced(path, row))) {
        const shared = [...wordsOf(test)].filter((word) => words.has(word)).length
        near.set(test, Math.max(near.get(test) ?? 0, shared))
      }
  }
  // Unit tests are found by their imports; those of the client, which look at what is drawn, too.
  const started = [...near].filter(([path]) => /\.(int|api)\.spec\.ts$/.test(path))
  const ranked = started.toSorted((a, b) => b[1] - a[1]).map(([path]) => path)
  const first = [...new Set([...own.filter((path) => path.endsWith('.spec.ts')), ...guarding])].filter(
    (path) => exists.has(path),
  )
  const others = ranked.filter((path) => !first.includes(path))
  const walked = changed.flatMap((path) => {
    const [, inside] = /^apps\/web\/src\/(.*)$/.exec(path) ?? []
    if (inside === undefined) return []
    return journeys.find(([folder]) => inside.startsWith(folder))?.[1] ?? []
  })
  const ownJourneys = own.filter((path) => path.endsWith('.browser.ts'))
  const walks = [
    ...new Set([...ownJourneys, ...walked.map((name) => `tests/e2e/${name}.browser.ts`)]),
  ].filter((path) => exists.has(path))
  const journeysNow = Math.max(ownJourneys.length, 1)
  return {
    sources: changed.filter((path) => /^(src|apps|tests)\/.*\.tsx?$/.test(path) && !exists.has(path)),
    tests: [...first, ...others.slice(0, most)],
    moreTests: others.slice(most),
    journeys: walks.slice(0, journeysNow),
    moreJourneys: walks.slice(journeysNow),
  }
}

/** The journeys that the map names, for the test that compares them with the files. */
export const namedJourneys = journeys.map(([folder, names]) => ({ folder, names }))
/** The tests that the map names as guards. */
export const namedGuards = guards.flatMap(([, files]) => files)
