import { expect, it } from 'vitest'
import type { CohortDates } from '../../src/modules/leadership/index.ts'
import type { Config } from '../../src/platform/config/config.ts'
import type { Settings } from '../../src/platform/settings/settings.ts'
import { publicConfig } from '../../src/server/pages/public-config.ts'

const config = { assets: {}, linkedIn: {}, stripe: {} } as Config
const settings = {
  read: async () => ({ nextCohort: 'Autumn' }),
} as unknown as Settings
const dates = (placesLeft: number) =>
  ({
    upcoming: async () => [{ id: 'a', startsOn: '2033-03-07', coachingWeeks: [4, 9], placesLeft }],
  }) as unknown as CohortDates

it('given dates that are all full, then none of them is named as the next start', async () => {
  const told = async (left: number) => (await publicConfig(config, settings, 'pk', dates(left))).nextCohort
  expect(await told(1)).toBe('Monday, March 7, 2033')
  expect(await told(0)).toBe('Autumn')
})
