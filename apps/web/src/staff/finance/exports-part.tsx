import { Download } from 'lucide-react'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { Field } from '../../ui/field.tsx'
import { type BookDates, exportAddress, exportFiles, type Period } from './books-api.ts'
import { DatesSelect } from './dates-select.tsx'
import styles from './finance.module.css'
import ledger from './ledger.module.css'
import { periodProblem } from './moments.ts'

const periodForm: AddressForm<Period & { dates: BookDates }> = {
  read: (query) => ({
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    dates: query.get('dates') === 'recorded' ? 'recorded' : 'stripe',
  }),
  write: ({ from, to, dates }) => ({ from, to, dates: dates === 'stripe' ? '' : dates }),
}

/** The export files; the server streams them, so the length of the period does not matter. */
export function ExportsPart() {
  const [period, setPeriod] = useAddressState(periodForm)
  const { dates, from, to } = period
  const problem = periodProblem(from, to)
  return (
    <section className={styles.part} aria-labelledby="exports-heading">
      <div className={styles.partHead}>
        <h3 id="exports-heading" className={ledger.subheading}>
          Exports
        </h3>
      </div>
      <p className={ledger.faint}>
        Dates are inclusive, in the time zone of the books. Leave a date empty for no limit. CSV opens in a
        spreadsheet; JSON Lines is for programs, and events.jsonl is for the offline verifier. The kind of
        date applies to the files of the books; documents are selected by document date (UTC), the other files
        by recording date.
      </p>
      <div className={styles.period}>
        <Field
          label="From"
          type="date"
          value={from}
          onChange={({ target }) => setPeriod({ ...period, from: target.value })}
        />
        <Field
          label="To"
          type="date"
          value={to}
          error={problem}
          onChange={({ target }) => setPeriod({ ...period, to: target.value })}
        />
        <DatesSelect value={dates} onChange={(chosen) => setPeriod({ ...period, dates: chosen })} />
      </div>
      <div className={styles.files}>
        {exportFiles.map((file) => (
          <a
            key={file}
            className={styles.file}
            {...(problem === undefined
              ? { href: exportAddress(file, { from, to }, dates), download: file }
              : { 'aria-disabled': true, role: 'link' })}
          >
            <Download aria-hidden="true" />
            Download {file}
          </a>
        ))}
      </div>
    </section>
  )
}
