import { parseInput } from '#platform/http/validation.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { ReportRequested } from './contract.ts'
import { costReport, type ReportRequest } from './domain/cost-report.ts'
import { reportPdf } from './domain/report-pdf.ts'
import { CostReports } from './index.ts'
import type { ResearchSources } from './research-sources.ts'

/** Reports as PDF, with the sources as they are at that time. */
export class PdfCostReports extends CostReports {
  readonly #sources: ResearchSources
  readonly #clock: Clock
  readonly #frame: { brand: string; address: string }

  constructor(sources: ResearchSources, clock: Clock, frame: { brand: string; address: string }) {
    super()
    this.#sources = sources
    this.#clock = clock
    this.#frame = frame
  }

  override read(value: unknown): ReportRequest {
    return parseInput(ReportRequested, value, 'report', ['report'])
  }

  override async pdf(request: ReportRequest): Promise<{ content: Buffer; total: string }> {
    const report = costReport(request, {
      ...this.#frame,
      title: 'Your Estimated Cost of Inauthentic Leadership',
      made: this.#clock.now(),
      known: await this.#sources.list(),
    })
    return { content: Buffer.from(reportPdf(report), 'latin1'), total: report.total }
  }
}
