import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import type { changeLead } from '#modules/leads/contract-inbox.ts'
import { useAction } from '../../lib/answers.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import admin from '../admin.module.css'
import { useMayEdit } from '../frame/staff-member.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { Loaded } from '../parts/loading-states.tsx'
import { dateTime } from '../parts/moments.ts'
import styles from './inbox.module.css'
import type { Person } from './inbox-view.ts'

/** The notes of staff about a lead, and a field for a new one. Its text is kept while another tab is shown. */
export function LeadNotes({ id, person }: { id: string; person: UseQueryResult<Person> }) {
  const mayEdit = useMayEdit()
  return (
    <section aria-label="Notes">
      <h4 className={admin.subhead}>Notes</h4>
      <Loaded query={person} what="The notes" lines={2}>
        {({ notes }) =>
          notes.length === 0 ? (
            <p className={`${admin.faint} ${styles.noNotes}`}>No notes yet.</p>
          ) : (
            <ol className={styles.notes}>
              {notes.map((note) => (
                <NoteLine key={note.id} note={note} />
              ))}
            </ol>
          )
        }
      </Loaded>
      {mayEdit ? <NewNote leadId={id} /> : null}
    </section>
  )
}

function NoteLine({ note: { author, at, text } }: { note: Person['notes'][number] }) {
  return (
    <li>
      <p className={styles.noteHead}>
        {author}, <time dateTime={at}>{dateTime(at)}</time>
      </p>
      <p className={styles.noteText}>{text}</p>
    </li>
  )
}

function NewNote({ leadId }: { leadId: string }) {
  const { drafts, onDrafts } = useUnsavedWork().notes
  const text = drafts[leadId] ?? ''
  const setText = (next: string): void =>
    onDrafts(({ [leadId]: _, ...others }) => (next === '' ? others : { ...others, [leadId]: next }))
  /** The last sent text: a retry keeps its id, so that it is stored once. */
  const sent = useRef({ id: '', text: '' })
  const add = useAction<typeof changeLead>('PATCH', '/api/admin/leads/:id', ['/api/admin/leads'])
  async function save(): Promise<void> {
    if (sent.current.text !== text) sent.current = { id: crypto.randomUUID(), text }
    try {
      await add.mutateAsync({ params: { id: leadId }, body: { note: sent.current } })
      sent.current = { id: '', text: '' }
      // Text typed since then is kept as a new note.
      onDrafts(({ [leadId]: typed, ...others }) =>
        typed === undefined || typed === text ? others : { ...others, [leadId]: typed },
      )
      notify.success('Note added.')
    } catch (failure) {
      notify.error(saidByServer(failure) ?? 'The note could not be saved. It is still here: try again.')
    }
  }
  return (
    <>
      <TextArea
        label="New note"
        rows={3}
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        size="small"
        busy={add.isPending}
        busyText="Adding..."
        disabled={text.trim() === ''}
        onClick={() => void save()}
      >
        Add note
      </Button>
    </>
  )
}
