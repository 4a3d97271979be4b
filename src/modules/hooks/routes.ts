import type { ApiRouter } from '#platform/http/routes.ts'
import * as calls from './contract.ts'
import type { HookEndpoints } from './endpoints.ts'

export function mountHookRoutes(api: ApiRouter, hooks: HookEndpoints): void {
  api.serve(calls.listHooks, () => hooks.list())
  api.serve(calls.saveHook, async ({ params, body }, { actor }) => ({
    secret: await hooks.save(params.id, body, actor.username),
  }))
  api.serve(calls.actOnHook, async ({ params, body }, { actor }) => ({
    secret: await hooks.act(params.id, body.action, actor.username),
  }))
  api.serve(calls.deleteHook, ({ params }, { actor }) => hooks.delete(params.id, actor.username))
  api.serve(calls.listDeliveries, async ({ params, query }) => ({
    deliveries: await hooks.deliveries(params.id, query.before),
  }))
  api.serve(calls.sendHookAgain, async ({ params, body }, { actor }) => ({
    sent: await hooks.sendAgain(params.id, body, actor.username),
  }))
}
