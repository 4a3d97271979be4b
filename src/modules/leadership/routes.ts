import type { ApiRouter } from '#platform/http/routes.ts'
import { calculate, listFactorSources, listSources, sourceFactors } from './contract.ts'
import { calculateCost } from './domain/formula.ts'
import type { ResearchSources } from './research-sources.ts'

export function mountLeadershipRoutes(api: ApiRouter, sources: ResearchSources): void {
  api.serve(listSources, async () => ({ success: true as const, sources: await sources.list() }))
  api.serve(listFactorSources, async ({ params }) => ({
    success: true as const,
    sources: await sources.list(params.factorKey),
  }))
  api.serve(sourceFactors, async ({ params }) => ({
    success: true as const,
    ...(await sources.factors(params.sourceName)),
  }))
  api.serve(calculate, async ({ body }) => ({ success: true as const, ...calculateCost(body.userInputs) }))
}
