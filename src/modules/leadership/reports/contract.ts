import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { answer } from '#platform/contract/wire.ts'

/** What a participant did, as on the participant's own pages. */
const Progress = z.object({
  labsAttended: z.number().int(),
  assignmentsAccepted: z.number().int(),
  /** A valid certificate: its page, for everybody. */
  certificate: z.url().nullable(),
})

export const ReportRow = z.object({
  seatId: z.uuid(),
  /** The first day of the seat's cohort; null without a date. */
  startsOn: z.string().nullable(),
  /** Null for a seat that nobody has claimed, and for an erased person. */
  name: z.string().nullable(),
  state: z.enum(['shared', 'not-shared', 'not-claimed']),
  /** Null unless the participant shares it. */
  progress: Progress.nullable(),
})
export type ReportRow = z.output<typeof ReportRow>

const params = z.object({ id: InputId })
const common = { method: 'GET', access: 'customer', params } as const
const file = { ...common, limit: { points: 30, seconds: 60 }, response: 'stream' } as const

export const sponsorReport = endpoint({
  ...common,
  path: '/api/organizations/:id/report',
  summary: 'What the participants of an organization agreed to share with it, a row for each paid seat',
  response: answer({
    rows: z.array(ReportRow),
    /** How many share and are certified, as a sentence of the file. */
    summary: z.string(),
  }),
})

export const sponsorReportPdf = endpoint({
  ...file,
  path: '/api/organizations/:id/report.pdf',
  summary: 'The same as a file to print',
})

export const sponsorReportCsv = endpoint({
  ...file,
  path: '/api/organizations/:id/report.csv',
  summary: 'The same as CSV, safe for spreadsheets',
})
