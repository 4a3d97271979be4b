import { expect, test } from 'vitest'
import { digestOf } from '../../../src/modules/commerce/documents/document-digest.ts'
import { RecentRenderings } from '../../../src/modules/commerce/documents/recent-renderings.ts'

test('given a rendered document, when it is taken by its digest, then it is kept no longer', () => {
  const renderings = new RecentRenderings()
  const bytes = Buffer.from('%PDF-1.3')
  const digest = renderings.keep(bytes)
  expect(digest).toBe(digestOf(bytes))
  expect(renderings.take(null)).toBeNull()
  expect(renderings.take(digest)).toBe(bytes)
  expect(renderings.take(digest)).toBeNull()
})

test('given more documents than are kept, then the oldest is rendered anew', () => {
  const renderings = new RecentRenderings()
  const digests = Array.from({ length: 101 }, (_, n) => renderings.keep(Buffer.from(`document ${n}`)))
  expect(renderings.take(digests[0] ?? '')).toBeNull()
  expect(renderings.take(digests[1] ?? '')).not.toBeNull()
  expect(renderings.take(digests[100] ?? '')).not.toBeNull()
})
