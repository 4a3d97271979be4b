import type {
  cancelOrder,
  financeReceivables,
  releaseOrder,
} from '#modules/commerce/finance/receivables/contract.ts'
import { useAction } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { financeAnswers } from '../finance/order-answers.ts'
import { ActionForm } from '../parts/action-form.tsx'
import layout from '../parts/layout.module.css'
import { keptPermanently, reasonRules } from '../parts/reason.ts'

export type Receivable = AnswerOf<typeof financeReceivables>['receivables'][number]

const choices = {
  release: {
    label: 'Grant access before payment',
    explained: 'The seats can be assigned at once. The invoice stays open.',
    done: 'Access granted.',
  },
  cancel: {
    label: 'Cancel the order',
    explained: 'Its places become available again, and a credit note cancels the open amount of the invoice.',
    done: 'Order cancelled.',
  },
}
const start: { what: keyof typeof choices; reason: string } = { what: 'release', reason: '' }

/** The form for finance's decision about one unpaid invoice. */
export function ReceivableForm({ receivable, onDone }: { receivable: Receivable; onDone: () => void }) {
  const release = useAction<typeof releaseOrder>('POST', '/api/finance/orders/:id/release', financeAnswers)
  const cancel = useAction<typeof cancelOrder>('POST', '/api/finance/orders/:id/cancel', financeAnswers)
  const chosenIn = ({ what }: typeof start) => (receivable.released ? 'cancel' : what)
  return (
    <ActionForm
      start={start}
      className={layout.form}
      send={(typed) =>
        (chosenIn(typed) === 'cancel' ? cancel : release).mutateAsync({
          params: { id: receivable.orderId },
          body: { reason: typed.reason.trim() },
        })
      }
      done={(typed, reset) => {
        notify.success(choices[chosenIn(typed)].done)
        reset()
        if (chosenIn(typed) === 'cancel') onDone()
      }}
      refused={{ title: 'Nothing was changed.' }}
    >
      {({ input, values, busy }) => (
        <>
          <Select {...input('what', 'Decision')} help={choices[chosenIn(values)].explained}>
            {receivable.released ? null : <option value="release">{choices.release.label}</option>}
            <option value="cancel">{choices.cancel.label}</option>
          </Select>
          <TextArea
            {...input('reason', 'Reason', reasonRules)}
            rows={2}
            maxLength={200}
            help={keptPermanently}
          />
          <div className={layout.buttons}>
            <Button type="submit" size="small" busy={busy} busyText="Saving...">
              {choices[chosenIn(values)].label}
            </Button>
          </div>
        </>
      )}
    </ActionForm>
  )
}
