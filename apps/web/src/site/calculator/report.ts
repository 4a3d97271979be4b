import type { listSources } from '#modules/leadership/contract.ts'
import { type CostReport, costReport, type ReportRequest } from '#modules/leadership/domain/cost-report.ts'
import { reportPdf } from '#modules/leadership/domain/report-pdf.ts'
import { call } from '../../lib/call.ts'
import { inputsFrom, sourcesByInput } from './cost-form.ts'
import type { Outcome, SavedResult } from './saved-result.ts'

/** The data of a report; undefined if the form is incomplete, which is possible with a saved calculation. */
export function reportRequest(saved: SavedResult, { adjusted }: Outcome): ReportRequest | undefined {
  const inputs = inputsFrom(saved.formData)
  return inputs && { inputs, sources: sourcesByInput(saved.selectedFactors), adjusted }
}

/** The report as a PDF file, made in the browser. It fetches the list of sources; without it, the report lists none. */
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

/** Downloads `file` in the browser. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
