import type {
  cancelSchedule,
  publishState,
  schedulePublish,
  undoPublish,
} from '#modules/content/contract-publishing.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type PublishState = AnswerOf<typeof publishState>

export const publishingKey = ['admin', 'publishing'] as const

export const loadPublishing = () => call<typeof publishState>('GET', '/api/cms/publishing')

export const undoLastPublish = (version: number) =>
  call<typeof undoPublish>('POST', '/api/cms/publish/undo', { body: { version } })

export const setSchedule = (publishAt: string) =>
  call<typeof schedulePublish>('PUT', '/api/cms/schedule', { body: { publishAt } })

export const dropSchedule = (id: number) =>
  call<typeof cancelSchedule>('DELETE', '/api/cms/schedule/:id', { params: { id } })
