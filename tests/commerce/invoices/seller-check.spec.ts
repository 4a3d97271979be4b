import { expect, test } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { SellerCheck } from '../../../src/modules/commerce/invoices/seller-settings.ts'

async function said(
  seller: { name: string; addressLines: string[] },
  { env = 'production', brandName = 'Veralead' }: { env?: Config['env']; brandName?: string } = {},
): Promise<string[]> {
  const lines: string[] = []
  const settings = { read: async () => seller } as unknown as Settings
  const log = { logger: { warn: (line: string) => lines.push(line) } } as unknown as Log
  await new SellerCheck(settings, log, { env, brandName }).start()
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
  expect(await said({ name: '', addressLines: [] }, { env: 'development' })).toEqual([])
})

test('given a brand with a sign that no font has, when it starts, then one line names the sign', async () => {
  const seller = { name: 'Veralead GmbH', addressLines: ['1 Main Street'] }
  expect(await said(seller, { brandName: '株式会社 🚀' })).toEqual([
    'BRAND_NAME has letters that documents cannot show: 🚀.',
  ])
})
