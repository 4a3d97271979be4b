import type { ApiRouter } from '#platform/http/routes.ts'
import { actOnHook, listDeliveries, listHooks, saveHook } from './contract.ts'
import { hookEvents } from './domain/events.ts'
import type { HookEndpoints } from './endpoints.ts'

export function mountHookRoutes(api: ApiRouter, hooks: HookEndpoints): void {
  api.serve(listHooks, async () => ({ events: hookEvents, endpoints: await hooks.list() }))
  api.serve(saveHook, async ({ params, body }, { actor }) => ({
    secret: await hooks.save(params.id, body, actor.username),
  }))
  api.serve(actOnHook, async ({ params, body }, { actor }) => ({
    secret: await hooks.act(params.id, body, actor.username),
  }))
  api.serve(listDeliveries, async ({ params }) => ({ deliveries: await hooks.deliveries(params.id) }))
}
