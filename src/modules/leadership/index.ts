import type { ReportRequest } from './domain/cost-report.ts'

export type { ReportRequest } from './domain/cost-report.ts'
export {
  adjustedTotal,
  type CostCategory,
  type CostInputs,
  calculateCost,
  categoryNames,
  costParts,
  overlapAdjustment,
} from './domain/formula.ts'

/** What neighbours may ask of the calculator: the report of a calculation, for those who want it by mail. */
export abstract class CostReports {
  /** Checks what a visitor's browser sent as the field `report`. Throws invalid, naming the field. */
  abstract read(given: unknown): ReportRequest
  /** The same figures that the visitor's browser shows, and their total in words ("$6,603,954"). */
  abstract pdf(request: ReportRequest): Promise<{ content: Buffer; total: string }>
}
