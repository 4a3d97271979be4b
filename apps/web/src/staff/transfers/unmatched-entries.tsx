import type { settleEntry } from '#modules/commerce/finance/bank-transfers/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { ledgerDay } from '../finance/moments.ts'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { reasonOf } from '../parts/loading-states.tsx'
import { Table } from '../parts/table.tsx'
import { transferAnswers, type Unmatched } from './transfer-choices.ts'

const reasons: Record<Unmatched['reason'], string> = {
  'no-transfer': 'Reversed by the bank; no transfer matches. Later transfers are compared with it.',
  'several-transfers':
    'Reversed by the bank; several transfers match. Open the right one and record it there.',
  'perhaps-reversal':
    'Money that went out, with the reference or the payer and amount of a recorded transfer. If the bank took that one back, open it and record it there.',
  'own-payment': 'An outgoing payment that was returned. Check who should receive it.',
}

/** Statement entries that a person must review; renders nothing without any. */
export function UnmatchedEntries({ entries, mayChange }: { entries: Unmatched[]; mayChange: boolean }) {
  const settle = useAction<typeof settleEntry>('POST', '/api/finance/bank-statements/settle', transferAnswers)
  if (entries.length === 0) return null
  const action: Column<Unmatched> = {
    id: 'settle',
    label: 'Nothing more to record',
    cell: ({ key, amount, currency, bookedOn }) => (
      <Button
        variant="quiet"
        size="small"
        busy={settle.isPending && settle.variables.body.key === key}
        busyText="Settling..."
        aria-label={`Settled: ${money(amount, currency)} of ${ledgerDay(bookedOn)}`}
        onClick={() => settle.mutate({ body: { key } }, { onSuccess: () => notify.success('Settled.') })}
      >
        Settled
      </Button>
    ),
  }
  return (
    <>
      {settle.isError ? (
        <Notice tone="bad" title="It was not settled." announce>
          {reasonOf(settle.error)}
        </Notice>
      ) : null}
      <Table
        caption="Statement entries that need review"
        columns={mayChange ? [...columns, action] : columns}
        rows={entries}
        keyOf={({ key }) => key}
      />
    </>
  )
}

const columns: Column<Unmatched>[] = [
  {
    id: 'booked',
    label: 'Booked',
    nowrap: true,
    namesRow: true,
    cell: ({ bookedOn }) => ledgerDay(bookedOn),
  },
  {
    id: 'amount',
    label: 'Amount',
    numeric: true,
    cell: ({ kind, amount, currency }) => `${kind === 'reversal' ? '−' : ''}${money(amount, currency)}`,
  },
  {
    id: 'what',
    label: 'What it is',
    cell: ({ reason, remittance }) => (
      <>
        {reasons[reason]}
        {remittance === null || remittance === '' ? null : (
          <div className={layout.soft}>
            <bdi>{remittance}</bdi>
          </div>
        )}
      </>
    ),
  },
]
