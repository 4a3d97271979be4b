import type { ApiRouter } from '#platform/http/routes.ts'
import type { Contents } from './contents.ts'
import {
  cancelSchedule,
  checkContent,
  publishState,
  schedulePublish,
  undoPublish,
} from './contract-publishing.ts'
import type { PublishCheck } from './publish-check.ts'
import type { PublishSchedule } from './publish-schedule.ts'
import type { Publishing } from './publishing.ts'

export function mountPublishRoutes(
  api: ApiRouter,
  contents: Contents,
  publishing: Publishing,
  schedule: PublishSchedule,
  check: PublishCheck,
): void {
  api.serve(publishState, async () => {
    const [{ current, undoTo }, scheduled] = await Promise.all([contents.published(), schedule.waiting()])
    return { production: { ...current, note: current.note ?? null }, undoTo, scheduled }
  })
  api.serve(checkContent, async () => ({ findings: await check.findings() }))
  api.serve(undoPublish, async ({ body }, call) => ({
    message: 'The publish was undone. Production shows what it showed before.',
    version: await publishing.undo(body.version, call.actor.username),
  }))
  api.serve(schedulePublish, async ({ body }, call) => {
    await schedule.set(new Date(body.publishAt), call.actor.username)
    return { message: 'The publish is scheduled.' }
  })
  api.serve(cancelSchedule, async ({ params }, call) => {
    await schedule.cancel(params.id, call.actor.username)
    return { message: 'The scheduled publish was cancelled.' }
  })
}
