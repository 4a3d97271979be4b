import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import admin from '../admin.module.css'
import { useMayEdit } from '../frame/staff-member.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { Loaded } from '../parts/loading-states.tsx'
import styles from './inbox.module.css'
import { addNote, type Note, usePerson } from './leads-api.ts'

/** The notes of staff about a lead, and a field for a new one. Its text is kept while another tab is shown. */
export function LeadNotes({ id }: { id: string }) {
  const mayEdit = useMayEdit()
  const person = usePerson(id)
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

function NoteLine({ note: { author, at, text } }: { note: Note }) {
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
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: () => {
      if (sent.current.text !== text) sent.current = { id: crypto.randomUUID(), text }
      return addNote(leadId, sent.current)
    },
    onSuccess: async () => {
      const stored = sent.current.text
      sent.current = { id: '', text: '' }
      await client.invalidateQueries({ queryKey: ['admin', 'leads'] })
      // Text typed since then is kept as a new note.
      onDrafts(({ [leadId]: typed, ...others }) =>
        typed === undefined || typed === stored ? others : { ...others, [leadId]: typed },
      )
      notify.success('Note added.')
    },
    onError: (failure) =>
      notify.error(saidByServer(failure) ?? 'The note could not be saved. It is still here: try again.'),
  })
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
        onClick={() => add.mutate()}
      >
        Add note
      </Button>
    </>
  )
}
