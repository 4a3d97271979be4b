import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { toDecimal } from '#platform/kernel/money.ts'
import { money } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import { leadAddress } from '../frame/addresses.ts'
import detailsStyles from '../parts/details.module.css'
import { dateTime } from '../parts/moments.ts'
import tableStyles from '../parts/table.module.css'
import { leadTypes, type Person } from './inbox-view.ts'
import { LeadBadge } from './lead-badge.tsx'

/** The same person's other leads, account and orders. */
export function LeadPerson({ person }: { person: UseQueryResult<Person> }) {
  const { search } = useLocation()
  const { data, isError, refetch } = person
  if (isError)
    return (
      <p className={styles.faint}>
        More about this person could not be loaded.{' '}
        <Button size="small" variant="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!data) return <Skeleton shape="short" />
  const { leads, customerSince, orders } = data
  return (
    <section aria-label="This person">
      <h4 className={styles.subhead}>This person</h4>
      <dl className={detailsStyles.facts}>
        <dt>Account</dt>
        <dd>{customerSince ? `since ${dateTime(customerSince)}` : 'none yet'}</dd>
        <dt>Orders</dt>
        <dd>
          {orders.length === 0
            ? 'none yet'
            : orders.map((order) => (
                <p key={order.id}>
                  {order.product}, {money(toDecimal(order.totalMinor, order.currency), order.currency)},{' '}
                  {order.status}, {dateTime(order.createdAt)}
                </p>
              ))}
        </dd>
        <dt>Other leads</dt>
        <dd>
          {leads.length === 0
            ? 'none'
            : leads.map((lead) => (
                <p key={lead.id}>
                  <Link className={tableStyles.rowButton} to={leadAddress(lead.id) + search}>
                    {leadTypes[lead.leadType]}, {dateTime(lead.createdAt)}
                  </Link>{' '}
                  <LeadBadge status={lead.status} />
                </p>
              ))}
        </dd>
      </dl>
    </section>
  )
}
