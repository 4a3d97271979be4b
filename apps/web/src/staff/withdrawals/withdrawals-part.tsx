import { refundCases } from '#modules/commerce/rules.ts'
import type { answerWithdrawal, listWithdrawals } from '#modules/commerce/withdrawals/contract.ts'
import { type AddressForm, pageIn, pageText, useAddressState } from '../../lib/address-state.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { Badge, type Tone } from '../../ui/surface.tsx'
import { ledgerMoment } from '../finance/moments.ts'
import { financeAnswers } from '../finance/order-answers.ts'
import { OrderLink } from '../finance/order-link.tsx'
import { useMayAudit, useNoAddressWords } from '../frame/staff-member.ts'
import { ActionForm } from '../parts/action-form.tsx'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { reasonRules } from '../parts/reason.ts'
import { Addressed, RecordList } from '../parts/record-list.tsx'

type Withdrawal = AnswerOf<typeof listWithdrawals>['withdrawals'][number]

const states: Record<Withdrawal['state'], { word: string; tone: Tone }> = {
  waiting: { word: 'Waits for an answer', tone: 'warn' },
  received: { word: 'Received', tone: 'info' },
  paying: { word: 'Being refunded', tone: 'info' },
  refunded: { word: 'Refunded', tone: 'good' },
  refused: { word: 'Refused', tone: 'bad' },
  nothing: { word: 'Nothing to refund', tone: 'info' },
}
const age = (from: string): string => {
  const days = Math.floor((Date.now() - Date.parse(from)) / 86_400_000)
  return days === 0 ? 'Today' : days === 1 ? '1 day' : `${days} days`
}

const columns: Column<Withdrawal>[] = [
  {
    id: 'at',
    label: 'Received',
    namesRow: true,
    nowrap: true,
    cell: ({ receivedAt }) => ledgerMoment(receivedAt),
  },
  {
    id: 'age',
    label: 'Age',
    nowrap: true,
    cell: ({ state, receivedAt }) => (state === 'waiting' ? age(receivedAt) : ''),
  },
  {
    id: 'what',
    label: 'What',
    cell: ({ refundCase }) => (refundCase === null ? 'Withdrawal' : refundCases[refundCase]),
  },
  { id: 'name', label: 'Name', folds: true, cell: (withdrawal) => <Person withdrawal={withdrawal} /> },
  {
    id: 'order',
    label: 'Order',
    nowrap: true,
    cell: ({ orderId, orderNumber }) => (orderId === null ? orderNumber : <OrderLink id={orderId} />),
  },
  { id: 'amount', label: 'By rule', numeric: true, cell: ({ amount, currency }) => money(amount, currency) },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].word}</Badge>,
  },
]

function Person({ withdrawal: { name } }: { withdrawal: Withdrawal }) {
  const noAddress = useNoAddressWords()
  return name ? <bdi>{name}</bdi> : <span className={layout.soft}>{noAddress}</span>
}

const pageForm: AddressForm<{ page: number }> = {
  read: (query) => ({ page: pageIn(query) }),
  write: ({ page }) => ({ page: pageText(page) }),
}

/** The view "Withdrawals": every statement with its time and what became of it; those that wait are answered here. */
export const WithdrawalsPart = () => <Addressed view={Withdrawals} />

function Withdrawals() {
  const [filter, setFilter] = useAddressState(pageForm)
  const mayAnswer = useMayAudit()
  const query = useAnswer<typeof listWithdrawals>(
    '/api/finance/withdrawals',
    { query: filter },
    { keep: true },
  )
  return (
    <RecordList
      base="/admin/finance/withdrawals"
      heading={{
        title: 'Withdrawals',
        intro:
          'Withdrawals by law and requests for refunds by the terms. What a rule decides is paid at once; the rest waits here.',
      }}
      query={query}
      what="The withdrawals"
      rowsOf={({ withdrawals }) => withdrawals}
      keyOf={({ id }) => id}
      columns={columns}
      caption={() => 'Those that wait first, then the newest'}
      empty={{ title: 'No withdrawals yet.', text: 'Statements of buyers are listed here as they arrive.' }}
      pages={{ what: 'statements', of: (found) => found, onPage: (page) => setFilter({ page }, 'push') }}
      aside={(withdrawal, close) => ({
        label: 'Withdrawal',
        title: withdrawal.refundCase === null ? 'Withdrawal' : 'Request for a refund',
        body: (
          <>
            <p>
              {withdrawal.name}{' '}
              {withdrawal.email ? <a href={`mailto:${withdrawal.email}`}>{withdrawal.email}</a> : null} states
              order <bdi>{withdrawal.orderNumber}</bdi>, {ledgerMoment(withdrawal.receivedAt)}.
            </p>
            <p>{withdrawal.decision}</p>
            {withdrawal.answer === '' ? null : <p>Answered: {withdrawal.answer}</p>}
            {mayAnswer && withdrawal.state === 'waiting' ? (
              <AnswerForm key={withdrawal.id} of={withdrawal} onDone={close} />
            ) : null}
          </>
        ),
      })}
    />
  )
}

interface Answer {
  answer: 'refund' | 'refunded' | 'refused'
  amount: string
  reason: string
}

function AnswerForm({
  of: { id, orderId, amount, refundCase },
  onDone,
}: {
  of: Withdrawal
  onDone: () => void
}) {
  const action = useAction<typeof answerWithdrawal>(
    'POST',
    '/api/finance/withdrawals/:id/answer',
    financeAnswers,
  )
  return (
    <ActionForm<Answer, unknown>
      start={{ answer: orderId === null ? 'refused' : 'refund', amount, reason: '' }}
      className={layout.form}
      send={({ answer, amount: typed, reason }) =>
        action.mutateAsync({
          params: { id },
          body: { answer, reason, ...(answer === 'refund' && { amount: typed.trim() }) },
        })
      }
      done={() => {
        notify.success('Answered by email.')
        onDone()
      }}
      refused={{ title: 'Nothing was answered.' }}
    >
      {({ input, values, busy }) => (
        <>
          <Select {...input('answer', 'Answer')}>
            {orderId === null ? null : <option value="refund">Refund now</option>}
            <option value="refunded">Refunded elsewhere, such as by bank transfer</option>
            <option value="refused">Refuse</option>
          </Select>
          {values.answer === 'refund' ? (
            <Field
              {...input('amount', 'Amount')}
              help={refundCase === null ? 'The enrollment ends with it.' : undefined}
              inputMode="decimal"
            />
          ) : null}
          <TextArea
            {...input('reason', 'Reason', reasonRules)}
            rows={3}
            maxLength={1000}
            help="It is sent to the email address above."
          />
          <div className={layout.buttons}>
            <Button type="submit" size="small" busy={busy} busyText="Sending...">
              Send the answer
            </Button>
          </div>
        </>
      )}
    </ActionForm>
  )
}
