import { money, wholeNumber } from '../../lib/format.ts'
import { Field, Select } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { ledgerDay } from '../finance/moments.ts'
import refund from '../finance/refund.module.css'
import layout from '../parts/layout.module.css'
import { Options } from '../parts/options.tsx'
import styles from './csv-columns.module.css'
import { CsvWords } from './csv-words.tsx'
import type { CsvChoice, CsvLook } from './send-statement.ts'

interface Props {
  look: CsvLook
  onChange: (choice: CsvChoice) => void
}

type Meaning = CsvChoice['columns'][number]

const meanings: Record<Meaning, string> = {
  '': 'Not used',
  date: 'Booking day',
  amount: 'Amount',
  in: 'Money in',
  out: 'Money out',
  direction: 'In or out',
  state: 'Booked or not',
  purpose: 'Purpose',
  payer: 'Payer',
  account: 'Payer’s account',
  id: 'Bank’s id',
  currency: 'Currency',
}

const kinds: Record<CsvLook['lines'][number]['reading']['kind'], string> = {
  incoming: 'In',
  outgoing: 'Out',
  reversal: 'Out',
  bounced: 'In',
  none: 'Skipped',
  unread: 'Cannot be read',
  heading: '',
}

const encodings: Record<NonNullable<CsvChoice['encoding']>, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252',
}

/** The file's own lines, with the meaning of each column above it, and how each line is read with what is chosen. */
export function CsvColumns({ look, onChange }: Props) {
  const { choice, columns, lines, counts, missing } = look
  const change = (part: Partial<CsvChoice>) => onChange({ ...choice, ...part })
  /** Every meaning but the purpose is that of one column. */
  const mean = (at: number, meaning: Meaning): void =>
    change({
      columns: columns.map((_, index) => {
        const now = choice.columns[index] ?? ''
        if (index === at) return meaning
        return now === meaning && meaning !== 'purpose' ? '' : now
      }),
    })
  return (
    <div className={`${refund.form} ${styles.whole}`}>
      <p>
        {look.remembered
          ? 'Read as the last file of this account with these columns. Check that it still fits.'
          : 'Choose what each column means. The choice is kept for the next file with these columns.'}{' '}
        Dates, amounts and words that cannot be read are named, and only their lines are left out.
      </p>
      <div className={styles.grid}>
        <Select
          label="Line with the column names"
          value={choice.header ?? ''}
          onChange={({ target }) =>
            change({ header: target.value === '' ? undefined : Number(target.value) })
          }
        >
          <option value="">Choose</option>
          <option value={0}>None: line 1 is a payment</option>
          {lines.map(({ line, cells }) => (
            <option key={line} value={line}>
              Line {line}: {cells.join(', ').slice(0, 40)}
            </option>
          ))}
        </Select>
        <Select
          label="Dates are written"
          value={choice.dates ?? ''}
          onChange={({ target }) => change({ dates: (target.value || undefined) as CsvChoice['dates'] })}
        >
          <option value="">Choose</option>
          <option value="dmy">Day, month, year: 25.11.2026</option>
          <option value="mdy">Month, day, year: 11/25/2026</option>
          <option value="ymd">Year, month, day: 2026-11-25</option>
        </Select>
        <Select
          label="Decimal sign"
          value={choice.decimal ?? ''}
          onChange={({ target }) => change({ decimal: (target.value || undefined) as CsvChoice['decimal'] })}
        >
          <option value="">Choose</option>
          <option value=",">Comma: 1.250,00</option>
          <option value=".">Point: 1,250.00</option>
        </Select>
        {choice.columns.includes('currency') ? null : (
          <CurrencyField currency={choice.currency} onChange={(currency) => change({ currency })} />
        )}
      </div>
      <details>
        <summary>Separator and encoding: as detected</summary>
        <div className={styles.grid}>
          <Select
            label="Columns are separated by"
            value={choice.delimiter}
            onChange={({ target }) =>
              change({ delimiter: target.value as CsvChoice['delimiter'], columns: [] })
            }
          >
            <option value=";">Semicolons</option>
            <option value=",">Commas</option>
            <option value={'\t'}>Tabs</option>
            <option value="|">Vertical bars</option>
          </Select>
          <Select
            label="Encoding"
            value={choice.encoding}
            onChange={({ target }) => change({ encoding: target.value as CsvChoice['encoding'] })}
          >
            <Options of={Object.entries(encodings)} />
          </Select>
        </div>
      </details>
      <CsvWords
        what="In or out"
        words={look.words.direction}
        choice={choice}
        sides={{ in: 'Money in', out: 'Money out' }}
        onChange={onChange}
      />
      <CsvWords
        what="Booked or not"
        words={look.words.state}
        choice={choice}
        sides={{ booked: 'Booked', pending: 'Not booked yet' }}
        onChange={onChange}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached with the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="The first lines of the file">
        <table className={styles.sample}>
          <caption className="visually-hidden">The first lines of the file</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Read as</th>
              {columns.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
                <th scope="col" key={at}>
                  <Select
                    label={<span className={styles.name}>{name}</span>}
                    value={choice.columns[at] ?? ''}
                    data-chosen={(choice.columns[at] ?? '') !== '' || undefined}
                    onChange={({ target }) => mean(at, target.value as Meaning)}
                  >
                    <Options of={Object.entries(meanings)} />
                  </Select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, cells, reading }) => (
              <tr key={line} data-kind={reading.kind} data-names={line === choice.header || undefined}>
                <td className={layout.soft}>{line}</td>
                <td>
                  <ReadAs reading={reading} />
                </td>
                {columns.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index
                  <td key={at} title={cells[at]}>
                    <bdi>{cells[at] ?? ''}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {missing.length > 0 ? (
        <Notice tone="info" title="Still to be chosen">
          {missing.join(' ')}
        </Notice>
      ) : (
        <p aria-live="polite">
          Of the whole file: {wholeNumber(counts.incoming)} in, {wholeNumber(counts.outgoing)} out,{' '}
          {wholeNumber(counts.none)} skipped, {wholeNumber(counts.unread)} cannot be read.
        </p>
      )}
    </div>
  )
}

function ReadAs({ reading }: { reading: CsvLook['lines'][number]['reading'] }) {
  const { kind, text, amount, currency, bookedOn } = reading
  if (amount === undefined || currency === undefined || bookedOn === undefined)
    return (
      <>
        {text === '' ? '' : kinds[kind]}
        <div className={layout.soft}>{text}</div>
      </>
    )
  return (
    <>
      {kinds[kind]}: {money(amount, currency)}, {ledgerDay(bookedOn)}
    </>
  )
}

/** Three letters; less is no choice yet. */
function CurrencyField(props: { currency: string | undefined; onChange: (currency?: string) => void }) {
  return (
    <Field
      label="Currency of all lines"
      defaultValue={props.currency?.toUpperCase() ?? ''}
      maxLength={3}
      autoComplete="off"
      onChange={({ target }) =>
        props.onChange(/^[A-Za-z]{3}$/.test(target.value) ? target.value.toLowerCase() : undefined)
      }
    />
  )
}
