import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import detailsStyles from '../parts/details.module.css'
import { IconButton } from '../parts/icon-button.tsx'
import inboxStyles from './inbox.module.css'
import { LeadPerson } from './lead-person.tsx'
import { type Lead, type LeadStatus, leadTypes, statuses, updateLead } from './leads-api.ts'

/** One lead: what was sent, how it stands, and what we noted. */
export function LeadDetails({
  lead,
  mayEdit,
  onClose,
  onChoose,
}: {
  lead: Lead
  mayEdit: boolean
  onClose: () => void
  /** Opens another lead of the same person, if the list has it. */
  onChoose: (id: string) => void
}) {
  const client = useQueryClient()
  const [notes, setNotes] = useState(lead.notes)
  const change = useMutation({
    mutationFn: (body: { status?: LeadStatus; notes?: string }) => updateLead(lead.id, body),
    onSuccess: async (_, body) => {
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
        <IconButton label="Close this lead" onClick={onClose}>
          <X />
        </IconButton>
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
      <LeadPerson id={lead.id} onChoose={onChoose} />
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
