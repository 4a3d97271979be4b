import { expect, test } from 'vitest'
import type { Settings } from '#platform/settings/settings.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { SellerCheck } from '../../../src/modules/commerce/documents/seller-check.ts'

async function said(
  seller: { name: string; addressLines: string[] },
  isProduction = true,
): Promise<string[]> {
  const lines: string[] = []
  const settings = { read: async () => seller } as unknown as Settings
  const log = { logger: { warn: (line: string) => lines.push(line) } } as unknown as Log
  await new SellerCheck(settings, log, isProduction).start()
  return lines
}

test('given no seller in production, when it starts, then one line says what is missing and where to set it', async () => {
  const line = 'of the seller: set it in the admin screen, Settings, Seller and tax.'
  expect(await said({ name: '', addressLines: [] })).toEqual([
    `Invoices are issued without the name and the address ${line}`,
  ])
  expect(await said({ name: 'Veralead GmbH', addressLines: [] })).toEqual([
    `Invoices are issued without the address ${line}`,
  ])
  expect(await said({ name: 'Veralead GmbH', addressLines: ['1 Main Street'] })).toEqual([])
  expect(await said({ name: '', addressLines: [] }, false)).toEqual([])
})
