import { Download } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { exportAddress, exportFiles } from './books-api.ts'
import styles from './finance.module.css'
import ledger from './ledger.module.css'
import { periodProblem } from './moments.ts'

/** Files for a spreadsheet; they are streamed, so a year is as light as a day. */
export function ExportsPart() {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const problem = periodProblem(from, to)
  return (
    <section className={styles.part} aria-labelledby="exports-heading">
      <div className={styles.partHead}>
        <h3 id="exports-heading" className={ledger.subheading}>
          Exports
        </h3>
      </div>
      <p className={ledger.faint}>
        Days are UTC and count whole. Leave a day open for no limit. CSV opens in a spreadsheet; JSON Lines is
        for programs, and events.jsonl for the offline verifier.
      </p>
      <div className={styles.period}>
        <Field label="From" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        <Field
          label="To"
          type="date"
          value={to}
          error={problem}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <div className={styles.files}>
        {exportFiles.map((file) => (
          <a
            key={file}
            className={styles.file}
            {...(problem === undefined
              ? { href: exportAddress(file, from, to), download: file }
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
