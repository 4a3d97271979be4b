import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { actOnHook, listHooks } from '#modules/hooks/contract.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import { ShownPassword } from '../accounts/shown-password.tsx'
import { ConfirmDialog } from '../content/confirm-dialog.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { dateTime } from '../parts/moments.ts'
import { Addressed, RecordList } from '../parts/record-list.tsx'
import { HookDeliveries } from './hook-deliveries.tsx'
import { type Hook, HookForm, hookAnswers } from './hook-form.tsx'

const columns: readonly Column<Hook>[] = [
  { id: 'url', label: 'Address', namesRow: true, className: layout.code, cell: ({ url }) => url },
  {
    id: 'state',
    label: 'State',
    cell: ({ pausedAt }) => <Badge tone={pausedAt ? 'bad' : 'good'}>{pausedAt ? 'Paused' : 'Active'}</Badge>,
  },
  { id: 'events', label: 'Events', numeric: true, folds: true, cell: ({ events }) => events.length },
  { id: 'waiting', label: 'Waiting', numeric: true, folds: true, cell: ({ waiting }) => waiting },
  { id: 'failed', label: 'Given up', numeric: true, folds: true, cell: ({ failed }) => failed },
]

/** The view "Webhooks out", for owners: other systems that events are sent to. */
export const HooksPanel = () => <Addressed view={List} />

function List() {
  const query = useAnswer<typeof listHooks>('/api/admin/hooks', {}, { refetchInterval: 10_000 })
  const [form, setForm] = useState<{ open: boolean; hook?: Hook; opening: number }>({
    open: false,
    opening: 0,
  })
  const [secret, setSecret] = useState<string | null>(null)
  const openForm = (hook?: Hook) => setForm({ open: true, opening: form.opening + 1, ...(hook && { hook }) })
  const closeForm = () => setForm({ ...form, open: false })
  return (
    <RecordList
      base="/admin/operations/endpoints"
      heading={{
        title: 'Webhooks out',
        level: 2,
        intro:
          'Other systems, such as a CRM, are told of events by signed messages with ids and a link, and no names.',
        actions: (
          <Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => openForm()}>
            Add an endpoint
          </Button>
        ),
      }}
      filters={
        secret === null ? null : (
          <ShownPassword
            title="The secret of the endpoint, shown once:"
            password={secret}
            hint="Enter it at the receiver. It can be replaced, but not shown again."
            onHide={() => setSecret(null)}
          />
        )
      }
      query={query}
      what="The endpoints"
      rowsOf={({ endpoints }) => endpoints}
      keyOf={({ id }) => id}
      columns={columns}
      caption={() => 'Endpoints'}
      empty={{
        title: 'No endpoints yet.',
        text: 'Add the address of a system that wants to hear of events.',
      }}
      aside={(hook, close) => ({
        label: 'Endpoint',
        title: new URL(hook.url).host,
        body: <Endpoint hook={hook} onEdit={() => openForm(hook)} onSecret={setSecret} onDeleted={close} />,
        wide: true,
      })}
    >
      <Dialog
        {...form}
        onClose={closeForm}
        title={form.hook ? 'Edit the endpoint' : 'Add an endpoint'}
        fieldFirst
      >
        <HookForm
          key={form.opening}
          hook={form.hook}
          events={query.data?.events ?? []}
          onSaved={(made) => {
            setSecret(made)
            closeForm()
          }}
        />
      </Dialog>
    </RecordList>
  )
}

interface EndpointProps {
  hook: Hook
  onEdit: () => void
  onSecret: (secret: string) => void
  onDeleted: () => void
}

function Endpoint({
  hook: { id, url, pausedAt, pausedBecause, oldUntil },
  onEdit,
  onSecret,
  onDeleted,
}: EndpointProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const action = useAction<typeof actOnHook>('POST', '/api/admin/hooks/:id', hookAnswers)
  type Action = Parameters<typeof action.mutate>[0]['body']
  const act = (body: Action, said: string): Promise<void> =>
    attempt(action.mutateAsync({ params: { id }, body }), ({ secret }) => {
      notify.success(said)
      if (secret !== null) onSecret(secret)
    })
  const button = (label: string, press: () => unknown) => (
    <Button size="small" variant="secondary" onClick={() => void press()}>
      {label}
    </Button>
  )
  return (
    <>
      <p className={layout.code}>{url}</p>
      {pausedAt ? (
        <Notice tone="bad" title={`Paused since ${dateTime(pausedAt)}.`}>
          {pausedBecause} New events wait until it is resumed.
        </Notice>
      ) : null}
      {oldUntil ? <Notice tone="warn" title={`Two secrets are valid until ${dateTime(oldUntil)}.`} /> : null}
      <div className={layout.buttons}>
        {button('Send a test', () => act({ action: 'test' }, 'The test is being sent'))}
        {pausedAt
          ? button('Resume', () => act({ action: 'resume' }, 'Resumed'))
          : button('Pause', () => act({ action: 'pause' }, 'Paused'))}
        {oldUntil
          ? button('End the old secret', () =>
              act({ action: 'end-old-secret' }, 'Only the new secret is valid'),
            )
          : button('Replace the secret', () =>
              act({ action: 'rotate' }, 'The old one is valid for 24 hours more'),
            )}
        {button('Edit', onEdit)}
        {button('Delete', () => setIsDeleting(true))}
      </div>
      <HookDeliveries
        id={id}
        again={(which) => void act({ action: 'again', ...which }, 'It is being sent again')}
      />
      <ConfirmDialog
        open={isDeleting}
        title={`Delete the endpoint ${new URL(url).host}?`}
        description="Its log is deleted, and what waits is not sent."
        verb="Delete it"
        busyVerb="Deleting..."
        run={() => act({ action: 'delete' }, 'Deleted').then(onDeleted)}
        onClose={() => setIsDeleting(false)}
      />
    </>
  )
}
