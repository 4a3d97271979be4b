import { createContext, useContext } from 'react'
import { shortOrderId } from '../../lib/format.ts'
import ledger from './ledger.module.css'

/** Shows one order in the tab of the orders; null where there is no such tab. */
export const ShowOrderContext = createContext<((id: string) => void) | null>(null)

/** The short id of an order, that leads to it. */
export function OrderLink({ id }: { id: string }) {
  const show = useContext(ShowOrderContext)
  if (show === null) return <span title={id}>{shortOrderId(id)}</span>
  return (
    <button type="button" className={ledger.toOrder} title={id} onClick={() => show(id)}>
      <span className="visually-hidden">Open order </span>
      {shortOrderId(id)}
    </button>
  )
}
