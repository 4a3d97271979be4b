import type { ApiRouter } from '#platform/http/routes.ts'
import { actionOf } from '../../domain/difference.ts'
import { financeReconciliation, runReconciliation, settleDifference, settleDifferences } from './contract.ts'
import type { Difference, Differences } from './differences.ts'
import type { Reconciliations, Run } from './reconciliations.ts'
import type { Settlements } from './settlements.ts'

export interface ReconciliationParts {
  reconciliations: Reconciliations
  differences: Differences
  settlements: Settlements
}

const mostOpen = 500
const mostSettled = 50

export function mountReconciliationRoutes(api: ApiRouter, parts: ReconciliationParts): void {
  const { reconciliations, differences, settlements } = parts

  const answer = async (run: Run | null) => {
    const [open, settled, counts] = await Promise.all([
      differences.open(mostOpen),
      differences.settledLast(mostSettled),
      differences.counts(),
    ])
    return {
      report: run,
      open: open.map(differenceView),
      settled: settled.map(differenceView),
      counts,
    }
  }

  api.serve(financeReconciliation, async () => answer(await reconciliations.last()))

  api.serve(runReconciliation, async (_, call) => answer(await reconciliations.run(call.actor.username)))

  api.serve(settleDifference, async ({ params, body }, call) => {
    const author = { actor: call.actor, requestId: call.requestId }
    return { difference: differenceView(await settlements.settle(params.id, body.action, author)) }
  })

  api.serve(settleDifferences, async ({ body: { ids, action } }, call) => {
    const author = { actor: call.actor, requestId: call.requestId }
    const { settled, failures } = await settlements.settleAll(ids, action, author)
    return { settled: settled.map(differenceView), failures }
  })
}

/** A difference with the one action that settles it; null once it is settled. */
export const differenceView = (difference: Difference) => ({
  ...difference,
  action: difference.state === 'open' ? actionOf(difference.kind) : null,
})
