import { Field, Select } from '../../ui/field.tsx'
import ledger from '../finance/ledger.module.css'
import refund from '../finance/refund.module.css'
import styles from './csv-columns.module.css'
import type { CsvLook, CsvMapping } from './transfers-api.ts'

interface Props {
  look: CsvLook
  mapping: CsvMapping
  /** @param reread whether the change alters how lines and columns are split */
  onChange: (mapping: CsvMapping, reread: boolean) => void
}

const needed = { date: 'Date', amount: 'Amount' } as const
const optional = {
  direction: 'Credit or debit (H/S, CR/DR)',
  payer: 'Payer',
  purpose: 'Purpose or reference',
  currency: 'Currency',
  id: 'Payment id',
} as const

/** Assigns the columns of a bank's CSV file, with its first lines. */
export function CsvColumns({ look, mapping, onChange }: Props) {
  const columns = look.columns.map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
    <option key={at} value={at}>
      {name}
    </option>
  ))
  const change = (part: Partial<CsvMapping>, reread = false) => onChange({ ...mapping, ...part }, reread)
  return (
    <div className={refund.form}>
      <p>
        {look.remembered
          ? 'The columns are assigned as in the last file of this account.'
          : 'The columns were recognized by their names and contents. Check that they are right.'}
      </p>
      <div className={styles.scroll}>
        <table className={styles.sample}>
          <caption>The first lines of the file</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {look.columns.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
                <th scope="col" key={at}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {look.sample.map(({ line, cells }) => (
              <tr key={line}>
                <td className={ledger.faint}>{line}</td>
                {look.columns.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
                  <td key={at}>
                    <bdi>{cells[at] ?? ''}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.grid}>
        {(Object.keys(needed) as (keyof typeof needed)[]).map((name) => (
          <Select
            key={name}
            label={needed[name]}
            value={mapping[name]}
            onChange={({ target }) => change({ [name]: Number(target.value) })}
          >
            {columns}
          </Select>
        ))}
        {(Object.keys(optional) as (keyof typeof optional)[]).map((name) => (
          <Select
            key={name}
            label={optional[name]}
            optional
            value={mapping[name] ?? ''}
            onChange={({ target }) => {
              const { [name]: _, ...others } = mapping
              onChange(target.value === '' ? others : { ...mapping, [name]: Number(target.value) }, false)
            }}
          >
            <option value="">None</option>
            {columns}
          </Select>
        ))}
        {mapping.currency === undefined ? (
          <Field
            label="Currency of all lines"
            value={mapping.defaultCurrency.toUpperCase()}
            maxLength={3}
            onChange={({ target }) => change({ defaultCurrency: target.value.toLowerCase() })}
          />
        ) : null}
        <Select
          label="Date format"
          value={mapping.dates}
          {...(look.ambiguousDays && {
            help: 'The first lines fit both formats. Check which number is the month.',
          })}
          onChange={({ target }) => change({ dates: target.value as CsvMapping['dates'] })}
        >
          <option value="d.m.y">Day.month.year</option>
          <option value="y-m-d">Year-month-day</option>
          <option value="m/d/y">Month/day/year</option>
        </Select>
        <Select
          label="Decimal separator"
          value={mapping.decimal}
          onChange={({ target }) => change({ decimal: target.value as CsvMapping['decimal'] })}
        >
          <option value=",">Comma: 1.250,00</option>
          <option value=".">Point: 1,250.00</option>
        </Select>
        <Select
          label="Column separator"
          value={mapping.delimiter}
          onChange={({ target }) => change({ delimiter: target.value as CsvMapping['delimiter'] }, true)}
        >
          <option value=";">Semicolons</option>
          <option value=",">Commas</option>
          <option value={'\t'}>Tabs</option>
          <option value="|">Vertical bars</option>
        </Select>
        <Select
          label="Encoding"
          value={mapping.encoding}
          onChange={({ target }) => change({ encoding: target.value as CsvMapping['encoding'] }, true)}
        >
          <option value="utf-8">UTF-8</option>
          <option value="windows-1252">Windows-1252</option>
        </Select>
        <Select
          label="Column names"
          value={mapping.header}
          onChange={({ target }) => change({ header: Number(target.value) }, true)}
        >
          <option value={0}>None</option>
          {Array.from({ length: Math.max(20, mapping.header) }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <option key={at} value={at + 1}>
              Line {at + 1}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}
