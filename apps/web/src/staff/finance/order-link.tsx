import { Link } from 'react-router-dom'
import { shortOrderId } from '../../lib/format.ts'
import { orderAddress } from '../frame/addresses.ts'
import ledger from './ledger.module.css'

/** The short id of an order, as a link to it. */
export function OrderLink({ id }: { id: string }) {
  return (
    <Link className={ledger.toOrder} title={id} to={orderAddress(id)}>
      <span className="visually-hidden">Open order </span>
      {shortOrderId(id)}
    </Link>
  )
}
