import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer, Moment, priced } from '#platform/contract/wire.ts'
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

test('given dates and amounts in an answer, then the document shows how they travel', async () => {
  const sale = endpoint({
    method: 'GET',
    path: '/api/sale',
    summary: 'A sale',
    access: 'public',
    response: answer({
      sale: priced(z.object({ at: Moment.nullable(), total: Amount, currency: z.string() })),
    }),
  })
  const document = await apiDocument('Ours', 'https://ours.example', [sale])
  expect(document).toMatchObject({
    paths: {
      '/api/sale': {
        get: {
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: {
                    required: ['success', 'sale'],
                    properties: {
                      sale: {
                        required: ['at', 'total', 'currency'],
                        properties: {
                          at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
                          total: { type: 'string' },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  })
})
