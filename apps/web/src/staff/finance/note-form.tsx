import type { noteOrder } from '#modules/commerce/finance/search/contract-actions.ts'
import { useAction } from '../../lib/answers.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import { withMoney } from '../parts/amounts.ts'
import layout from '../parts/layout.module.css'
import styles from './order.module.css'
import { financeAnswers, type OrderState } from './order-answers.ts'

/** Remarks on the order; they are events and cannot be removed. */
export function NoteForm({ id, notes }: { id: string; notes: OrderState['notes'] }) {
  const add = useAction<typeof noteOrder>('POST', '/api/finance/orders/:id/notes', financeAnswers)
  return (
    <section aria-labelledby="notes-heading" className={layout.stack}>
      <h3 id="notes-heading" className={layout.heading}>
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
      <ActionForm
        start={{ text: '' }}
        className={layout.form}
        send={({ text }) => add.mutateAsync({ params: { id }, body: { text: text.trim() } })}
        done={(_, reset) => reset()}
      >
        {({ input, busy }) => (
          <>
            <TextArea
              {...input('text', 'Add a remark', {
                validate: (text) => text.trim().length >= 3 || 'Remark: write at least a few words.',
              })}
              rows={2}
              maxLength={500}
              help="It is kept permanently, so it must not name anyone."
            />
            <div className={layout.buttons}>
              <Button type="submit" size="small" variant="secondary" busy={busy} busyText="Adding...">
                Add remark
              </Button>
            </div>
          </>
        )}
      </ActionForm>
    </section>
  )
}
