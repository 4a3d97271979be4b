import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const commerce = 'src/modules/commerce'
/** The checkout press, and what is behind abstract classes on the way to the PDF. */
const starts = ['checkout/checkout.ts', 'invoices/issuing.ts', 'invoices/order-documents.ts']
const most = 93

/** Files of commerce that these import, of types too: a class is injected where only its type is imported. */
function reachedFrom(files: readonly string[]): string[] {
  const reached = new Set(files.map((file) => join(commerce, file)))
  for (const file of reached)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const imported = join(dirname(file), path)
      if (imported.startsWith(commerce)) reached.add(imported)
    }
  return [...reached]
}

test('given the way of a sale from the checkout press to the PDF, then its files are few enough to be read', () => {
  for (const start of starts) expect(existsSync(join(commerce, start)), start).toBe(true)
  const files = reachedFrom(starts)
  expect(files.length).toBeGreaterThan(starts.length)
  expect(files.length, files.sort().join('\n')).toBeLessThanOrEqual(most)
})
