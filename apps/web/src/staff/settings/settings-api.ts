import type { listSettings, saveSettings } from '#platform/contract/settings-contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type Section = AnswerOf<typeof listSettings>['sections'][number]

export const loadSettings = () => call<typeof listSettings>('GET', '/api/settings')

export const saveSection = (key: string, values: Record<string, unknown>, revision: string) =>
  call<typeof saveSettings>('PUT', '/api/settings/:key', { params: { key }, body: { values, revision } })
