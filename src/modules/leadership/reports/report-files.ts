import { csvHead, csvLine } from '#platform/export/csv.ts'
import { left, Paper, right, tones, width } from '#platform/pdf/paper.ts'
import { dayInWords, programWeeks } from '../cohorts/domain/cohort-plan.ts'
import { finalAccount } from '../cohorts/domain/cohort-record.ts'
import type { ReportRow } from './contract.ts'

interface ReportInput {
  brand: string
  organization: string
  rows: readonly ReportRow[]
  now: Date
}

const stateWords = { 'not-shared': 'not shared', 'not-claimed': 'not claimed', shared: '' }

/** "12 of 20 participants share their progress. 9 are certified." */
export function summaryOf(rows: readonly ReportRow[]): string {
  const shared = rows.filter(({ state }) => state === 'shared')
  const claimed = rows.filter(({ state }) => state !== 'not-claimed').length
  const certified = shared.filter(({ progress }) => progress?.certificate != null).length
  const are = certified === 1 ? '1 is' : `${certified} are`
  const open = rows.length - claimed
  const rest = open === 0 ? '' : ` ${open} of ${rows.length} seats are not claimed.`
  return `${shared.length} of ${claimed} participants share their progress. ${are} certified.${rest}`
}

const header = ['Participant', 'Cohort', 'Labs', 'Assignments', 'Certificate']
/** Left edges of the columns, in points from the margin. */
const columns = [0, 115, 245, 300, 365]

/** The report as a table to print. */
export async function reportPdf({ brand, organization, rows, now }: ReportInput): Promise<Buffer> {
  const title = 'Program report'
  const paper = await Paper.open({ title: `${title}: ${organization}`, author: brand, date: now }, [
    brand,
    organization,
    rows,
  ])
  const soft = { size: 9.5, color: tones.soft }
  const table = paper.element('Table')
  const line = (texts: readonly string[], isHead = false): void => {
    const row = paper.element('TR', table)
    const cells = texts.map((text, at) => ({
      text,
      size: 9,
      ...(isHead && { color: tones.soft }),
      x: left + (columns[at] ?? 0),
      width: (columns[at + 1] ?? width) - (columns[at] ?? 0) - 6,
      into:
        isHead || at === 0
          ? paper.element('TH', row, { scope: isHead ? 'Column' : 'Row' })
          : paper.element('TD', row),
    }))
    paper.row(cells, 15)
  }
  paper.logo(left - 4, 44, 36)
  paper.paragraph(brand, { size: 13, face: 'display', color: tones.soft }, 30)
  paper.paragraph(title, { size: 26, face: 'display' }, 36, 'H1')
  paper.paragraph(organization, { size: 14, face: 'display' }, 24)
  paper.paragraph(summaryOf(rows), { size: 10.5 }, 18)
  paper.y += 10
  line(header, true)
  paper.rule(paper.y + 2, [left, right], tones.sand, 0.75)
  paper.y += 6
  for (const { name, startsOn, state, progress } of rows)
    line([
      name ?? 'Seat',
      startsOn === null ? '' : dayInWords(startsOn),
      ...(progress === null
        ? [stateWords[state], '', '']
        : [
            `${progress.labsAttended} of ${programWeeks}`,
            `${progress.assignmentsAccepted} of ${finalAccount}`,
            progress.certificate?.replace(/^https?:\/\//, '') ?? 'not yet',
          ]),
    ])
  paper.y += 12
  paper.paragraph(
    'A lab of one week counts once. Participants decide for themselves whether their progress is shown here, and can change that at any time.',
    soft,
    14,
  )
  return paper.bytes((page, pages) => `${brand}, program report, page ${page} of ${pages}`)
}

/** The report as CSV. Cells of participants who do not share are empty but for `progress`. */
export const reportCsv = (rows: readonly ReportRow[]): string =>
  csvHead([
    'participant',
    'cohort_starts',
    'progress',
    'labs_attended',
    'assignments_accepted',
    'certificate',
  ]) +
  rows
    .map(({ name, startsOn, state, progress }) =>
      csvLine([
        name,
        startsOn,
        stateWords[state] || 'shared',
        progress?.labsAttended,
        progress?.assignmentsAccepted,
        progress?.certificate,
      ]),
    )
    .join('')
