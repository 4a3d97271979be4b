import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { leadPerson } from '#modules/leads/contract-inbox.ts'
import { leadFields } from '#modules/leads/rules.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { useAnswer } from '../../lib/answers.ts'
import { money } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import { leadAddress } from '../frame/addresses.ts'
import { useMayEdit } from '../frame/staff-member.ts'
import detailsStyles from '../parts/details.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import { Options } from '../parts/options.tsx'
import { Aside, type Opened } from '../parts/record-list.tsx'
import tableStyles from '../parts/table.module.css'
import inboxStyles from './inbox.module.css'
import { type Lead, type LeadList, type LeadStatus, leadTypes, type Person, statuses } from './inbox-view.ts'
import { LeadBadge } from './lead-badge.tsx'
import { LeadNotes } from './lead-notes.tsx'
import { OwnerOptions } from './owner-options.tsx'
import { reasonOf } from './quarantine-reason.ts'
import { useLeadChanges } from './use-lead-changes.ts'

interface LeadDetailsProps {
  opened: Opened
  id: string
  list: LeadList
}

/** One lead: from the loaded list, else fetched, since a linked lead may be on another page. */
export function LeadDetails({ opened, id, list: { leads, staff } }: LeadDetailsProps) {
  const person = useAnswer<typeof leadPerson>('/api/admin/leads/:id/person', { params: { id } })
  const lead = leads.find((each) => each.id === id) ?? person.data?.lead
  return (
    <Aside
      opened={opened}
      label={lead ? `Lead ${lead.name}` : 'Lead'}
      title={lead ? <bdi>{lead.name}</bdi> : 'Lead'}
    >
      {lead ? (
        <Details lead={lead} staff={staff} person={person} />
      ) : (
        <Loaded query={person} what="The lead" lines={4}>
          {() => null}
        </Loaded>
      )}
    </Aside>
  )
}

/** The fields of the form without the name, which is the heading, and the message, which comes last. */
const factFields = leadFields.filter((field) => field.name !== 'name' && !('multiline' in field))

const contactLink = (type: 'email' | 'tel', address: string | null) =>
  address ? (
    <a href={type === 'tel' ? `tel:${address.replace(/[^\d+]/g, '')}` : `mailto:${address}`}>{address}</a>
  ) : (
    'not shown to your role'
  )

interface DetailsProps {
  lead: Lead
  staff: LeadList['staff']
  person: UseQueryResult<Person>
}

/** The lead's fields, status, owner and notes. */
function Details({ lead, staff, person }: DetailsProps) {
  const mayEdit = useMayEdit()
  const { busy, change } = useLeadChanges()
  const quarantined = lead.status === 'quarantined'
  return (
    <>
      {quarantined ? (
        <Notice
          tone="warn"
          title="In quarantine"
          actions={
            mayEdit ? (
              <Button size="small" busy={busy} onClick={() => void change([lead.id], { status: 'new' })}>
                Release
              </Button>
            ) : null
          }
        >
          {reasonOf(lead)} Releasing it sends what the sender requested.
        </Notice>
      ) : null}
      <dl className={detailsStyles.facts}>
        <dt>Kind</dt>
        <dd>{leadTypes[lead.leadType]}</dd>
        {factFields.map((field) => (
          <Fragment key={field.name}>
            <dt>{field.short}</dt>
            <dd>{'type' in field ? contactLink(field.type, lead[field.stored]) : lead[field.stored]}</dd>
          </Fragment>
        ))}
        <dt>Source</dt>
        <dd>{lead.source ?? 'direct'}</dd>
        <dt>Received</dt>
        <dd>{dateTime(lead.createdAt)}</dd>
        <dt>Message</dt>
        <dd className={inboxStyles.message}>{lead.message || 'none'}</dd>
      </dl>
      <Select
        label="Status"
        value={lead.status}
        disabled={!mayEdit || busy}
        onChange={(event) => void change([lead.id], { status: event.target.value as LeadStatus })}
      >
        <Options of={Object.entries(statuses)} />
      </Select>
      <Select
        label="Owner"
        value={lead.owner ?? ''}
        disabled={!mayEdit || busy}
        onChange={(event) => void change([lead.id], { owner: event.target.value || null })}
      >
        <option value="">no owner</option>
        <OwnerOptions staff={staff} owner={lead.owner} />
      </Select>
      <LeadNotes id={lead.id} person={person} />
      <LeadPerson person={person} />
    </>
  )
}

/** The same person's other leads, account and orders. */
function LeadPerson({ person }: { person: UseQueryResult<Person> }) {
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
