import { randomInt } from 'node:crypto'
import { test as base } from './journey.ts'

/**
 * A test whose visitor comes from a place of their own, as visitors do: more than five different senders from one
 * place within a minute are taken for a program, and the journeys send more than that when they run fast.
 */
export const test = base.extend({
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    const place = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
    await use({ ...extraHTTPHeaders, 'x-forwarded-for': place })
  },
})
