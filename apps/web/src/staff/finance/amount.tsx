import { money } from '../../lib/format.ts'
import { isNothing } from '../parts/amounts.ts'
import layout from '../parts/layout.module.css'

/** An amount of the API in a table; zero is shown faint. */
export function Amount({ of, currency }: { of: string; currency: string }) {
  return <span className={isNothing(of) ? layout.soft : undefined}>{money(of, currency)}</span>
}
