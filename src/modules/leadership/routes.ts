import type { ApiRouter } from '#platform/http/routes.ts'
import { sendPdf } from '#platform/http/send-pdf.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import {
  calculate,
  downloadReport,
  editableSources,
  listFactorSources,
  listSources,
  removeSource,
  saveSource,
  sourceFactors,
} from './contract.ts'
import { calculateCost } from './domain/formula.ts'
import type { CostReports } from './index.ts'
import type { ResearchSources } from './research-sources.ts'
import type { SourceEdits } from './source-edits.ts'

export function mountLeadershipRoutes(
  api: ApiRouter,
  sources: ResearchSources,
  edits: SourceEdits,
  reports: CostReports,
): void {
  api.serve(listSources, async () => ({ sources: await sources.list() }))
  api.serve(listFactorSources, async ({ params }) => ({
    sources: await sources.list(params.factorKey),
  }))
  api.serve(sourceFactors, ({ params }) => sources.factors(params.sourceName))
  api.serve(calculate, async ({ body }) => calculateCost(body.userInputs))
  api.serve(downloadReport, async ({ body }, { res }) => {
    const { content } = await reports.pdf(body)
    return sendPdf(res, { bytes: content, filename: 'leadership-cost.pdf', disposition: 'attachment' })
  })
  api.serve(editableSources, async () => {
    // Read before the sources: if a change comes between, the revision is too old and a save is refused, not too new.
    const revisions = await edits.revisions()
    const listed = await sources.list()
    return {
      sources: listed.map((source) => ({ ...source, revision: revisions.get(source.source_id) ?? 0 })),
      changes: await edits.changes(),
    }
  })
  api.serve(saveSource, async ({ params, body }, call) => {
    await assertPrintable(body)
    return { source: await edits.save(params.sourceId, body, call.actor.username) }
  })
  api.serve(removeSource, ({ params }, call) => edits.remove(params.sourceId, call.actor.username))
}
