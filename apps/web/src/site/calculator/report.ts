import type { listSources } from '#modules/leadership/contract.ts'
import { type CostReport, costReport, type ReportRequest } from '#modules/leadership/domain/cost-report.ts'
import { reportPdf } from '#modules/leadership/domain/report-pdf.ts'
import { call } from '../../lib/call.ts'
import { inputsFrom, sourcesByInput } from './cost-form.ts'
import type { Outcome, SavedResult } from './saved-result.ts'

/** What a report is made from; undefined when the form is not complete, which a saved calculation may outlive. */
export function reportRequest(saved: SavedResult, { adjusted }: Outcome): ReportRequest | undefined {
  const inputs = inputsFrom(saved.formData)
  return inputs && { inputs, sources: sourcesByInput(saved.selectedFactors), adjusted }
}

/** The report as a file, made in this browser. Only the list of all sources is fetched, and it may fail. */
export async function reportFile(
  request: ReportRequest,
  frame: Pick<CostReport, 'brand' | 'title'>,
): Promise<Blob> {
  const known = await call<typeof listSources>('GET', '/api/leadership/sources').then(
    ({ sources }) => sources,
    () => [],
  )
  const report = costReport(request, {
    ...frame,
    address: `${window.location.host}/leadership-cost-calculator`,
    made: new Date(),
    known,
  })
  const bytes = Uint8Array.from(reportPdf(report), (character) => character.charCodeAt(0))
  return new Blob([bytes], { type: 'application/pdf' })
}

/** Hands `file` to the browser's downloads. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
