import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { namedGuards, namedJourneys, touchedBy } from '../support/changed-tests.ts'

const root = join(import.meta.dirname, '../..')
const all = globSync('tests/**/*.{spec,browser}.ts', { cwd: root })

it.each([
  ['src/modules/leads/lead-inbox.ts', 'tests/leads/inbox.api.spec.ts'],
  ['src/modules/commerce/pricing/coupons.ts', 'tests/commerce/pricing/coupon-race.api.spec.ts'],
  ['src/modules/commerce/finance/books/routes.ts', 'tests/commerce/books/books.api.spec.ts'],
  ['src/modules/commerce/pricing/routes.ts', 'tests/site/authorisation.api.spec.ts'],
  ['src/modules/commerce/domain/events.ts', 'tests/commerce/domain/golden.spec.ts'],
  ['src/modules/leadership/cohorts/seats/seat-offers.ts', 'tests/leadership/cohorts/seats/seats.api.spec.ts'],
  ['src/modules/leads/leads.ts', 'tests/architecture/sql-text.rules.spec.ts'],
  ['src/modules/identity/customers/identity-mails.ts', 'tests/content/promises.spec.ts'],
  ['tests/site/fuzz.api.spec.ts', 'tests/site/fuzz.api.spec.ts'],
])('given a change of %s, then %s is run', (path, test) => {
  expect(touchedBy([path], all).tests).toContain(test)
})

it.each([
  ['apps/web/src/site/home/home.tsx', 'tests/e2e/site-home.browser.ts'],
  ['apps/web/src/staff/leads/lead.tsx', 'tests/e2e/leads-inbox.browser.ts'],
  ['apps/web/src/shop/routes.tsx', 'tests/e2e/purchase.browser.ts'],
  ['tests/e2e/program.browser.ts', 'tests/e2e/program.browser.ts'],
])('given a change of %s, then the one journey is %s', (path, journey) => {
  expect(touchedBy([path], all).journeys).toEqual([journey])
})

it('given a folder of many tests, then a few are run and the others are named', () => {
  const { tests, moreTests } = touchedBy(['src/modules/commerce/orders/orders.ts'], all)
  expect(tests.length).toBeLessThanOrEqual(6)
  expect(moreTests.length).toBeGreaterThan(10)
  expect(moreTests.filter((path) => tests.includes(path))).toEqual([])
})

it('given a text that nothing tests, then nothing is run', () => {
  expect(touchedBy(['LICENSE'], all)).toEqual({
    sources: [],
    tests: [],
    moreTests: [],
    journeys: [],
    moreJourneys: [],
  })
})

it('given the map, then its tests, journeys and folders of the client exist', () => {
  expect(namedGuards.filter((path) => !existsSync(join(root, path)))).toEqual([])
  for (const { folder, names } of namedJourneys) {
    expect(statSync(join(root, 'apps/web/src', folder)).isDirectory(), folder).toBe(true)
    for (const name of names) expect(all).toContain(`tests/e2e/${name}.browser.ts`)
  }
})
