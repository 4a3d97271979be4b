import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { saidByServer } from '../../lib/failure-text.ts'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import admin from '../admin.module.css'
import { useMayEdit } from '../frame/staff-member.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import detailsStyles from '../parts/details.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import inboxStyles from './inbox.module.css'
import { LeadPerson } from './lead-person.tsx'
import { type Lead, type LeadStatus, leadTypes, statuses, updateLead, usePerson } from './leads-api.ts'

/** One lead, from the list when it is there, else by itself: what a link leads to may be on no page of the list. */
export function LeadDetails({ id, listed }: { id: string; listed: readonly Lead[] }) {
  const person = usePerson(id)
  const lead = listed.find((each) => each.id === id) ?? person.data?.lead
  if (lead) return <Details lead={lead} />
  return (
    <aside className={detailsStyles.details} aria-label="Lead">
      <Loaded query={person} what="The lead" lines={4}>
        {() => null}
      </Loaded>
    </aside>
  )
}

/** What was sent, how it stands, and what we noted. */
function Details({ lead }: { lead: Lead }) {
  const mayEdit = useMayEdit()
  const { drafts, onDrafts } = useUnsavedWork().notes
  const notes = drafts[lead.id] ?? lead.notes
  const setNotes = (text: string): void =>
    onDrafts(({ [lead.id]: _, ...others }) => (text === lead.notes ? others : { ...others, [lead.id]: text }))
  const { search } = useLocation()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (body: { status?: LeadStatus; notes?: string }) => updateLead(lead.id, body),
    onSuccess: async (_, body) => {
      if (body.notes !== undefined) setNotes(lead.notes)
      await client.invalidateQueries({ queryKey: ['admin', 'leads'] })
      notify.success(body.notes === undefined ? 'Status changed.' : 'Notes saved.')
    },
    onError: (failure) =>
      notify.error(saidByServer(failure) ?? 'The lead could not be changed. Please try again.'),
  })
  const quarantined = lead.status === 'quarantined'
  return (
    <aside className={detailsStyles.details} aria-label={`Lead ${lead.name}`}>
      <header>
        <h3>{lead.name}</h3>
        <Link className={admin.tool} to={`/admin/leads${search}`} aria-label="Close this lead">
          <X aria-hidden="true" />
        </Link>
      </header>
      {quarantined ? (
        <Notice
          tone="warn"
          title="In quarantine"
          actions={
            mayEdit ? (
              <Button size="small" busy={change.isPending} onClick={() => change.mutate({ status: 'new' })}>
                Release
              </Button>
            ) : null
          }
        >
          {lead.quarantineReason ?? 'It looked like spam.'} Releasing sends what the sender asked for.
        </Notice>
      ) : null}
      <dl className={detailsStyles.facts}>
        <dt>Kind</dt>
        <dd>{leadTypes[lead.leadType]}</dd>
        <dt>Company</dt>
        <dd>{lead.company}</dd>
        <dt>Email</dt>
        <dd>{lead.email ? <a href={`mailto:${lead.email}`}>{lead.email}</a> : 'not shown to your role'}</dd>
        <dt>Phone</dt>
        <dd>{lead.phone ? <a href={`tel:${lead.phone}`}>{lead.phone}</a> : 'not shown to your role'}</dd>
        <dt>Source</dt>
        <dd>{lead.source ?? 'direct'}</dd>
        <dt>Received</dt>
        <dd>{dateTime(lead.createdAt)}</dd>
        <dt>Message</dt>
        <dd className={inboxStyles.message}>{lead.message || 'none'}</dd>
      </dl>
      <LeadPerson id={lead.id} />
      <Select
        label="Status"
        value={lead.status}
        disabled={!mayEdit || change.isPending}
        onChange={(event) => change.mutate({ status: event.target.value as LeadStatus })}
      >
        {Object.entries(statuses).map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </Select>
      <TextArea
        label="Notes"
        rows={4}
        maxLength={4_000}
        readOnly={!mayEdit}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      {mayEdit ? (
        <Button
          size="small"
          busy={change.isPending}
          busyText="Saving..."
          disabled={notes === lead.notes}
          onClick={() => change.mutate({ notes })}
        >
          Save notes
        </Button>
      ) : null}
    </aside>
  )
}
