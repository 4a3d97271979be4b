import { money } from '../../lib/format.ts'
import { isNothing } from '../parts/amounts.ts'
import ledger from './ledger.module.css'

/** An amount of the API in a table; zero is shown faint. */
export function Amount({ of, currency }: { of: string; currency: string }) {
  return <span className={isNothing(of) ? ledger.faint : undefined}>{money(of, currency)}</span>
}
