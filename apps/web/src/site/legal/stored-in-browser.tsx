import {
  type StoragePurpose,
  type StoredCookie,
  storedCookies,
  storedValues,
} from '#platform/contract/browser-storage.ts'
import { useConfig } from '../../lib/config.ts'
import { usedPurposes } from '../../lib/consent.ts'
import styles from './stored-in-browser.module.css'

const purposeNames: Record<StoragePurpose, string> = {
  necessary: 'Necessary',
  measuring: 'Visit statistics, after your consent',
  advertising: 'Ad measurement, after your consent',
  calendar: 'Appointment calendar, after your consent',
}

/** Tables of the cookies and storage keys that the site sets; those of third parties only if they are configured. */
export function StoredInBrowser() {
  const config = useConfig()
  const used: readonly StoragePurpose[] = ['necessary', ...usedPurposes(config)]
  const prefix = config.env === 'production' ? '__Host-' : ''
  const cookies = (storedCookies as readonly StoredCookie[]).filter(({ purpose }) => used.includes(purpose))
  return (
    <>
      <List
        caption="Cookies"
        rows={cookies.map(({ name, by, purpose, why, seconds }) => ({
          name: by === undefined ? `${prefix}${name}` : name,
          why: by === undefined ? why : `${why} Set by ${by}.`,
          purpose: purposeNames[purpose],
          term: inWords(seconds),
        }))}
      />
      <List
        caption="Browser storage"
        rows={storedValues.map(({ name, why, term }) => ({
          name,
          why,
          purpose: purposeNames.necessary,
          term,
        }))}
      />
    </>
  )
}

interface Row {
  name: string
  why: string
  purpose: string
  term: string
}

function List({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  return (
    <table className={styles.list}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Purpose</th>
          <th scope="col">Kept</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, why, purpose, term }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              {why} <span className={styles.purpose}>{purpose}.</span>
            </td>
            <td>{term}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** 2592000 becomes "30 days". */
function inWords(seconds: number): string {
  for (const [unit, size] of [
    ['year', 365 * 86_400],
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const) {
    const count = seconds / size
    if (Number.isInteger(count)) return `${count} ${unit}${count === 1 ? '' : 's'}`
  }
  return `${seconds} seconds`
}
