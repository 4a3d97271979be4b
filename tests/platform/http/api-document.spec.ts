import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { apiDocument } from '#platform/http/api-document.ts'

test('given many endpoints, then their description is made in many turns of the loop', async () => {
  const endpoints = Array.from({ length: 50 }, (_, i) =>
    endpoint({
      method: 'GET',
      path: `/api/${i}`,
      summary: 'One of many',
      access: 'public',
      response: z.string(),
    }),
  )
  let turns = 0
  let made = false
  const count = (): void => {
    turns += 1
    if (!made) setImmediate(count)
  }
  setImmediate(count)
  const document = await apiDocument('Ours', 'https://ours.example', endpoints)
  made = true
  expect(Object.keys(document.paths as object)).toHaveLength(50)
  expect(turns).toBeGreaterThanOrEqual(50)
})
