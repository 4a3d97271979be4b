import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { addressOf } from '../../lib/call.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { Notice } from '../../ui/surface.tsx'
import layout from '../parts/layout.module.css'
import { Part } from '../parts/record-list.tsx'
import { type BookDates, type Period, queryOf } from './book-words.ts'
import { DatesSelect } from './dates-select.tsx'
import styles from './finance.module.css'
import { periodProblem } from './moments.ts'
import { PeriodFields } from './period-fields.tsx'

type ExportFile =
  | `${'orders' | 'events' | 'books'}.${'csv' | 'jsonl'}`
  | `${'documents' | 'schedule' | 'journal' | 'payouts' | 'tax'}.csv`

/** The URL of an export. */
export const exportAddress = (file: ExportFile, period: Period, dates: BookDates): string =>
  addressOf(
    `/api/finance/${file}`,
    {},
    { ...queryOf(period), ...(/^(?:books|journal)/.test(file) ? { dates } : {}) },
  )

const periodForm: AddressForm<Period & { dates: BookDates }> = {
  read: (query) => ({
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    dates: query.get('dates') === 'recorded' ? 'recorded' : 'stripe',
  }),
  write: ({ from, to, dates }) => ({ from, to, dates: dates === 'stripe' ? '' : dates }),
}

type Offered = readonly { what: string; contains: string; files: readonly ExportFile[] }[]

/** For the accountant: each kind of record, what its files contain, and by which date its rows are selected. */
const monthsEnd: Offered = [
  {
    what: 'Books',
    contains:
      'For bookkeeping: received, refunded, disputed, fees and net, one row per day and currency. The kind of date chosen above applies.',
    files: ['books.csv', 'books.jsonl'],
  },
  {
    what: 'Journal',
    contains:
      'For accounting: each payment, refund, dispute, fee, payout, document and earned week once, with debit, credit, tax and an id that stays. Accounts are those of the settings.',
    files: ['journal.csv'],
  },
  {
    what: 'Deferred income',
    contains:
      'For accounting: opening, invoiced, credited, recognized and closing of each month and currency, net of tax. Whole months.',
    files: ['schedule.csv'],
  },
  {
    what: 'Payouts',
    contains:
      'To check the bank statement: each payout with its payments, refunds, disputes, fees and other items, and the order of each. Selected by the day of arrival.',
    files: ['payouts.csv'],
  },
]
const otherFiles: Offered = [
  {
    what: 'Documents',
    contains:
      'For tax: every invoice, credit note and debit note with its number, net, tax, total, buyer and company. Selected by document date (UTC).',
    files: ['documents.csv'],
  },
  {
    what: 'Tax',
    contains:
      'For tax returns: net, tax, gross, credit notes and refunds by month, country, buyers and rate. Selected by document date (UTC).',
    files: ['tax.csv'],
  },
  {
    what: 'Orders',
    contains:
      'Every order as it is now: status, total, received, refunded, invoice number, answers to the questionnaire; without names. Selected by the day on which it was placed.',
    files: ['orders.csv', 'orders.jsonl'],
  },
  {
    what: 'Event log',
    contains:
      'For auditors: every event in the log with its hash; events.jsonl is for the offline verifier. Selected by the day on which it happened.',
    files: ['events.csv', 'events.jsonl'],
  },
]

/** The export files; the server streams them, so the length of the period does not matter. */
export function ExportsPart() {
  const [period, setPeriod] = useAddressState(periodForm)
  const { dates, from, to } = period
  const problem = periodProblem(from, to)
  const [refused, setRefused] = useState<string>()
  return (
    <Part
      title="Exports"
      intro="Dates are inclusive, in the time zone of the books. Leave a date empty for no limit. CSV opens in a spreadsheet; JSON Lines is for programs."
    >
      <div className={styles.period}>
        <PeriodFields from={from} to={to} onChange={(part) => setPeriod({ ...period, ...part })} />
        <DatesSelect value={dates} onChange={(chosen) => setPeriod({ ...period, dates: chosen })} />
      </div>
      {refused === undefined ? null : (
        <Notice tone="bad" title="The journal was not made." announce>
          {refused} <Link to="/admin/operations/settings">Open the chart of accounts</Link>
        </Notice>
      )}
      <h4 className={layout.heading}>Month’s end: four files</h4>
      {list(monthsEnd)}
      <h4 className={layout.heading}>Other files</h4>
      {list(otherFiles)}
    </Part>
  )

  /** A refusal of the journal names what is missing, so the page reads it instead of the browser. */
  async function saveJournal(address: string): Promise<void> {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) saveBlob(await answer.blob(), 'journal.csv')
    setRefused(answer?.ok ? undefined : ((await answer?.json())?.error ?? 'The site cannot be reached.'))
  }

  function list(offered: Offered) {
    return (
      <dl className={styles.exports}>
        {offered.map(({ what, contains, files }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <p>{contains}</p>
              <div className={styles.files}>{files.map(linkTo)}</div>
            </dd>
          </div>
        ))}
      </dl>
    )
  }

  function linkTo(file: ExportFile) {
    const href = exportAddress(file, { from, to }, dates)
    const label = (
      <>
        <Download aria-hidden="true" />
        Download {file}
      </>
    )
    if (file === 'journal.csv' && problem === undefined)
      return (
        <button key={file} type="button" className={styles.file} onClick={() => void saveJournal(href)}>
          {label}
        </button>
      )
    return (
      <a
        key={file}
        className={styles.file}
        {...(problem === undefined ? { href, download: file } : { 'aria-disabled': true, role: 'link' })}
      >
        {label}
      </a>
    )
  }
}
