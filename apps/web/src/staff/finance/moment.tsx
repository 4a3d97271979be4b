import ledger from './ledger.module.css'
import { ledgerDay, ledgerTime } from './moments.ts'

/** Day and time in a table, in UTC or in another time zone. */
export function Moment({ at, zone = 'UTC' }: { at: string; zone?: string }) {
  return (
    <time className={ledger.moment} dateTime={at}>
      {ledgerDay(at, zone)} <span>{ledgerTime(at, zone)}</span>
    </time>
  )
}
