import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { withMoney } from '../parts/amounts.ts'
import { reasonOf } from '../parts/loading-states.tsx'
import { addNote, type OrderState } from './api.ts'
import ledger from './ledger.module.css'
import styles from './order.module.css'

interface NoteFormProps {
  id: string
  notes: OrderState['notes']
  onAdded: () => Promise<void>
}

/** Remarks on the order; they are events and cannot be removed. */
export function NoteForm({ id, notes, onAdded }: NoteFormProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const adding = useMutation({
    mutationFn: () => addNote(id, text.trim()),
    onSuccess: async () => {
      setText('')
      await onAdded()
    },
    onError: (failure) => setProblem(reasonOf(failure)),
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const short = text.trim().length < 3
    setProblem(short ? 'Remark: write at least a few words.' : undefined)
    if (!short) adding.mutate()
  }
  return (
    <section aria-labelledby="notes-heading" className={ledger.part}>
      <h3 id="notes-heading" className={ledger.subheading}>
        Remarks
      </h3>
      {notes.length > 0 ? (
        <ul className={styles.notes}>
          {notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: remarks are only ever added at the end
            <li key={index}>{withMoney(note.text)}</li>
          ))}
        </ul>
      ) : null}
      <form className={styles.noteForm} onSubmit={submit} noValidate>
        <TextArea
          label="Add a remark"
          rows={2}
          maxLength={500}
          value={text}
          error={problem}
          help="It is kept permanently, so it must not name anyone."
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" size="small" variant="secondary" busy={adding.isPending} busyText="Adding...">
          Add remark
        </Button>
      </form>
    </section>
  )
}
