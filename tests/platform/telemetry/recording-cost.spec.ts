import { expect, test } from 'vitest'
import { newWork, runWork } from '#platform/telemetry/current-work.ts'
import { recordingCost } from '#platform/telemetry/recording-cost.ts'

test('given a request that asks what recording costs, then its own statements are not counted with the measured ones', async () => {
  const work = newWork('request-1', 'GET /api/performance/load')
  const cost = await runWork(work, async () => recordingCost())
  expect(cost).toBeGreaterThan(0)
  expect([work.statementCount, work.databaseSeconds, work.statements]).toEqual([0, 0, []])
})
